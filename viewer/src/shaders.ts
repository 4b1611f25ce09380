// The programs of the graphics card. Balls and discs are drawn on squares: each pixel computes where
// its ray meets the ball, so that they are round at any distance.

// Colours of numbers, and light. Colours come as they are seen (sRGB) and are lit linearly.
const common = /* glsl */ `
precision highp float;
precision highp int;
uniform sampler2D palette;
uniform vec2 span;      // numbers of the first and the last colour
uniform float kinds;    // > 0: numbers are places in a list of so many colours
uniform vec3 fixedColor;
vec3 linear(vec3 c) { return pow(c, vec3(2.2)); }
vec3 seen(vec3 c) { return pow(c, vec3(1.0 / 2.2)); }
vec3 colorOf(float value, float flags) {
  if (mod(flags, 2.0) > 0.5) return fixedColor;
  float place = span.y > span.x ? clamp((value - span.x) / (span.y - span.x), 0.0, 1.0) : (span.x < 0.0 ? 0.5 : 0.0);
  if (kinds > 0.0) place = (mod(max(value, 0.0), kinds) + 0.5) / kinds;
  else place = (place * 63.0 + 0.5) / 64.0;
  return texture(palette, vec2(place, 0.5)).rgb;
}
`;

const shadow = /* glsl */ `
uniform highp sampler2D shadowMap;  // depths as the lamp sees them
uniform mat4 lampMatrix;
uniform float shadowOn;
// How much of the lamp reaches a place, a little off the surface along its normal.
float lampAt(vec3 world, vec3 normal, float off) {
  if (shadowOn < 0.5) return 1.0;
  vec4 p = lampMatrix * vec4(world + off * normal, 1.0);
  vec3 place = p.xyz / p.w * 0.5 + 0.5;
  if (any(lessThan(place, vec3(0.0))) || any(greaterThan(place, vec3(1.0)))) return 1.0;
  // The share of 16 places around that are lit, weighted so that the edge is soft.
  float size = float(textureSize(shadowMap, 0).x);
  vec2 grid = place.xy * size - 0.5;
  vec2 part = fract(grid);
  vec2 from = (floor(grid) + 0.5) / size;
  float sum = 0.0;
  float total = 0.0;
  for (int i = -1; i <= 2; ++i) {
    for (int j = -1; j <= 2; ++j) {
      vec2 weight = 1.0 - smoothstep(0.5, 2.0, abs(vec2(i, j) - part));
      sum += weight.x * weight.y * step(place.z - 0.0008, texture(shadowMap, from + vec2(i, j) / size).r);
      total += weight.x * weight.y;
    }
  }
  return sum / total;
}
`;

export const ballVertex = /* glsl */ `
precision highp float;
uniform mat4 viewMatrix;
uniform mat4 projectionMatrix;
in vec2 corner;
in vec3 center;
in float radius;
in float value;
in float flags;
in vec4 turn;
out vec3 vCenter;
out vec3 vPlace;
out float vRadius;
out float vValue;
out float vFlags;
out vec4 vTurn;
void main() {
  vec3 c = (viewMatrix * vec4(center, 1.0)).xyz;
  vec3 towards = vec3(0.0, 0.0, -1.0);
  float reach = radius;
  if (projectionMatrix[3][3] == 0.0) {
    float d = max(length(c), radius * 1.001);
    towards = c / d;
    reach = radius * d / sqrt(max(d * d - radius * radius, 1e-12 * d * d));
  }
  vec3 right = normalize(cross(towards, vec3(0.0, 1.0, 0.0)));
  vec3 up = cross(right, towards);
  vPlace = c + 1.04 * reach * (corner.x * right + corner.y * up);
  vCenter = c;
  vRadius = radius;
  vValue = value;
  vFlags = flags;
  vTurn = turn;
  gl_Position = projectionMatrix * vec4(vPlace, 1.0);
}
`;

// Where the ray of a pixel meets the ball: sets the place and the normal, gives how much of the
// pixel the ball covers.
const meet = /* glsl */ `
in vec3 vCenter;
in vec3 vPlace;
in float vRadius;
in float vValue;
in float vFlags;
in vec4 vTurn;
uniform mat4 projectionMatrix;
float meet(out vec3 place, out vec3 normal) {
  bool perspective = projectionMatrix[3][3] == 0.0;
  vec3 ray = perspective ? normalize(vPlace) : vec3(0.0, 0.0, -1.0);
  vec3 from = perspective ? vec3(0.0) : vec3(vPlace.xy, 0.0);
  vec3 c = vCenter - from;
  float along = dot(ray, c);
  float off = length(c - along * ray);
  float cover = clamp((vRadius - off) / max(fwidth(off), 1e-30) + 0.5, 0.0, 1.0);
  float half_ = sqrt(max(vRadius * vRadius - off * off, 0.0));
  place = from + (along - half_) * ray;
  normal = normalize(place - vCenter);
  vec4 clip = projectionMatrix * vec4(place, 1.0);
  gl_FragDepth = clamp(clip.z / clip.w * 0.5 + 0.5, 0.0, 1.0);
  return cover;
}
`;

