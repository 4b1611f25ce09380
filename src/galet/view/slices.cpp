#include "galet/view/slices.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "galet/base/error.hpp"
#include "galet/draw/picture.hpp"
#include "galet/io/wall_mesh.hpp"

namespace galet {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 15> all_slices{
    "id",   "position", "velocity", "orientation", "radius", "mass",   "fixed", "speed",
    "spin", "pressure", "contacts", "material",    "group",  "forces", "walls"};

std::vector<float> as_floats(const std::vector<double>& values) {
  std::vector<float> out;
  out.reserve(values.size());
  for (const double x : values) out.push_back(static_cast<float>(x));
  return out;
}

void add_point(std::vector<float>& out, const double* x, int dimension) {
  for (int k = 0; k < 3; ++k) out.push_back(k < dimension ? static_cast<float>(x[k]) : 0.0F);
}

bool is_fixed(const StoredFrame& stored, std::size_t k) {
  const unsigned moves = (1U << static_cast<unsigned>(stored.dimension)) - 1U;
  return (stored.free[k] & moves) == 0U;
}

// Calls f(contact, normal force) for every contact that pushes.
template <int D, class F>
void for_each_pushing(const Frame<D>& frame, F&& f) {
  for (std::size_t c = 0; c < frame.contacts.size(); ++c) {
    const double force = frame.impulses[c].dot(frame.contacts[c].n) / frame.step_length;
    if (force > 0.0) f(c, force);
  }
}

// From a to b, the force, the status; and the bodies of both sides.
template <int D>
void add_forces(Packet& packet, const StoredFrame& stored, const Frame<D>& frame) {
  const Bodies<D>& bodies = frame.state.bodies;
  std::vector<float> rows;
  std::vector<std::int32_t> sides;
  for_each_pushing(frame, [&](std::size_t c, double force) {
    const Contact<D>& contact = frame.contacts[c];
    // From b backwards, since a may be on the other side of a periodic cell.
    const Vec<D>& b = bodies.position[contact.b().body()];
    double length = bodies.radius[contact.b().body()] + contact.gap;
    if (!contact.a().is_boundary()) length += bodies.radius[contact.a().body()];
    const Vec<D> a = b - length * contact.n;
    add_point(rows, a.data(), D);
    add_point(rows, b.data(), D);
    rows.push_back(static_cast<float>(force));
    rows.push_back(static_cast<float>(frame.status[c]));
    sides.push_back(static_cast<std::int32_t>(stored.contacts->body_a[c]));
    sides.push_back(static_cast<std::int32_t>(stored.contacts->body_b[c]));
  });
  packet.add("forces", std::span<const float>(rows), 8);
  packet.add("forces.bodies", std::span<const std::int32_t>(sides), 2);
}

// Edges of polygons that show: those of one polygon alone, and where two meet at an angle.
class VisibleEdges {
 public:
  explicit VisibleEdges(const WallMesh& mesh) : mesh_(mesh) {
    for (const auto& polygon : mesh.polygons) add(polygon);
  }
  template <class F>
  void for_each(F&& f) const {
    for (const auto& [edge, known] : edges_) {
      if (known.shows) f(edge.first, edge.second);
    }
  }

 private:
  struct Known {
    Vec<3> normal;
    bool shows = true;
  };
  Vec<3> point(std::int64_t k) const { return Eigen::Map<const Vec<3>>(&mesh_.points[3 * k]); }
  void add(const std::vector<std::int64_t>& polygon) {
    constexpr double smooth = 0.9;  // cosine of an angle that still looks round
    const Vec<3> normal = (point(polygon[1]) - point(polygon[0]))
                              .cross(point(polygon[2]) - point(polygon[1]))
                              .normalized();
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const auto ends = std::minmax(polygon[i], polygon[(i + 1) % polygon.size()]);
      const auto [it, is_new] = edges_.try_emplace({ends.first, ends.second}, Known{normal});
      if (!is_new) it->second.shows = std::abs(it->second.normal.dot(normal)) < smooth;
    }
  }

  const WallMesh& mesh_;
  std::map<std::pair<std::int64_t, std::int64_t>, Known> edges_;
};