export const ballFragment = /* glsl */ `
${common}
${shadow}
${meet}
uniform mat4 cameraMatrix;
uniform vec3 lamp;       // towards it, in the world
uniform vec3 up;
uniform float glass;     // 1: only their rims are seen
uniform float marks;
uniform vec3 accent;
out vec4 color;
vec3 turnedBack(vec4 q, vec3 v) {   // q = x, y, z, w
  vec3 t = 2.0 * cross(-q.xyz, v);
  return v + q.w * t + cross(-q.xyz, t);
}
void main() {
  vec3 place, normal;
  float cover = meet(place, normal);
  if (cover <= 0.0) discard;
  vec3 world = (cameraMatrix * vec4(place, 1.0)).xyz;
  vec3 n = mat3(cameraMatrix) * normal;
  float facing = clamp(-dot(normalize(place), normal), 0.0, 1.0);
  vec3 base = linear(colorOf(vValue, vFlags));
  // A band about the ball shows how it turns.
  if (marks > 0.5) {
    float band = abs(turnedBack(vTurn, n).z);
    float width = max(fwidth(band), 1e-4);
    base *= mix(0.72, 1.0, smoothstep(0.16 - width, 0.16 + width, band));
  }
  float light = max(dot(n, lamp), 0.0) * lampAt(world, n, 0.06 * vRadius);
  float sky = 0.5 + 0.5 * dot(n, up);
  vec3 lit = base * (0.30 + 0.34 * sky + 0.62 * light) * mix(0.72, 1.0, smoothstep(0.0, 0.55, facing));
  vec3 middle = normalize(lamp - mat3(cameraMatrix) * normalize(place));
  lit += 0.10 * pow(max(dot(n, middle), 0.0), 40.0) * step(0.02, light);
  bool chosen = vFlags > 1.5;
  if (chosen) lit = mix(linear(accent), lit, smoothstep(0.30, 0.42, facing));
  if (glass > 0.5 && !chosen) {
    color = vec4(seen(mix(base, lit, 0.6)), cover * mix(0.30, 0.035, smoothstep(0.0, 0.75, facing)));
  } else {
    color = vec4(seen(lit), cover);
  }
}
`;

export const ballShadowFragment = /* glsl */ `
precision highp float;
${meet}
out vec4 color;
void main() {
  vec3 place, normal;
  if (meet(place, normal) <= 0.5) discard;
  color = vec4(1.0);
}
`;

export const discVertex = /* glsl */ `
precision highp float;
uniform mat4 viewMatrix;
uniform mat4 projectionMatrix;
in vec2 corner;
in vec3 center;
in float radius;
in float value;
in float flags;
in vec4 turn;
out vec2 vPlace;
out float vValue;
out float vFlags;
out float vTurn;
void main() {
  float grown = 1.4;
  vPlace = grown * corner;
  vValue = value;
  vFlags = flags;
  vTurn = turn.x;
  gl_Position = projectionMatrix * viewMatrix * vec4(center.xy + grown * radius * corner, center.z, 1.0);
}
`;

export const discFragment = /* glsl */ `
${common}
in vec2 vPlace;
in float vValue;
in float vFlags;
in float vTurn;
uniform float marks;
uniform vec3 accent;
out vec4 color;
void main() {
  float d = length(vPlace);
  float w = max(fwidth(d), 1e-6);
  float cover = clamp((1.0 - d) / w + 0.5, 0.0, 1.0);
  bool chosen = vFlags > 1.5;
  float ringEnd = chosen ? 1.0 + min(3.5 * w, 0.35) : 1.0;
  float all = clamp((ringEnd - d) / w + 0.5, 0.0, 1.0);
  if (all <= 0.0) discard;
  vec3 fill = colorOf(vValue, vFlags);
  vec3 c = fill;
  // Small discs have no room for a mark.
  float room = smoothstep(0.5, 0.22, w);
  if (marks > 0.5) {
    float cosine = cos(vTurn), sine = sin(vTurn);
    vec2 own = vec2(cosine * vPlace.x + sine * vPlace.y, -sine * vPlace.x + cosine * vPlace.y);
    float off = length(vec2(own.x - clamp(own.x, 0.38, 0.80), own.y));
    bool dark = fill.r + fill.g + fill.b < 1.5;
    vec3 line = mix(fill, dark ? vec3(1.0) : vec3(0.20, 0.22, 0.25), 0.6);
    c = mix(c, line, room * clamp((0.075 - off) / w + 0.5, 0.0, 1.0));
  }
  float rim = clamp((d - (1.0 - max(1.2 * w, 0.05))) / w + 0.5, 0.0, 1.0);
  c = mix(c, mix(fill, vec3(0.20, 0.22, 0.25), 0.6), room * rim);
  if (chosen) c = mix(c, accent, clamp((d - 0.86) / w + 0.5, 0.0, 1.0));
  color = vec4(c, chosen ? all : cover);
}
`;

// Lines of so many pixels, or so many metres, along the segments a to b.
export const lineVertex = /* glsl */ `
precision highp float;
uniform mat4 viewMatrix;
uniform mat4 projectionMatrix;
uniform vec2 size;       // of the picture, pixels
uniform float thickness; // pixels
uniform float caps;      // 1: lines end half their thickness later, so that corners are closed
in vec2 corner;          // 0 … 1 along, −1 … 1 across
in vec3 a;
in vec3 b;
void main() {
  vec4 p = projectionMatrix * viewMatrix * vec4(a, 1.0);
  vec4 q = projectionMatrix * viewMatrix * vec4(b, 1.0);
  // What is behind the eye is cut off.
  if (p.w < 1e-6 && q.w > p.w) p = mix(p, q, (1e-6 - p.w) / (q.w - p.w));
  if (q.w < 1e-6 && p.w > q.w) q = mix(q, p, (1e-6 - q.w) / (p.w - q.w));
  vec2 way = (q.xy / q.w - p.xy / p.w) * size;
  vec2 along = length(way) > 1e-6 ? normalize(way) : vec2(1.0, 0.0);
  vec4 c = corner.x < 0.5 ? p : q;
  vec2 shift = corner.y * vec2(-along.y, along.x) + caps * (corner.x < 0.5 ? -0.5 : 0.5) * along;
  c.xy += shift * thickness / size * c.w;
  gl_Position = c;
}
`;

export const lineFragment = /* glsl */ `
precision highp float;
uniform vec4 ink;
out vec4 color;
void main() { color = ink; }
`;

// Forces: flat bars in the plane, tubes in space; as thick as the force.
export const forceVertex = /* glsl */ `
precision highp float;
uniform mat4 viewMatrix;
uniform mat4 projectionMatrix;
uniform float thickest;  // m
uniform float strongest; // N
uniform float least;     // N
in vec2 corner;
in vec3 a;
in vec3 b;
in float force;
in float slip;
out float vAcross;
out float vSlip;
out vec3 vSide;
out vec3 vFront;
void main() {
  vec3 p = (viewMatrix * vec4(a, 1.0)).xyz;
  vec3 q = (viewMatrix * vec4(b, 1.0)).xyz;
  vec3 along = normalize(q - p);
  vec3 eye = projectionMatrix[3][3] == 0.0 ? normalize(-0.5 * (p + q)) : vec3(0.0, 0.0, 1.0);
  vec3 side = normalize(cross(along, eye));
  float half_ = 0.5 * thickest * min(force / strongest, 1.5);
  if (force < least) half_ = 0.0;
  vAcross = corner.y;
  vSlip = slip;
  vSide = side;
  vFront = normalize(cross(side, along));
  gl_Position = projectionMatrix * vec4(mix(p, q, corner.x) + half_ * corner.y * side, 1.0);
}
`;

export const forceFragment = /* glsl */ `
precision highp float;
in float vAcross;
in float vSlip;
in vec3 vSide;
in vec3 vFront;
uniform vec3 stickColor;
uniform vec3 slipColor;
uniform float flat_;
out vec4 color;
void main() {
  vec3 c = vSlip > 1.5 ? slipColor : stickColor;
  if (flat_ > 0.5) {
    color = vec4(c, 0.85);
    return;
  }
  vec3 n = vAcross * vSide + sqrt(max(1.0 - vAcross * vAcross, 0.0)) * vFront;
  float light = 0.45 + 0.55 * max(dot(n, normalize(vec3(-0.3, 0.8, 0.6))), 0.0);
  color = vec4(pow(pow(c, vec3(2.2)) * light, vec3(1.0 / 2.2)), 1.0);
}
`;

export const faceVertex = /* glsl */ `
precision highp float;
uniform mat4 viewMatrix;
uniform mat4 projectionMatrix;
in vec3 position;
out vec3 vWorld;
void main() {
  vWorld = position;
  gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
}
`;

// Faces behind the grains; those between them and the eye are left out.
export const faceFragment = /* glsl */ `
precision highp float;
${shadow}
in vec3 vWorld;
uniform vec3 eye;
uniform vec3 middle;
uniform vec3 lamp;
uniform vec3 paint;
uniform float off;
out vec4 color;
void main() {
  vec3 n = normalize(cross(dFdx(vWorld), dFdy(vWorld)));
  if (dot(eye - vWorld, n) < 0.0) n = -n;
  if (dot(middle - vWorld, n) < 0.0) discard;
  float light = max(dot(n, lamp), 0.0) * lampAt(vWorld, n, off);
  vec3 lit = pow(paint, vec3(2.2)) * (0.66 + 0.34 * light);
  color = vec4(pow(lit, vec3(1.0 / 2.2)), 1.0);
}
`;