template <int D>
void add_walls(Packet& packet, const StoredFrame& stored, const Frame<D>& frame) {
  const std::span<const Boundary<D>> boundaries(frame.world.boundaries);
  const WallMesh mesh = wall_mesh(stored, Walls(boundaries));
  std::vector<float> lines;
  std::vector<float> edges;
  std::vector<float> faces;
  const auto put = [&](std::vector<float>& out, std::int64_t k) {
    add_point(out, &mesh.points[static_cast<std::size_t>(3 * k)], 3);
  };
  for (const auto& line : mesh.lines) {
    for (std::size_t i = 1; i < line.size(); ++i) {
      put(lines, line[i - 1]);
      put(lines, line[i]);
    }
  }
  for (const auto& polygon : mesh.polygons) {
    for (std::size_t i = 2; i < polygon.size(); ++i) {
      for (const std::int64_t k : {polygon[0], polygon[i - 1], polygon[i]}) put(faces, k);
    }
  }
  VisibleEdges(mesh).for_each([&](std::int64_t a, std::int64_t b) {
    put(edges, a);
    put(edges, b);
  });
  packet.add("walls.lines", std::span<const float>(lines), 6);
  packet.add("walls.edges", std::span<const float>(edges), 6);
  packet.add("walls.faces", std::span<const float>(faces), 9);
}

template <int D>
void add_color_values(Packet& packet, std::string_view name, const Frame<D>& frame) {
  const auto& names = EnumNames<ColorBy>::names;
  const auto place = std::ranges::find(names, name) - names.begin();
  packet.add(name,
             std::span<const float>(as_floats(color_values(frame, static_cast<ColorBy>(place)))));
}

template <class T>
std::vector<double> numbers_of(const std::vector<T>& values) {
  return {values.begin(), values.end()};
}

Json field_entry(std::string_view name, std::string_view unit, std::string_view kind,
                 const std::vector<std::string>& names = {}) {
  return {{"name", name}, {"unit", unit}, {"kind", kind}, {"names", names}};
}

template <class Vector>
Json numbers(const Vector& values) {
  Json out = Json::array();
  for (const double x : values) out.push_back(x);
  return out;
}

Json part_of(const std::vector<double>& values, std::size_t k, std::size_t rows) {
  const std::size_t row = values.size() / rows;
  return numbers(std::span(values).subspan(k * row, row));
}

// What a picture should frame: what there is to see but, in space, of walls that tower over the
// grains not more than half the size of the bulk around it.
template <int D>
ShownPart<D> framed_part(const PictureScale<D>& picture) {
  ShownPart<D> part = picture.window;
  if (D == 2 || picture.outermost.empty()) return part;
  Vec<3> low = Vec<3>::Constant(std::numeric_limits<double>::infinity());
  Vec<3> high = -low;
  for (const Ball& ball : picture.outermost) {
    low = low.cwiseMin(ball.center - Vec<3>::Constant(ball.radius));
    high = high.cwiseMax(ball.center + Vec<3>::Constant(ball.radius));
  }
  const double room = 0.5 * (high - low).maxCoeff();
  for (int k = 0; k < D; ++k) {
    part.low[k] = std::max(part.low[k], low[k] - room);
    part.high[k] = std::min(part.high[k], high[k] + room);
  }
  return part;
}

// Contacts that push the body in row k: the other side, the force, whether it slips.
template <int D>
Json pushes_of(const StoredFrame& stored, const Frame<D>& frame, std::size_t k) {
  Json out = Json::array();
  for_each_pushing(frame, [&](std::size_t c, double force) {
    const Contact<D>& contact = frame.contacts[c];
    const bool is_b = contact.b().body() == k;
    const bool is_a = !contact.a().is_boundary() && contact.a().body() == k;
    if (!is_a && !is_b) return;
    const std::int64_t other = stored.contacts->body_a[c];
    out.push_back({{"with", is_b ? other : stored.contacts->body_b[c]},
                   {"normal_force", force},
                   {"slips", frame.status[c] == ContactStatus::slip}});
  });
  return out;
}

}  // namespace

std::span<const std::string_view> slice_names() { return all_slices; }

template <int D>
void add_slice(Packet& packet, std::string_view name, const StoredFrame& stored,
               const Frame<D>& frame) {
  const auto put = [&](const std::vector<double>& values, std::size_t row = 1) {
    packet.add(name, std::span<const float>(as_floats(values)), row);
  };
  if (name == "id") {
    const std::vector<std::int32_t> ids(stored.id.begin(), stored.id.end());
    packet.add(name, std::span<const std::int32_t>(ids));
  } else if (name == "fixed") {
    std::vector<std::uint8_t> fixed(stored.bodies());
    for (std::size_t k = 0; k < fixed.size(); ++k) fixed[k] = is_fixed(stored, k) ? 1 : 0;
    packet.add(name, std::span<const std::uint8_t>(fixed));
  } else if (name == "position") {
    put(stored.position, D);
  } else if (name == "velocity") {
    put(stored.velocity, D);
  } else if (name == "orientation") {
    put(stored.orientation, D == 2 ? 1 : 4);
  } else if (name == "radius") {
    put(stored.radius);
  } else if (name == "mass") {
    put(stored.mass);
  } else if (name == "group") {
    put(numbers_of(stored.group));
  } else if (name == "forces") {
    add_forces(packet, stored, frame);
  } else if (name == "walls") {
    add_walls(packet, stored, frame);
  } else {
    add_color_values(packet, name, frame);
  }
}

template <int D>
Json color_fields(const World<D>& world, const StoredNames& names) {
  Json fields = Json::array();
  for (std::size_t k = 0; k < EnumNames<ColorBy>::names.size(); ++k) {
    const auto by = static_cast<ColorBy>(k);
    const std::string_view name = EnumNames<ColorBy>::names[k];
    if (by == ColorBy::material) {
      fields.push_back(field_entry(name, "", "names", world.materials));
      continue;
    }
    const std::string_view unit = by == ColorBy::speed      ? "m/s"
                                  : by == ColorBy::spin     ? "rad/s"
                                  : by == ColorBy::contacts ? ""
                                  : D == 2                  ? "N/m"
                                                            : "Pa";
    const bool has_sign = by == ColorBy::spin && D == 2;
    fields.push_back(field_entry(
        name, unit, by == ColorBy::contacts ? "count" : (has_sign ? "signed" : "number")));
  }
  fields.push_back(field_entry("radius", "m", "number"));
  fields.push_back(field_entry("mass", "kg", "number"));
  static constexpr std::array<std::string_view, 3> velocities{"vx", "vy", "vz"};
  for (int k = 0; k < D; ++k) fields.push_back(field_entry(velocities[k], "m/s", "signed"));
  if (names.groups.size() > 1) fields.push_back(field_entry("group", "", "names", names.groups));
  return fields;
}

template <int D>
Json frame_scales(const Frame<D>& frame) {
  const PictureScale<D> picture = picture_scale(frame, {.force_chains = true});
  Json fields = Json::object();
  const auto put = [&](std::string_view name, double low, double high) {
    fields[std::string(name)] = {low, high};
  };
  for (std::size_t k = 0; k < EnumNames<ColorBy>::names.size(); ++k) {
    const auto by = static_cast<ColorBy>(k);
    if (by == ColorBy::material) continue;
    const double high = color_scale(frame, by);
    put(EnumNames<ColorBy>::names[k], D == 2 && by == ColorBy::spin ? -high : 0.0, high);
  }
  const double speed = color_scale(frame, ColorBy::speed);
  for (const char* name : {"vx", "vy", "vz"}) put(name, -speed, speed);
  const Bodies<D>& bodies = frame.state.bodies;
  if (bodies.size() > 0) {
    const auto radii = std::ranges::minmax(bodies.radius);
    const auto masses = std::ranges::minmax(bodies.mass);
    put("radius", radii.min, radii.max);
    put("mass", masses.min, masses.max);
  }
  const ShownPart<D> part = framed_part(picture);
  return {{"number", frame.number},
          {"fields", fields},
          {"force", picture.force},
          {"low", numbers(part.low)},
          {"high", numbers(part.high)}};
}

template <int D>
Json grain_facts(const StoredFrame& stored, const Frame<D>& frame, std::int64_t id) {
  const auto it = std::ranges::find(stored.id, id);
  if (it == stored.id.end()) return nullptr;
  const auto k = static_cast<std::size_t>(it - stored.id.begin());
  const std::size_t n = stored.bodies();
  Json facts{{"id", id},
             {"position", part_of(stored.position, k, n)},
             {"velocity", part_of(stored.velocity, k, n)},
             {"spin", part_of(stored.spin, k, n)},
             {"orientation", part_of(stored.orientation, k, n)},
             {"radius", stored.radius[k]},
             {"mass", stored.mass[k]},
             {"fixed", is_fixed(stored, k)},
             {"speed", color_values(frame, ColorBy::speed)[k]},
             {"pressure", color_values(frame, ColorBy::pressure)[k]},
             {"contacts", color_values(frame, ColorBy::contacts)[k]},
             {"material", stored.names.materials[static_cast<std::size_t>(stored.material[k])]},
             {"group", stored.names.groups[static_cast<std::size_t>(stored.group[k])]}};
  facts["pushes"] = pushes_of(stored, frame, k);
  return facts;
}

#define GALET_INSTANTIATE(D)                                                                  \
  template void add_slice<D>(Packet&, std::string_view, const StoredFrame&, const Frame<D>&); \
  template Json color_fields<D>(const World<D>&, const StoredNames&);                         \
  template Json frame_scales<D>(const Frame<D>&);                                             \
  template Json grain_facts<D>(const StoredFrame&, const Frame<D>&, std::int64_t)
GALET_INSTANTIATE(2);
GALET_INSTANTIATE(3);
#undef GALET_INSTANTIATE

}  // namespace galet
