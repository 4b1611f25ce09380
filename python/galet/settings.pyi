"""Made by `python3 -m galet.settings` from the settings of the program; do not edit."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

Table = Mapping[str, Any]

def Material(
    *,
    name: str,
    density: float | None = ...,
) -> dict[str, Any]:
    """The table `material` of a scene.

    name (string, required)
        Name of the material.

    density (number, > 0, kg/m³)
        Density; needed by bodies whose mass is not given. A disc is a slice 1 m thick.
    """

def PairCompliance(
    *,
    kind: Literal["snc", "inc"] | None = ...,
    exponent: float | None = ...,
    stiffness: float,
    normalisation: Literal["force", "half-potential", "potential"] | None = ...,
    c_t: float | None = ...,
    blend: float | None = ...,
) -> dict[str, Any]:
    """The table `pair.compliance` of a scene.

    kind (`"snc"`, `"inc"`, default "inc")
        "inc": the force is a divided difference of the stored energy over the step, which conserves energy; "snc": the force at the end of the step, which takes energy.

    exponent (number, ≥ 2, default 2.0)
        α: the stored energy is C d^α for an overlap d.

    stiffness (number, > 0, N/m^(α−1), required)
        Stiffness k; see normalisation.

    normalisation (`"force"`, `"half-potential"`, `"potential"`, default "force")
        What the stiffness is: "force" C = k/α (force k d^(α−1)), "half-potential" C = k/2, "potential" C = k.

    c_t (number, > 0, N s/m)
        Penalty of friction: while a contact sticks its tangential force is −c_t times the tangential velocity. Needed where friction is not 0.

    blend (number, ≥ 0, default 0.0)
        e: the normal force is (its law + e C d⁺)/(1 + e), d⁺ at the end of the step. Takes energy; not Newton's restitution (0 is the most elastic).
    """

def PairSpring(
    *,
    normal: float,
    tangential: float | None = ...,
    damping: float | None = ...,
    tangential_damping: float | None = ...,
    rolling: float | None = ...,
) -> dict[str, Any]:
    """The table `pair.spring` of a scene.

    normal (number, > 0, N/m, required)
        Stiffness k: the normal force is k d + c ḋ for an overlap d.

    tangential (number, > 0, N/m)
        Stiffness k_t of the tangential spring, whose force is cut to Coulomb's limit. Needed where friction is not 0.

    damping (number, ≥ 0, N s/m, default 0.0)
        c of the dashpot along the normal; it never pulls.

    tangential_damping (number, ≥ 0, N s/m, default 0.0)
        c_t of the dashpot beside the tangential spring; the two together stay within Coulomb's limit.

    rolling (number, > 0, N m/rad)
        Stiffness k_r of the spring against rolling and twisting, whose moment is cut to the limits of rolling_friction and twisting_friction; without it k_t r_eff², with r_eff = r_a r_b/(r_a + r_b), the radius of a ball at a boundary.
    """

def PairHertz(
    *,
    young: float | Sequence[float],
    poisson: float | Sequence[float],
    tangential_damping: float | None = ...,
) -> dict[str, Any]:
    """The table `pair.hertz` of a scene.

    young (number or list, > 0, Pa, required)
        Young's modulus of both materials, or [E_a, E_b] in the order of `materials`.

    poisson (number or list, 0 to 0.5, required)
        Poisson's ratio, likewise.

    tangential_damping (number, ≥ 0, default 0.0)
        ζ_t: share of the critical damping along the tangent, within Coulomb's limit.
    """

def PairGluey(
    *,
    gamma_star: float | None = ...,
    viscosity: float | None = ...,
    roughness: Sequence[float] | None = ...,
) -> dict[str, Any]:
    """The table `pair.gluey` of a scene.

    gamma_star (number, N s)
        Threshold γ* < 0 at which the surfaces touch and a solid impulse carries what is more; none by default.

    viscosity (number, > 0, Pa s)
        The same from the fluid and the roughness, for spheres: γ* = 6π η r_eff² ln((r1 + r2)/r_eff), r_eff = r_a r_b/(r_a + r_b), the radius of a ball at a boundary.

    roughness (vector, ≥ 0, m)
        With viscosity: heights [r1, r2] of the two surfaces.
    """

def Pair(
    *,
    materials: Sequence[str],
    friction: float | None = ...,
    restitution: float | None = ...,
    restitution_t: float | None = ...,
    cohesion: float | None = ...,
    adhesion_energy: float | None = ...,
    rolling_friction: float | None = ...,
    twisting_friction: float | None = ...,
    compliance: Table | None = ...,
    spring: Table | None = ...,
    hertz: Table | None = ...,
    gluey: Table | None = ...,
) -> dict[str, Any]:
    """The table `pair` of a scene.

    materials (list of strings, required)
        The two materials, in any order.

    friction (number, ≥ 0, default 0.0)
        Coulomb coefficient µ.

    restitution (number, 0 to 1, default 0.0)
        Newton's normal restitution e_n.

    restitution_t (number, -1 to 1, default 0.0)
        Tangential restitution e_t.

    cohesion (number, ≥ 0, N)
        Largest pull F_c of a contact that has touched, until it opens; in 2D per metre of thickness. For scheme = "moreau-jean".

    adhesion_energy (number, ≥ 0, J/m²)
        The same by the energy Γ of the surfaces, in 3D: F_c = 2π Γ r_eff with r_eff = r_a r_b/(r_a + r_b), the radius of a ball at a boundary. One of the two.

    rolling_friction (number, ≥ 0, default 0.0)
        µ_r: a contact resists rolling by a moment up to µ_r r_eff times its normal force. For schemes "moreau-jean" (with local = "exact") and "dem".

    twisting_friction (number, ≥ 0, default 0.0)
        µ_tw: the same about the normal, in 3D.

    compliance (table)
        Compliance of the contacts, for scheme = "newmark" (which has no restitution).

    spring (table)
        Springs of the contacts, for scheme = "dem" (which then has no restitution).

    hertz (table)
        Instead of `spring`: elastic spheres after Hertz and Mindlin, whose dashpot gives every impact the pair's restitution.

    gluey (table)
        Lubricated contacts, for scheme = "convex": a push is remembered, and the contact opens when pulls have taken it back. {} has no threshold.
    """

def BodiesList(
    *,
    position: Sequence[float] | Sequence[Sequence[float]],
    radius: float | Sequence[float],
    velocity: Sequence[float] | Sequence[Sequence[float]] | None = ...,
    spin: Sequence[float] | Sequence[Sequence[float]] | None = ...,
    material: str | None = ...,
    group: str | None = ...,
    shape: Literal["disc", "sphere"] | None = ...,
    mass: float | Sequence[float] | None = ...,
    inertia: str | float | None = ...,
    free: str | None = ...,
    rotation: bool | None = ...,
    fixed: bool | None = ...,
) -> dict[str, Any]:
    """The table `bodies` with kind = "list" of a scene.

    position (row or list of rows, m, required)
        Centres, one row per body.

    radius (number or list, > 0, m, required)
        Radius, or one per body.

    velocity (row or list of rows, m/s)
        Initial velocity, or one row per body.

    spin (row or list of rows, rad/s)
        Initial spin (2D: counter-clockwise; 3D: a vector), or one per body.

    material (string)
        Material; may be left out when the scene has only one.

    group (string)
        Name by which forces and observers refer to these bodies.

    shape (`"disc"`, `"sphere"`)
        The solid that mass and inertia are computed for: a disc by default in 2D, a sphere in 3D; a sphere may also roll in 2D.

    mass (number or list, > 0, kg)
        Mass instead of density times volume (a number, or one per body of a list).

    inertia (`"shape"`, `"mass"` or number, > 0, kg m², default "shape")
        Moment of inertia: "shape" (that of the solid), "mass" (the same number as the mass), or a value.

    free (string)
        Directions in which the bodies may move, such as "x" or "xy"; the others are locked. All by default.

    rotation (true or false, default true)
        Whether the bodies may rotate.

    fixed (true or false, default false)
        Whether the bodies are fixed in space.
    """

def BodiesRadius(
    *,
    values: float | Sequence[float] | None = ...,
    weights: float | Sequence[float] | None = ...,
    min: float | None = ...,
    max: float | None = ...,
    median: float | None = ...,
    sigma: float | None = ...,
    exponent: float | None = ...,
    diameter: Sequence[float] | None = ...,
    passing: Sequence[float] | None = ...,
    by: Literal["number", "mass"] | None = ...,
) -> dict[str, Any]:
    """The table `bodies.radius` of a scene.

    values (number or list, > 0, m)
        Radii to draw from.

    weights (number or list, ≥ 0)
        Relative frequencies of the values; equal by default.

    min (number, > 0, m)
        Smallest radius, of a distribution that is uniform unless `median` or `exponent` is given.

    max (number, > 0, m)
        Largest radius likewise.

    median (number, > 0, m)
        Median of a log-normal distribution, which is cut off at `min` and `max`; its median before the cut.

    sigma (number, 1e-06 to 10)
        Standard deviation of ln(radius) of a log-normal distribution.

    exponent (number, -100 to 100)
        Power law between `min` and `max`: shares per radius go with r^(−exponent).

    diameter (vector, > 0, m)
        Grading curve: diameters (not radii), increasing, from the smallest body to the largest; between them the curve is straight over the logarithm of the diameter.

    passing (vector, 0 to 100, %)
        Grading curve: the share of the bodies below each of the diameters, from 0 to 100.

    by (`"number"`, `"mass"`)
        Whether shares and weights count bodies or their mass (of one density); by default the mass for a grading curve, bodies for all others.
    """

def BodiesLattice(
    *,
    origin: Sequence[float],
    pitch: float | Sequence[float],
    count: Sequence[int],
    jitter: float | Sequence[float] | None = ...,
    radius: float | Table,
    velocity: Sequence[float] | None = ...,
    velocity_jitter: float | Sequence[float] | None = ...,
    seed: int | None = ...,
    material: str | None = ...,
    group: str | None = ...,
    shape: Literal["disc", "sphere"] | None = ...,
    mass: float | Sequence[float] | None = ...,
    inertia: str | float | None = ...,
    free: str | None = ...,
    rotation: bool | None = ...,
    fixed: bool | None = ...,
) -> dict[str, Any]:
    """The table `bodies` with kind = "lattice" of a scene.

    origin (vector, m, required)
        Centre of the first body.

    pitch (number or list, m, required)
        Distance between neighbours, or one per direction (may be negative).

    count (integers, one per direction, 1 to 2147483647, required)
        Number of bodies in each direction.

    jitter (number or list, ≥ 0, m)
        Centres are moved by up to ± this, or one per direction.

    radius (number or table, > 0, m, required)
        Radius: a number, or a distribution to draw from as a table.

    velocity (vector, m/s)
        Initial velocity.

    velocity_jitter (number or list, ≥ 0, m/s)
        Velocities vary by up to ± this, or one per direction.

    seed (integer)
        Seed of the jitter and radii; by default derived from the scene's seed.

    material (string)
        Material; may be left out when the scene has only one.

    group (string)
        Name by which forces and observers refer to these bodies.

    shape (`"disc"`, `"sphere"`)
        The solid that mass and inertia are computed for: a disc by default in 2D, a sphere in 3D; a sphere may also roll in 2D.

    mass (number or list, > 0, kg)
        Mass instead of density times volume (a number, or one per body of a list).

    inertia (`"shape"`, `"mass"` or number, > 0, kg m², default "shape")
        Moment of inertia: "shape" (that of the solid), "mass" (the same number as the mass), or a value.

    free (string)
        Directions in which the bodies may move, such as "x" or "xy"; the others are locked. All by default.

    rotation (true or false, default true)
        Whether the bodies may rotate.

    fixed (true or false, default false)
        Whether the bodies are fixed in space.
    """

def BodiesRegion(
    *,
    low: Sequence[float] | None = ...,
    high: Sequence[float] | None = ...,
    center: Sequence[float] | None = ...,
    radius: float | None = ...,
    axis: Sequence[float] | None = ...,
    length: float | None = ...,
) -> dict[str, Any]:
    """The table `bodies.region` of a scene.

    low (vector, m)
        Lower corner of a box.

    high (vector, m)
        Upper corner of a box.

    center (vector, m)
        Centre of a disc, ball or cylinder.

    radius (number, > 0, m)
        Radius of a disc, ball or cylinder.

    axis (vector)
        Axis of a cylinder (3D).

    length (number, > 0, m)
        Length of a cylinder (3D).
    """

def BodiesFill(
    *,
    region: Table,
    count: int,
    radius: float | Table,
    separation: float | None = ...,
    attempts: int | None = ...,
    velocity: Sequence[float] | None = ...,
    velocity_jitter: float | Sequence[float] | None = ...,
    seed: int | None = ...,
    material: str | None = ...,
    group: str | None = ...,
    shape: Literal["disc", "sphere"] | None = ...,
    mass: float | Sequence[float] | None = ...,
    inertia: str | float | None = ...,
    free: str | None = ...,
    rotation: bool | None = ...,
    fixed: bool | None = ...,
) -> dict[str, Any]:
    """The table `bodies` with kind = "fill" of a scene.

    region (table, required)
        Where the bodies lie, entirely inside.

    count (integer, 1 to 2147483647, required)
        Number of bodies.

    radius (number or table, > 0, m, required)
        Radius: a number, or a distribution to draw from as a table.

    separation (number, ≥ 0, m, default 0.0)
        Smallest distance between the surfaces of two bodies.

    attempts (integer, 1 to 1000000000, default 1000)
        Random places tried for a body before the fill counts as jammed.

    velocity (vector, m/s)
        Initial velocity.

    velocity_jitter (number or list, ≥ 0, m/s)
        Velocities vary by up to ± this, or one per direction.

    seed (integer)
        Seed; by default derived from the scene's seed.

    material (string)
        Material; may be left out when the scene has only one.

    group (string)
        Name by which forces and observers refer to these bodies.

    shape (`"disc"`, `"sphere"`)
        The solid that mass and inertia are computed for: a disc by default in 2D, a sphere in 3D; a sphere may also roll in 2D.

    mass (number or list, > 0, kg)
        Mass instead of density times volume (a number, or one per body of a list).

    inertia (`"shape"`, `"mass"` or number, > 0, kg m², default "shape")
        Moment of inertia: "shape" (that of the solid), "mass" (the same number as the mass), or a value.

    free (string)
        Directions in which the bodies may move, such as "x" or "xy"; the others are locked. All by default.

    rotation (true or false, default true)
        Whether the bodies may rotate.

    fixed (true or false, default false)
        Whether the bodies are fixed in space.
    """

def BodiesDenseFill(
    *,
    region: Table,
    fraction: float | None = ...,
    count: int | None = ...,
    radius: float | Table,
    velocity: Sequence[float] | None = ...,
    velocity_jitter: float | Sequence[float] | None = ...,
    seed: int | None = ...,
    material: str | None = ...,
    group: str | None = ...,
    shape: Literal["disc", "sphere"] | None = ...,
    mass: float | Sequence[float] | None = ...,
    inertia: str | float | None = ...,
    free: str | None = ...,
    rotation: bool | None = ...,
    fixed: bool | None = ...,
) -> dict[str, Any]:
    """The table `bodies` with kind = "dense-fill" of a scene.

    region (table, required)
        Where the bodies lie, entirely inside.

    fraction (number, 1e-09 to 0.95)
        Part of the region's area (volume) that the bodies take up, such as 0.84 in 2D and 0.6 in 3D.

    count (integer, 1 to 2147483647)
        Number of bodies, instead of the fraction.

    radius (number or table, > 0, m, required)
        Radius: a number, or a distribution to draw from as a table.

    velocity (vector, m/s)
        Initial velocity.

    velocity_jitter (number or list, ≥ 0, m/s)
        Velocities vary by up to ± this, or one per direction.

    seed (integer)
        Seed; by default derived from the scene's seed.

    material (string)
        Material; may be left out when the scene has only one.

    group (string)
        Name by which forces and observers refer to these bodies.

    shape (`"disc"`, `"sphere"`)
        The solid that mass and inertia are computed for: a disc by default in 2D, a sphere in 3D; a sphere may also roll in 2D.

    mass (number or list, > 0, kg)
        Mass instead of density times volume (a number, or one per body of a list).

    inertia (`"shape"`, `"mass"` or number, > 0, kg m², default "shape")
        Moment of inertia: "shape" (that of the solid), "mass" (the same number as the mass), or a value.

    free (string)
        Directions in which the bodies may move, such as "x" or "xy"; the others are locked. All by default.

    rotation (true or false, default true)
        Whether the bodies may rotate.

    fixed (true or false, default false)
        Whether the bodies are fixed in space.
    """

def BodiesCsv(
    *,
    file: str,
    material: str | None = ...,
    group: str | None = ...,
    shape: Literal["disc", "sphere"] | None = ...,
    mass: float | Sequence[float] | None = ...,
    inertia: str | float | None = ...,
    free: str | None = ...,
    rotation: bool | None = ...,
    fixed: bool | None = ...,
) -> dict[str, Any]:
    """The table `bodies` with kind = "csv" of a scene.

    file (string, required)
        CSV file with a header, relative to the scene file: x, y, (z,) radius and optionally vx, vy, (vz,) w (2D) or wx, wy, wz (3D), mass.

    material (string)
        Material; may be left out when the scene has only one.

    group (string)
        Name by which forces and observers refer to these bodies.

    shape (`"disc"`, `"sphere"`)
        The solid that mass and inertia are computed for: a disc by default in 2D, a sphere in 3D; a sphere may also roll in 2D.

    mass (number or list, > 0, kg)
        Mass instead of density times volume (a number, or one per body of a list).

    inertia (`"shape"`, `"mass"` or number, > 0, kg m², default "shape")
        Moment of inertia: "shape" (that of the solid), "mass" (the same number as the mass), or a value.

    free (string)
        Directions in which the bodies may move, such as "x" or "xy"; the others are locked. All by default.

    rotation (true or false, default true)
        Whether the bodies may rotate.

    fixed (true or false, default false)
        Whether the bodies are fixed in space.
    """

def BodiesRun(
    *,
    folder: str,
    frame: int | None = ...,
    at_rest: bool | None = ...,
    pistons: Literal["continue", "as-given"] | None = ...,
    group: str | None = ...,
) -> dict[str, Any]:
    """The table `bodies` with kind = "run" of a scene.

    folder (string, required)
        Results of an earlier run, relative to the scene file: its bodies with their materials, groups and velocities, and its contact impulses.

    frame (integer, ≥ 0)
        Number of the frame to start from; the last by default.

    at_rest (true or false, default false)
        Whether to set all velocities to zero.

    pistons (`"continue"`, `"as-given"`, default "continue")
        Planes under load that the earlier run had by name: continue where it left them, with their velocities, or stand at rest where this scene puts them.

    group (string)
        Puts all these bodies into one group; each keeps its own by default.
    """

def BoundaryLoadDrive(
    *,
    from_: float | None = ...,
    until: float | None = ...,
    velocity: Sequence[float] | Table,
) -> dict[str, Any]:
    """The table `boundary.load.drive` of a scene.

    from_ (number, ≥ 0, s, default 0.0)
        When the drive begins: the plane no longer follows its load.

    until (number, > 0, s)
        When the drive ends: the plane follows its load again, starting with the velocity that it has; never by default.

    velocity (vector or table in time, m/s, required)
        Velocity along the normal, positive towards the bodies: a number, or {t = [..], value = [..]} with times of the run; 0 holds the plane.
    """

def BoundaryLoad(
    *,
    mass: float | None = ...,
    force: Sequence[float] | Table | None = ...,
    pressure: Sequence[float] | Table | None = ...,
    area: float | None = ...,
    drive: Sequence[Table] | None = ...,
) -> dict[str, Any]:
    """The table `boundary.load` of a scene.

    mass (number, > 0, kg)
        Mass of the plane; its weight acts too. By default that of all bodies that can move at the start.

    force (vector or table in time, N)
        Force on the plane along its normal, positive towards the bodies: a number, or {t = [..], value = [..]}. Force or pressure must be given; with both they add up.

    pressure (vector or table in time, Pa)
        Pressure on the area that the plane presses at that time, positive towards the bodies: a number, or {t = [..], value = [..]}. The area is that between the walls beside it (planes and faces of boxes normal to the axes, or the periods), else that of the one tube around it (a drum in 3D, a cylinder); in 2D scenes are 1 m thick.

    area (number, > 0, m²)
        Area for `pressure` where there are no such walls, constant; in 2D the length in m.

    drive (list of tables)
        Times in which the plane moves along its normal with a given velocity instead of following its load. Not with the scheme "newmark".
    """

def BoundaryMotion(
    *,
    velocity: Sequence[float] | Table | None = ...,
    spin: Sequence[float] | Table | None = ...,
    rpm: Sequence[float] | Table | None = ...,
    rim_speed: Sequence[float] | Table | None = ...,
    axis: Sequence[float] | None = ...,
    pivot: Sequence[float] | None = ...,
    amplitude: Sequence[float] | None = ...,
    frequency: float | None = ...,
    phase: float | None = ...,
    surface_velocity: Sequence[float] | Table | None = ...,
    start: float | None = ...,
    stop: float | None = ...,
) -> dict[str, Any]:
    """The table `boundary.motion` of a scene.

    velocity (vector or table in time, m/s)
        Velocity of the translation, constant or {t = [..], value = [[..], ..]}. The times of tables are those of the run; positions are exact integrals of the velocity, so that interpolation = "step" moves the boundary in straight pieces.

    spin (vector or table in time, rad/s)
        Rotation about the pivot (2D: counter-clockwise, a number; 3D: a vector), constant or in time; in 3D all vectors of a table must be along one axis.

    rpm (vector or table in time, 1/min)
        The same in turns per minute, a number or {t = [..], value = [..]}; in 3D about `axis`.

    rim_speed (vector or table in time, m/s)
        The same by the speed of the wall of a drum along itself: the spin times the radius.

    axis (vector)
        Direction about which `rpm` turns in 3D; by default the axis of a drum.

    pivot (vector, m)
        Centre of rotation at t = 0; by default the boundary's own centre.

    amplitude (vector, m)
        Oscillation: displacement amplitude·(sin(2π·frequency·t + phase) − sin(phase)), t from the start of the motion.

    frequency (number, ≥ 0, Hz, default 0.0)
        Frequency of the oscillation.

    phase (number, rad, default 0.0)
        Phase of the oscillation.

    surface_velocity (vector or table in time, m/s)
        Velocity of the surface along itself, constant or in time; the shape stays (a conveyor belt).

    start (number, ≥ 0, s, default 0.0)
        When the motion begins.

    stop (number, > 0, s)
        When the motion ends; the boundary then rests where it is. By default it does not end.
    """

def BoundaryPlane(
    *,
    point: Sequence[float],
    normal: Sequence[float],
    load: Table | None = ...,
    name: str | None = ...,
    material: str | None = ...,
    motion: Table | None = ...,
    from_: float | None = ...,
    until: float | None = ...,
) -> dict[str, Any]:
    """The table `boundary` with kind = "plane" of a scene.

    point (vector, m, required)
        A point of the plane.

    normal (vector, required)
        Direction of the free side (need not be a unit vector).

    load (table)
        Makes it a piston: it moves along its normal under a force and the push of the bodies. By default it stays, or moves as prescribed.

    name (string)
        Name in messages and results; by default kind and number.

    material (string)
        Material; may be left out when the scene has only one.

    motion (table)
        Prescribed motion; fixed by default.

    from_ (number, ≥ 0, s, default 0.0)
        When the boundary appears; no body may be in its place by then. At the start by default.

    until (number, > 0, s)
        When the boundary is removed, such as the gate of a collapse; it stays by default.
    """

def BoundarySegment(
    *,
    start: Sequence[float],
    end: Sequence[float],
    radius: float | None = ...,
    name: str | None = ...,
    material: str | None = ...,
    motion: Table | None = ...,
    from_: float | None = ...,
    until: float | None = ...,
) -> dict[str, Any]:
    """The table `boundary` with kind = "segment" of a scene.

    start (vector, m, required)
        One end.

    end (vector, m, required)
        The other end.

    radius (number, ≥ 0, m, default 0.0)
        Half thickness; bodies touch both sides.

    name (string)
        Name in messages and results; by default kind and number.

    material (string)
        Material; may be left out when the scene has only one.

    motion (table)
        Prescribed motion; fixed by default.

    from_ (number, ≥ 0, s, default 0.0)
        When the boundary appears; no body may be in its place by then. At the start by default.

    until (number, > 0, s)
        When the boundary is removed, such as the gate of a collapse; it stays by default.
    """

def BoundaryBox(
    *,
    low: Sequence[float],
    high: Sequence[float],
    open: Sequence[str] | None = ...,
    name: str | None = ...,
    material: str | None = ...,
    motion: Table | None = ...,
    from_: float | None = ...,
    until: float | None = ...,
) -> dict[str, Any]:
    """The table `boundary` with kind = "box" of a scene.

    low (vector, m, required)
        Lower corner; bodies are inside.

    high (vector, m, required)
        Upper corner.

    open (list of strings)
        Faces left out: "x-", "x+", "y-", …

    name (string)
        Name in messages and results; by default kind and number.

    material (string)
        Material; may be left out when the scene has only one.

    motion (table)
        Prescribed motion; fixed by default.

    from_ (number, ≥ 0, s, default 0.0)
        When the boundary appears; no body may be in its place by then. At the start by default.

    until (number, > 0, s)
        When the boundary is removed, such as the gate of a collapse; it stays by default.
    """

def BoundaryDrum(
    *,
    center: Sequence[float],
    radius: float,
    axis: Sequence[float] | None = ...,
    length: float | None = ...,
    name: str | None = ...,
    material: str | None = ...,
    motion: Table | None = ...,
    from_: float | None = ...,
    until: float | None = ...,
) -> dict[str, Any]:
    """The table `boundary` with kind = "drum" of a scene.

    center (vector, m, required)
        Centre.

    radius (number, > 0, m, required)
        Inner radius; bodies are inside.

    axis (vector)
        Axis of the cylinder (3D, required there).

    length (number, > 0, m)
        Length between the two end walls (3D); without it there are none.

    name (string)
        Name in messages and results; by default kind and number.

    material (string)
        Material; may be left out when the scene has only one.

    motion (table)
        Prescribed motion; fixed by default.

    from_ (number, ≥ 0, s, default 0.0)
        When the boundary appears; no body may be in its place by then. At the start by default.

    until (number, > 0, s)
        When the boundary is removed, such as the gate of a collapse; it stays by default.
    """

def BoundaryRectangle(
    *,
    corner: Sequence[float],
    edges: Sequence[Sequence[float]],
    half_thickness: float | None = ...,
    name: str | None = ...,
    material: str | None = ...,
    motion: Table | None = ...,
    from_: float | None = ...,
    until: float | None = ...,
) -> dict[str, Any]:
    """The table `boundary` with kind = "rectangle" of a scene.

    corner (vector, m, required)
        One corner (3D; in 2D use a segment).

    edges (list of vectors, m, required)
        The two edges from there, at right angles.

    half_thickness (number, ≥ 0, m, default 0.0)
        Half thickness; bodies touch both sides.

    name (string)
        Name in messages and results; by default kind and number.

    material (string)
        Material; may be left out when the scene has only one.

    motion (table)
        Prescribed motion; fixed by default.

    from_ (number, ≥ 0, s, default 0.0)
        When the boundary appears; no body may be in its place by then. At the start by default.

    until (number, > 0, s)
        When the boundary is removed, such as the gate of a collapse; it stays by default.
    """

def BoundaryCylinder(
    *,
    center: Sequence[float],
    axis: Sequence[float],
    radius: float,
    length: float,
    half_thickness: float | None = ...,
    name: str | None = ...,
    material: str | None = ...,
    motion: Table | None = ...,
    from_: float | None = ...,
    until: float | None = ...,
) -> dict[str, Any]:
    """The table `boundary` with kind = "cylinder" of a scene.

    center (vector, m, required)
        Centre of the tube, which is open at both ends.

    axis (vector, required)
        Its axis; in 2D the tube is two parallel segments.

    radius (number, > 0, m, required)
        Radius of its wall.

    length (number, > 0, m, required)
        Length along the axis.

    half_thickness (number, ≥ 0, m, default 0.0)
        Half thickness; bodies touch both sides.

    name (string)
        Name in messages and results; by default kind and number.

    material (string)
        Material; may be left out when the scene has only one.

    motion (table)
        Prescribed motion; fixed by default.

    from_ (number, ≥ 0, s, default 0.0)
        When the boundary appears; no body may be in its place by then. At the start by default.

    until (number, > 0, s)
        When the boundary is removed, such as the gate of a collapse; it stays by default.
    """

def BoundaryCone(
    *,
    start: Sequence[float],
    end: Sequence[float],
    start_radius: float,
    end_radius: float,
    half_thickness: float | None = ...,
    name: str | None = ...,
    material: str | None = ...,
    motion: Table | None = ...,
    from_: float | None = ...,
    until: float | None = ...,
) -> dict[str, Any]:
    """The table `boundary` with kind = "cone" of a scene.

    start (vector, m, required)
        Centre of one end of the wall, which is open at both (a funnel; in 2D two segments).

    end (vector, m, required)
        Centre of the other end.

    start_radius (number, ≥ 0, m, required)
        Radius at the start; 0 for a tip.

    end_radius (number, ≥ 0, m, required)
        Radius at the end.

    half_thickness (number, ≥ 0, m, default 0.0)
        Half thickness; bodies touch both sides.

    name (string)
        Name in messages and results; by default kind and number.

    material (string)
        Material; may be left out when the scene has only one.

    motion (table)
        Prescribed motion; fixed by default.

    from_ (number, ≥ 0, s, default 0.0)
        When the boundary appears; no body may be in its place by then. At the start by default.

    until (number, > 0, s)
        When the boundary is removed, such as the gate of a collapse; it stays by default.
    """

def BoundaryDisc(
    *,
    center: Sequence[float],
    axis: Sequence[float],
    radius: float,
    hole: float | None = ...,
    half_thickness: float | None = ...,
    name: str | None = ...,
    material: str | None = ...,
    motion: Table | None = ...,
    from_: float | None = ...,
    until: float | None = ...,
) -> dict[str, Any]:
    """The table `boundary` with kind = "disc" of a scene.

    center (vector, m, required)
        Centre.

    axis (vector, required)
        Direction normal to it; in 2D it is a segment, or two.

    radius (number, > 0, m, required)
        Radius.

    hole (number, ≥ 0, m, default 0.0)
        Radius of the hole in its middle, smaller than its own; none by default.

    half_thickness (number, ≥ 0, m, default 0.0)
        Half thickness; bodies touch both sides.

    name (string)
        Name in messages and results; by default kind and number.

    material (string)
        Material; may be left out when the scene has only one.

    motion (table)
        Prescribed motion; fixed by default.

    from_ (number, ≥ 0, s, default 0.0)
        When the boundary appears; no body may be in its place by then. At the start by default.

    until (number, > 0, s)
        When the boundary is removed, such as the gate of a collapse; it stays by default.
    """

def Periodic(
    *,
    x: Sequence[float] | None = ...,
    y: Sequence[float] | None = ...,
    z: Sequence[float] | None = ...,
) -> dict[str, Any]:
    """The table `periodic` of a scene.

    x (vector, m)
        [low, high] between which the scene repeats itself along x: what leaves on one side comes in on the other. At least two of the largest diameters; not periodic by default.

    y (vector, m)
        The same along y.

    z (vector, m)
        The same along z (3D).
    """

def Force(
    *,
    group: str | None = ...,
    force: Sequence[float] | Table,
) -> dict[str, Any]:
    """The table `force` of a scene.

    group (string)
        Group of bodies; all bodies when left out.

    force (vector or table in time, N, required)
        Force on each body, constant or {t = [..], value = [[..], ..]}.
    """

def DesireVelocity(
    *,
    group: str | None = ...,
    velocity: Sequence[float] | Table,
) -> dict[str, Any]:
    """The table `desire` with kind = "velocity" of a scene.

    group (string)
        Group of bodies; all bodies when left out.

    velocity (vector or table in time, m/s, required)
        Velocity of an unhindered body, constant or {t = [..], value = [[..], ..]}.
    """

def DesirePoint(
    *,
    group: str | None = ...,
    speed: float,
    point: Sequence[float],
) -> dict[str, Any]:
    """The table `desire` with kind = "point" of a scene.

    group (string)
        Group of bodies; all bodies when left out.

    speed (number, > 0, m/s, required)
        Speed of an unhindered body.

    point (vector, m, required)
        Where the bodies want to be; they go there in a straight line.
    """

def DesireExitsEntry(
    *,
    start: Sequence[float],
    end: Sequence[float],
) -> dict[str, Any]:
    """The table `desire.exits` of a scene.

    start (vector, m, required)
        One end.

    end (vector, m, required)
        The other end.
    """

def DesireExits(
    *,
    group: str | None = ...,
    speed: float,
    exits: Sequence[Table],
    cell: float | None = ...,
) -> dict[str, Any]:
    """The table `desire` with kind = "exits" of a scene.

    group (string)
        Group of bodies; all bodies when left out.

    speed (number, > 0, m/s, required)
        Speed of an unhindered body.

    exits (list of tables, required)
        Segments (2D) to the nearest of which, around what stands in the way, the bodies go. A body whose centre crosses one leaves the scene. Boundaries that stay and fixed bodies stand in the way, enlarged by the largest radius of the group; exits are narrowed by it.

    cell (number, > 0, m)
        Side of the cells on which the shortest ways are computed, at most the largest radius of the group; a third of it by default.
    """

def FeedRegion(
    *,
    low: Sequence[float] | None = ...,
    high: Sequence[float] | None = ...,
    center: Sequence[float] | None = ...,
    radius: float | None = ...,
    axis: Sequence[float] | None = ...,
    length: float | None = ...,
) -> dict[str, Any]:
    """The table `feed.region` of a scene.

    low (vector, m)
        Lower corner of a box.

    high (vector, m)
        Upper corner of a box.

    center (vector, m)
        Centre of a disc, ball or cylinder.

    radius (number, > 0, m)
        Radius of a disc, ball or cylinder.

    axis (vector)
        Axis of a cylinder (3D).

    length (number, > 0, m)
        Length of a cylinder (3D).
    """

def FeedRadius(
    *,
    values: float | Sequence[float] | None = ...,
    weights: float | Sequence[float] | None = ...,
    min: float | None = ...,
    max: float | None = ...,
    median: float | None = ...,
    sigma: float | None = ...,
    exponent: float | None = ...,
    diameter: Sequence[float] | None = ...,
    passing: Sequence[float] | None = ...,
    by: Literal["number", "mass"] | None = ...,
) -> dict[str, Any]:
    """The table `feed.radius` of a scene.

    values (number or list, > 0, m)
        Radii to draw from.

    weights (number or list, ≥ 0)
        Relative frequencies of the values; equal by default.

    min (number, > 0, m)
        Smallest radius, of a distribution that is uniform unless `median` or `exponent` is given.

    max (number, > 0, m)
        Largest radius likewise.

    median (number, > 0, m)
        Median of a log-normal distribution, which is cut off at `min` and `max`; its median before the cut.

    sigma (number, 1e-06 to 10)
        Standard deviation of ln(radius) of a log-normal distribution.

    exponent (number, -100 to 100)
        Power law between `min` and `max`: shares per radius go with r^(−exponent).

    diameter (vector, > 0, m)
        Grading curve: diameters (not radii), increasing, from the smallest body to the largest; between them the curve is straight over the logarithm of the diameter.

    passing (vector, 0 to 100, %)
        Grading curve: the share of the bodies below each of the diameters, from 0 to 100.

    by (`"number"`, `"mass"`)
        Whether shares and weights count bodies or their mass (of one density); by default the mass for a grading curve, bodies for all others.
    """

def Feed(
    *,
    region: Table,
    rate: float,
    radius: float | Table,
    count: int | None = ...,
    from_: float | None = ...,
    until: float | None = ...,
    velocity: Sequence[float] | None = ...,
    velocity_jitter: float | Sequence[float] | None = ...,
    separation: float | None = ...,
    attempts: int | None = ...,
    seed: int | None = ...,
    material: str | None = ...,
    group: str | None = ...,
    shape: Literal["disc", "sphere"] | None = ...,
    mass: float | Sequence[float] | None = ...,
    inertia: str | float | None = ...,
    free: str | None = ...,
    rotation: bool | None = ...,
    fixed: bool | None = ...,
) -> dict[str, Any]:
    """The table `feed` of a scene.

    region (table, required)
        Where bodies are added, entirely inside.

    rate (number, > 0, 1/s, required)
        Bodies per second.

    radius (number or table, > 0, m, required)
        Radius: a number, or a distribution to draw from as a table.

    count (integer, 1 to 2147483647)
        Largest number of bodies to add; no limit by default.

    from_ (number, ≥ 0, s, default 0.0)
        When the feed begins.

    until (number, > 0, s)
        When the feed ends; at the end of the run by default.

    velocity (vector, m/s)
        Velocity of the new bodies.

    velocity_jitter (number or list, ≥ 0, m/s)
        Velocities vary by up to ± this, or one per direction.

    separation (number, ≥ 0, m, default 0.0)
        Smallest distance between a new body and any other.

    attempts (integer, 1 to 1000000000, default 100)
        Random places tried in one step for a body; one that finds none waits for the next step.

    seed (integer)
        Seed; by default derived from the scene's seed.

    material (string)
        Material; may be left out when the scene has only one.

    group (string)
        Name by which forces and observers refer to these bodies.

    shape (`"disc"`, `"sphere"`)
        The solid that mass and inertia are computed for: a disc by default in 2D, a sphere in 3D; a sphere may also roll in 2D.

    mass (number or list, > 0, kg)
        Mass instead of density times volume (a number, or one per body of a list).

    inertia (`"shape"`, `"mass"` or number, > 0, kg m², default "shape")
        Moment of inertia: "shape" (that of the solid), "mass" (the same number as the mass), or a value.

    free (string)
        Directions in which the bodies may move, such as "x" or "xy"; the others are locked. All by default.

    rotation (true or false, default true)
        Whether the bodies may rotate.

    fixed (true or false, default false)
        Whether the bodies are fixed in space.
    """

def RemoveRegion(
    *,
    low: Sequence[float] | None = ...,
    high: Sequence[float] | None = ...,
    center: Sequence[float] | None = ...,
    radius: float | None = ...,
    axis: Sequence[float] | None = ...,
    length: float | None = ...,
) -> dict[str, Any]:
    """The table `remove.region` of a scene.

    low (vector, m)
        Lower corner of a box.

    high (vector, m)
        Upper corner of a box.

    center (vector, m)
        Centre of a disc, ball or cylinder.

    radius (number, > 0, m)
        Radius of a disc, ball or cylinder.

    axis (vector)
        Axis of a cylinder (3D).

    length (number, > 0, m)
        Length of a cylinder (3D).
    """

def Remove(
    *,
    region: Table,
    where: Literal["inside", "outside"] | None = ...,
    group: str | None = ...,
) -> dict[str, Any]:
    """The table `remove` of a scene.

    region (table, required)
        The region.

    where (`"inside"`, `"outside"`, default "outside")
        On which side of its surface a body is removed, by its centre. Bodies fixed in space stay.

    group (string)
        Only bodies of this group; all by default.
    """

def Time(
    *,
    step: float,
    end: float,
    on_trouble: Literal["stop", "warn", "halve-step"] | None = ...,
) -> dict[str, Any]:
    """The table `time` of a scene.

    step (number, > 0, s, required)
        Time step; `galet check` suggests one, whatever is given here.

    end (number, > 0, s, required)
        End of the run: the first multiple of the step that reaches it.

    on_trouble (`"stop"`, `"warn"`, `"halve-step"`, default "stop")
        What to do when values in a step are not finite, or when bodies are driven together and have nowhere to go: "stop" ends the run (exit code 4); "warn" goes on in the second case; "halve-step" undoes the step and makes it in 2, 4, … 64 parts, also when bodies overlap by more than the warning `overlap` allows and by more than before the step. Observers see the last part of such a step.
    """

def StopEmpty(
    *,
    low: Sequence[float] | None = ...,
    high: Sequence[float] | None = ...,
    center: Sequence[float] | None = ...,
    radius: float | None = ...,
    axis: Sequence[float] | None = ...,
    length: float | None = ...,
) -> dict[str, Any]:
    """The table `stop.empty` of a scene.

    low (vector, m)
        Lower corner of a box.

    high (vector, m)
        Upper corner of a box.

    center (vector, m)
        Centre of a disc, ball or cylinder.

    radius (number, > 0, m)
        Radius of a disc, ball or cylinder.

    axis (vector)
        Axis of a cylinder (3D).

    length (number, > 0, m)
        Length of a cylinder (3D).
    """

def Stop(
    *,
    kinetic_energy: float | None = ...,
    kinetic_energy_per_body: float | None = ...,
    unbalanced: float | None = ...,
    lasting: float | None = ...,
    empty: Table | None = ...,
    after: float | None = ...,
) -> dict[str, Any]:
    """The table `stop` of a scene.

    kinetic_energy (number, > 0, J)
        The run ends when the kinetic energy is below this …

    kinetic_energy_per_body (number, > 0, J)
        … and its mean over the bodies that can move below this …

    unbalanced (number, > 0)
        … and the mean resultant force on a body below this times the mean force of a contact, such as 1e-2, or less with a solver.tolerance of 1e-6 (of these conditions those that are given) …

    lasting (number, ≥ 0, s, default 0.0)
        … at every step for this time.

    empty (table)
        The run ends when no body that can move has its centre in this region (a table as `region` of a fill).

    after (number, ≥ 0, s, default 0.0)
        Conditions are ignored before this time.
    """

def SchemeMoreauJean(
    *,
    normal: Literal["gap", "velocity"] | None = ...,
    theta: float | None = ...,
    activation: float | None = ...,
    feedback: float | None = ...,
    feedback_limit: float | None = ...,
) -> dict[str, Any]:
    """The table `scheme` with name = "moreau-jean" of a scene.

    normal (`"gap"`, `"velocity"`, default "gap")
        How the normal condition is posed: on the gap at the end of the step, which keeps overlaps small, or as in the papers on the velocity of contacts that touch.

    theta (number, 0.5 to 1)
        Weight of the end of the step, for normal = "velocity": 1/2 by default, which is exact for free flight. On gaps it is 1 and may not be given.

    activation (number, ≥ 0, default 1e-08)
        With normal = "velocity" a contact is active when its gap at mid-step is at most this times the smaller radius of the pair (chains of touching bodies depend on it).

    feedback (number, 0 to 1, default 1.0)
        With normal = "gap": part of an overlap that is taken back in one step.

    feedback_limit (number, ≥ 0, default 0.01)
        With normal = "gap": most overlap taken back in one step, times the smaller radius of the pair; keeps a bad start from exploding.
    """

def SchemeConvex(
    *,
    friction_model: Literal["coulomb", "convex"] | None = ...,
    feedback: float | None = ...,
    feedback_limit: float | None = ...,
) -> dict[str, Any]:
    """The table `scheme` with name = "convex" of a scene.

    friction_model (`"coulomb"`, `"convex"`, default "coulomb")
        "coulomb", or "convex": impulses in the friction cone and nothing else, which makes a step a convex program and leaves a gap µ h |u_t| at contacts that slip (reported as `opening`).

    feedback (number, 0 to 1, default 1.0)
        Part of an overlap of the start that is taken back in one step.

    feedback_limit (number, ≥ 0, default 0.01)
        Most overlap taken back in one step, times the smaller radius of the pair; keeps a bad start from exploding.
    """

def SchemeLinearAuto(
) -> dict[str, Any]:
    """The table `scheme.linear` with name = "auto" of a scene.
    """

def SchemeLinearDenseLu(
) -> dict[str, Any]:
    """The table `scheme.linear` with name = "dense-lu" of a scene.
    """

def SchemeLinearSuperlu(
) -> dict[str, Any]:
    """The table `scheme.linear` with name = "superlu" of a scene.
    """

def SchemeLinearSparseLu(
) -> dict[str, Any]:
    """The table `scheme.linear` with name = "sparse-lu" of a scene.
    """

def SchemeLinearSparseCholesky(
) -> dict[str, Any]:
    """The table `scheme.linear` with name = "sparse-cholesky" of a scene.
    """

def SchemeLinearGmresIlut(
    *,
    tolerance: float | None = ...,
    max_iterations: int | None = ...,
    restart: int | None = ...,
    drop: float | None = ...,
    fill: int | None = ...,
) -> dict[str, Any]:
    """The table `scheme.linear` with name = "gmres-ilut" of a scene.

    tolerance (number, > 0, default 1e-10)
        Relative residual |b − A x|/|b| that ends a solve.

    max_iterations (integer, 1 to 1000000000, default 1000)
        Iterations after which a solve gives up.

    restart (integer, 1 to 1000000, default 30)
        Vectors kept before the method starts again.

    drop (number, ≥ 0, default 0.001)
        Entries of the incomplete factors below this are dropped.

    fill (integer, 1 to 1000, default 5)
        Entries of the incomplete factors, over those of the matrix.
    """

def SchemeLinearPcgIc(
    *,
    tolerance: float | None = ...,
    max_iterations: int | None = ...,
) -> dict[str, Any]:
    """The table `scheme.linear` with name = "pcg-ic" of a scene.

    tolerance (number, > 0, default 1e-10)
        Relative residual |b − A x|/|b| that ends a solve.

    max_iterations (integer, 1 to 1000000000, default 1000)
        Iterations after which a solve gives up.
    """

def SchemeLinearPcgJacobi(
    *,
    tolerance: float | None = ...,
    max_iterations: int | None = ...,
) -> dict[str, Any]:
    """The table `scheme.linear` with name = "pcg-jacobi" of a scene.

    tolerance (number, > 0, default 1e-10)
        Relative residual |b − A x|/|b| that ends a solve.

    max_iterations (integer, 1 to 1000000000, default 1000)
        Iterations after which a solve gives up.
    """

def SchemeNewmark(
    *,
    variant: Literal["exact", "thesis", "thesis-mean-normal"] | None = ...,
    beta: float | None = ...,
    gamma: float | None = ...,
    friction_velocity: Literal["mean", "end"] | None = ...,
    linear: str | Table | None = ...,
    assembly: Literal["sparse", "dense"] | None = ...,
    tolerance: float | None = ...,
    step_norm: float | None = ...,
    max_iterations: int | None = ...,
) -> dict[str, Any]:
    """The table `scheme` with name = "newmark" of a scene.

    variant (`"exact"`, `"thesis"`, `"thesis-mean-normal"`, default "exact")
        "exact" conserves energy and momenta to round-off; "thesis" does what the program of the thesis does (overlaps cut off at 0, normals of the end of the step); "thesis-mean-normal" the same with the mean direction of the step.

    beta (number, > 0, default 0.5)
        Newmark's β: q⁺ = q + h v + h² ((1/2 − β) a + β a⁺). Other values than 1/2 need variant = "thesis".

    gamma (number, > 0, default 1.0)
        Newmark's γ: v⁺ = v + h ((1 − γ) a + γ a⁺). Other values than 1 need variant = "thesis".

    friction_velocity (`"mean"`, `"end"`, default "mean")
        Velocity that friction acts on: the mean of the step, which never makes energy, or that at its end, as in the thesis.

    linear (`"auto"`, `"dense-lu"`, `"superlu"`, `"sparse-lu"`, `"sparse-cholesky"`, `"gmres-ilut"`, `"pcg-ic"`, `"pcg-jacobi"` or table)
        Solver of the linear systems; sparse-cholesky, pcg-ic and pcg-jacobi need pairs without friction.

    assembly (`"sparse"`, `"dense"`, default "sparse")
        Whether the matrix is built sparse, or as a full matrix (for comparisons: memory and time grow with the square of the number of bodies).

    tolerance (number, > 0, default 1e-14)
        A step counts as solved when residual or Newton step, as a velocity, is at most this times the largest velocity, and no contact has changed its state.

    step_norm (number, > 0, m)
        With variant = "thesis", and required there: Euclidean norm of the Newton step of all bodies, or of its sum with the one before, that ends a step.

    max_iterations (integer, 1 to 1000000, default 50)
        Newton iterations after which a step counts as not solved.
    """

def SchemeDem(
    *,
    update: Literal["velocity-verlet", "thesis"] | None = ...,
    allow_unstable: bool | None = ...,
) -> dict[str, Any]:
    """The table `scheme` with name = "dem" of a scene.

    update (`"velocity-verlet"`, `"thesis"`, default "velocity-verlet")
        "velocity-verlet" moves velocities by the mean of the accelerations at both ends of the step, second order; "thesis" by that at its start, which makes energy in every loaded step.

    allow_unstable (true or false, default false)
        Runs although the step is longer than the estimate of the largest stable one.
    """

def SchemeFirstOrder(
) -> dict[str, Any]:
    """The table `scheme` with name = "first-order" of a scene.
    """

def SolverLocalExact(
) -> dict[str, Any]:
    """The table `solver.local` with name = "exact" of a scene.
    """

def SolverLocalEpdas(
    *,
    gamma_n: float | None = ...,
    gamma_t: float | None = ...,
    inner_iterations: int | None = ...,
    ratio_limit: float | None = ...,
) -> dict[str, Any]:
    """The table `solver.local` with name = "epdas" of a scene.

    gamma_n (number, > 0, kg)
        Weight of the normal velocity in the choice between gap and contact; by default 1/W_nn of the contact.

    gamma_t (number, > 0, kg)
        Weight of the slip velocity in the choice between stick and slip; by default one over the mean of the diagonal of W_tt. Above 2/W_tt a sticking contact may never be found.

    inner_iterations (integer, 1 to 1000000, default 1)
        Active set steps per visit of a contact.

    ratio_limit (number, ≥ 1, default 2.0)
        Growth of the normal impulse in one step beyond which the stick row of ipdas is used; a huge number gives the method without this guard.
    """

def SolverLocalIpdas(
    *,
    gamma_n: float | None = ...,
    gamma_t: float | None = ...,
    inner_iterations: int | None = ...,
) -> dict[str, Any]:
    """The table `solver.local` with name = "ipdas" of a scene.

    gamma_n (number, > 0, kg)
        Weight of the normal velocity in the choice between gap and contact; by default 1/W_nn of the contact.

    gamma_t (number, > 0, kg)
        Weight of the slip velocity in the choice between stick and slip; by default one over the mean of the diagonal of W_tt. Above 2/W_tt a sticking contact may never be found.

    inner_iterations (integer, 1 to 1000000, default 1)
        Active set steps per visit of a contact.
    """

def SolverLocalSal(
    *,
    r: float | None = ...,
    inner_iterations: int | None = ...,
) -> dict[str, Any]:
    """The table `solver.local` with name = "sal" of a scene.

    r (number, > 0, kg)
        Step of the projections; by default one over a norm of W_cc. Diverges above 2/‖W_cc‖.

    inner_iterations (integer, 1 to 1000000, default 20)
        Most projections per visit of a contact.
    """

def SolverLocalSbp(
    *,
    r: float | None = ...,
    inner_iterations: int | None = ...,
) -> dict[str, Any]:
    """The table `solver.local` with name = "sbp" of a scene.

    r (number, > 0, kg)
        Step of the projections; by default one over a norm of W_cc. Diverges above 2/‖W_cc‖.

    inner_iterations (integer, 1 to 1000000, default 20)
        Most projections per visit of a contact.
    """

def SolverLocalIbp(
    *,
    r: float | None = ...,
) -> dict[str, Any]:
    """The table `solver.local` with name = "ibp" of a scene.

    r (number, > 0, kg)
        Step of the projection, the same in all directions; by default 1/W_nn along the normal and 1/W_tt along the tangents, less where they are coupled.
    """

def SolverNlgs(
    *,
    local: str | Table | None = ...,
    criterion: Literal["residual", "stagnation"] | None = ...,
    tolerance: float | None = ...,
    tolerance_velocity: float | None = ...,
    max_iterations: int | None = ...,
    max_seconds: float | None = ...,
    order: Literal["fixed", "random", "symmetric"] | None = ...,
    seed: int | None = ...,
    warm_start: bool | None = ...,
    batches: bool | None = ...,
    momentum: bool | None = ...,
    precision: Literal["single", "double"] | None = ...,
    tolerance_impulse: float | None = ...,
    finisher: bool | None = ...,
) -> dict[str, Any]:
    """The table `solver` with name = "nlgs" of a scene.

    local (`"exact"`, `"epdas"`, `"ipdas"`, `"sal"`, `"sbp"`, `"ibp"` or table)
        Solver of one contact in a sweep.

    criterion (`"residual"`, `"stagnation"`, default "residual")
        What ends a solve: the residual, or stagnation, that is the changes of the last sweep relative to the largest impulse (for comparisons; it does not bound the error).

    tolerance (number, > 0)
        Relative residual (with stagnation: relative change) at which a step counts as solved; by default 1e-6 with stagnation or beside a tolerance_velocity, and from the loads of the step otherwise.

    tolerance_velocity (number, > 0, m/s)
        Residual in m/s that is enough, whatever the relative one; not used with stagnation.

    max_iterations (integer, 1 to 1000000000, default 10000)
        Sweeps after which a solve gives up and keeps its best point.

    max_seconds (number, > 0, s)
        Wall-clock time after which a solve gives up (results then depend on the machine).

    order (`"fixed"`, `"random"`, `"symmetric"`, default "fixed")
        Order of the contacts: as detected, shuffled in every sweep, or forward and backward in turn.

    seed (integer, default 1)
        Seed of the random order.

    warm_start (true or false, default true)
        Start from the impulses of the last step.

    batches (true or false, default true)
        Sweep discs and spheres in batches of independent contacts with vector instructions (with local = "exact", order = "fixed" and criterion = "residual").

    momentum (true or false, default true)
        Accelerate the batched sweeps by momentum with restart and, where the residual stalls, by other maps in turn.

    precision (`"single"`, `"double"`, default "single")
        Of the batched sweeps; the residual is computed in double anyway.

    tolerance_impulse (number, > 0, N s)
        Changes of the impulses in one sweep that are enough, whatever the relative ones; only with stagnation.

    finisher (true or false, default false)
        Where max_iterations sweeps do not meet the tolerance, go on by Newton's method; for problems of up to some thousand contacts with Coulomb's law alone.
    """

def SolverUzawa(
    *,
    tolerance: float | None = ...,
    tolerance_velocity: float | None = ...,
    max_iterations: int | None = ...,
    max_seconds: float | None = ...,
    warm_start: bool | None = ...,
    step: float | None = ...,
) -> dict[str, Any]:
    """The table `solver` with name = "uzawa" of a scene.

    tolerance (number, > 0)
        Relative residual at which a step counts as solved; by default 1e-6 beside a tolerance_velocity, and from the loads of the step without one.

    tolerance_velocity (number, > 0, m/s)
        Residual in m/s that is enough, whatever the relative one.

    max_iterations (integer, 1 to 1000000000, default 10000)
        Gradient steps after which a solve gives up and keeps its best point.

    max_seconds (number, > 0, s)
        Wall-clock time after which a solve gives up (results then depend on the machine).

    warm_start (true or false, default true)
        Start from the impulses of the last step.

    step (number, > 0, default 1.6)
        Length of the gradient steps in units of the guaranteed bound on W: below 2 the convex problem is certain to converge.
    """

def SolverPgd(
    *,
    tolerance: float | None = ...,
    tolerance_velocity: float | None = ...,
    max_iterations: int | None = ...,
    max_seconds: float | None = ...,
    warm_start: bool | None = ...,
    step: float | None = ...,
) -> dict[str, Any]:
    """The table `solver` with name = "pgd" of a scene.

    tolerance (number, > 0)
        Relative residual at which a step counts as solved; by default 1e-6 beside a tolerance_velocity, and from the loads of the step without one.

    tolerance_velocity (number, > 0, m/s)
        Residual in m/s that is enough, whatever the relative one.

    max_iterations (integer, 1 to 1000000000, default 10000)
        Gradient steps after which a solve gives up and keeps its best point.

    max_seconds (number, > 0, s)
        Wall-clock time after which a solve gives up (results then depend on the machine).

    warm_start (true or false, default true)
        Start from the impulses of the last step.

    step (number, > 0, default 1.6)
        Length of the gradient steps in units of the guaranteed bound on W: below 2 the convex problem is certain to converge.
    """

def SolverApgd(
    *,
    tolerance: float | None = ...,
    tolerance_velocity: float | None = ...,
    max_iterations: int | None = ...,
    max_seconds: float | None = ...,
    warm_start: bool | None = ...,
) -> dict[str, Any]:
    """The table `solver` with name = "apgd" of a scene.

    tolerance (number, > 0)
        Relative residual at which a step counts as solved; by default 1e-6 beside a tolerance_velocity, and from the loads of the step without one.

    tolerance_velocity (number, > 0, m/s)
        Residual in m/s that is enough, whatever the relative one.

    max_iterations (integer, 1 to 1000000000, default 10000)
        Gradient steps after which a solve gives up and keeps its best point.

    max_seconds (number, > 0, s)
        Wall-clock time after which a solve gives up (results then depend on the machine).

    warm_start (true or false, default true)
        Start from the impulses of the last step.
    """

def SolverInteriorPoint(
    *,
    tolerance: float | None = ...,
    tolerance_velocity: float | None = ...,
    max_iterations: int | None = ...,
    max_seconds: float | None = ...,
    warm_start: bool | None = ...,
) -> dict[str, Any]:
    """The table `solver` with name = "interior-point" of a scene.

    tolerance (number, > 0)
        Relative residual at which a step counts as solved; by default 1e-6 beside a tolerance_velocity, and from the loads of the step without one.

    tolerance_velocity (number, > 0, m/s)
        Residual in m/s that is enough, whatever the relative one.

    max_iterations (integer, 1 to 1000000, default 100)
        Newton steps, with a factorisation each, after which a solve gives up and keeps its best point.

    max_seconds (number, > 0, s)
        Wall-clock time after which a solve gives up (results then depend on the machine).

    warm_start (true or false, default true)
        Try the impulses of the last step first: they are taken if they meet the tolerance, and do not help otherwise.
    """

def OutputCheckpoint(
    *,
    every_seconds: float | None = ...,
    keep: int | None = ...,
) -> dict[str, Any]:
    """The table `output.checkpoint` of a scene.

    every_seconds (number, > 0, s, default 60.0)
        Wall-clock time between checkpoints: what a killed run loses at most. Results do not depend on it.

    keep (integer, 1 to 100, default 2)
        Number of checkpoints kept; `galet resume` takes an earlier one if the last is damaged.
    """

def Output(
    *,
    every: float | None = ...,
    contacts: bool | None = ...,
    frames_per_segment: int | None = ...,
    checkpoint: Table | None = ...,
) -> dict[str, Any]:
    """The table `output` of a scene.

    every (number, > 0, s)
        Simulated time between outputs; by default a hundredth of the run.

    contacts (true or false, default true)
        Whether to store contacts in the trajectory.

    frames_per_segment (integer, 1 to 1000000, default 20)
        Frames in one file of the trajectory.

    checkpoint (table)
        Where `galet resume` continues, and how much is lost at most.
    """

def ObserveEnergy(
    *,
    name: str | None = ...,
    every: float | None = ...,
) -> dict[str, Any]:
    """The table `observe` with kind = "energy" of a scene.

    name (string)
        Name of the file observe/<name>.csv: letters, digits, - and _; by default the kind, with a number from the second on.

    every (number, > 0, s)
        Simulated time between rows; by default that of the outputs.
    """

def ObserveRegion(
    *,
    low: Sequence[float] | None = ...,
    high: Sequence[float] | None = ...,
    center: Sequence[float] | None = ...,
    radius: float | None = ...,
) -> dict[str, Any]:
    """The table `observe.region` of a scene.

    low (vector, m)
        Lower corner of a box.

    high (vector, m)
        Upper corner of a box.

    center (vector, m)
        Centre of a disc or ball.

    radius (number, > 0, m)
        Radius of a disc or ball.
    """

def ObserveCoordination(
    *,
    name: str | None = ...,
    every: float | None = ...,
    group: str | None = ...,
    region: Table | None = ...,
    boundaries: bool | None = ...,
    least: int | None = ...,
) -> dict[str, Any]:
    """The table `observe` with kind = "coordination" of a scene.

    name (string)
        Name of the file observe/<name>.csv: letters, digits, - and _; by default the kind, with a number from the second on.

    every (number, > 0, s)
        Simulated time between rows; by default that of the outputs.

    group (string)
        Only bodies of this group; all when left out.

    region (table)
        Only this part of space; everywhere when left out.

    boundaries (true or false, default true)
        Whether contacts with boundaries and fixed bodies count.

    least (integer, 1 to 100, default 2)
        A body with fewer contacts is a rattler: 2 with friction; without, the dimension plus 1.
    """

def ObserveFabric(
    *,
    name: str | None = ...,
    every: float | None = ...,
    group: str | None = ...,
    region: Table | None = ...,
) -> dict[str, Any]:
    """The table `observe` with kind = "fabric" of a scene.

    name (string)
        Name of the file observe/<name>.csv: letters, digits, - and _; by default the kind, with a number from the second on.

    every (number, > 0, s)
        Simulated time between rows; by default that of the outputs.

    group (string)
        Only bodies of this group; all when left out.

    region (table)
        Only this part of space; everywhere when left out.
    """

def ObserveStress(
    *,
    name: str | None = ...,
    every: float | None = ...,
    group: str | None = ...,
    region: Table | None = ...,
    average: bool | None = ...,
) -> dict[str, Any]:
    """The table `observe` with kind = "stress" of a scene.

    name (string)
        Name of the file observe/<name>.csv: letters, digits, - and _; by default the kind, with a number from the second on.

    every (number, > 0, s)
        Simulated time between rows; by default that of the outputs.

    group (string)
        Only bodies of this group; all when left out.

    region (table)
        Only this part of space; everywhere when left out.

    average (true or false, default true)
        Mean over the steps since the previous row; otherwise the last step alone.
    """

def ObservePacking(
    *,
    name: str | None = ...,
    every: float | None = ...,
    group: str | None = ...,
    region: Table | None = ...,
) -> dict[str, Any]:
    """The table `observe` with kind = "packing" of a scene.

    name (string)
        Name of the file observe/<name>.csv: letters, digits, - and _; by default the kind, with a number from the second on.

    every (number, > 0, s)
        Simulated time between rows; by default that of the outputs.

    group (string)
        Only bodies of this group; all when left out.

    region (table)
        Only this part of space; everywhere when left out.
    """

def ObserveGrid(
    *,
    low: Sequence[float],
    high: Sequence[float],
    cells: Sequence[int],
) -> dict[str, Any]:
    """The table `observe.grid` of a scene.

    low (vector, m, required)
        Lower corner.

    high (vector, m, required)
        Upper corner.

    cells (integers, one per direction, 1 to 1000000, required)
        Number of cells in each direction; 1 averages across.
    """

def ObserveProfile(
    *,
    name: str | None = ...,
    every: float | None = ...,
    group: str | None = ...,
    grid: Table,
    width: float | None = ...,
    average: bool | None = ...,
) -> dict[str, Any]:
    """The table `observe` with kind = "profile" of a scene.

    name (string)
        Name of the file observe/<name>.csv: letters, digits, - and _; by default the kind, with a number from the second on.

    every (number, > 0, s)
        Simulated time between rows; by default that of the outputs.

    group (string)
        Only bodies of this group; all when left out.

    grid (table, required)
        The cells.

    width (number, > 0, m)
        Standard deviation of the Gaussian kernel; by default the mean radius of the bodies.

    average (true or false, default false)
        Mean over the steps since the previous row; otherwise the last step alone.
    """

def ObserveStressProfile(
    *,
    name: str | None = ...,
    every: float | None = ...,
    group: str | None = ...,
    grid: Table,
    width: float | None = ...,
    average: bool | None = ...,
) -> dict[str, Any]:
    """The table `observe` with kind = "stress-profile" of a scene.

    name (string)
        Name of the file observe/<name>.csv: letters, digits, - and _; by default the kind, with a number from the second on.

    every (number, > 0, s)
        Simulated time between rows; by default that of the outputs.

    group (string)
        Only bodies of this group; all when left out.

    grid (table, required)
        The cells.

    width (number, > 0, m)
        Standard deviation of the Gaussian kernel; by default the mean radius of the bodies.

    average (true or false, default true)
        Mean over the steps since the previous row; otherwise the last step alone.
    """

def ObserveWallForces(
    *,
    name: str | None = ...,
    every: float | None = ...,
    boundary: str | None = ...,
    faces: bool | None = ...,
    average: bool | None = ...,
) -> dict[str, Any]:
    """The table `observe` with kind = "wall-forces" of a scene.

    name (string)
        Name of the file observe/<name>.csv: letters, digits, - and _; by default the kind, with a number from the second on.

    every (number, > 0, s)
        Simulated time between rows; by default that of the outputs.

    boundary (string)
        Name of the boundary; all, one row each, when left out.

    faces (true or false, default false)
        One row for each face of a boundary (the sides of a box).

    average (true or false, default true)
        Mean over the steps since the previous row; otherwise the last step alone.
    """

def ObserveForceDistribution(
    *,
    name: str | None = ...,
    every: float | None = ...,
    group: str | None = ...,
    region: Table | None = ...,
    bins: int | None = ...,
    limit: float | None = ...,
) -> dict[str, Any]:
    """The table `observe` with kind = "force-distribution" of a scene.

    name (string)
        Name of the file observe/<name>.csv: letters, digits, - and _; by default the kind, with a number from the second on.

    every (number, > 0, s)
        Simulated time between rows; by default that of the outputs.

    group (string)
        Only bodies of this group; all when left out.

    region (table)
        Only this part of space; everywhere when left out.

    bins (integer, 1 to 1000000, default 60)
        Bins of equal width; one more for all beyond.

    limit (number, > 0, default 6.0)
        End of the bins, in mean forces.
    """

def ObserveForceChains(
    *,
    name: str | None = ...,
    every: float | None = ...,
    group: str | None = ...,
    region: Table | None = ...,
) -> dict[str, Any]:
    """The table `observe` with kind = "force-chains" of a scene.

    name (string)
        Name of the file observe/<name>.csv: letters, digits, - and _; by default the kind, with a number from the second on.

    every (number, > 0, s)
        Simulated time between rows; by default that of the outputs.

    group (string)
        Only bodies of this group; all when left out.

    region (table)
        Only this part of space; everywhere when left out.
    """

def ObserveSurface(
    *,
    name: str | None = ...,
    every: float | None = ...,
    group: str | None = ...,
    region: Table | None = ...,
    shape: Literal["slope", "heap"] | None = ...,
    column: float | None = ...,
    apex: Sequence[float] | None = ...,
) -> dict[str, Any]:
    """The table `observe` with kind = "surface" of a scene.

    name (string)
        Name of the file observe/<name>.csv: letters, digits, - and _; by default the kind, with a number from the second on.

    every (number, > 0, s)
        Simulated time between rows; by default that of the outputs.

    group (string)
        Only bodies of this group; all when left out.

    region (table)
        Only this part of space; everywhere when left out.

    shape (`"slope"`, `"heap"`, default "slope")
        What is fitted: a straight slope, or a heap that falls equally on all sides.

    column (number, > 0, m)
        Width of a column, whose highest body is the surface; by default twice the mean diameter of the bodies.

    apex (vector, m)
        A point on the axis of the heap; by default the centre of mass of the bodies.
    """

def ObserveRunout(
    *,
    name: str | None = ...,
    every: float | None = ...,
    group: str | None = ...,
    direction: Sequence[float] | None = ...,
    fraction: float | None = ...,
) -> dict[str, Any]:
    """The table `observe` with kind = "runout" of a scene.

    name (string)
        Name of the file observe/<name>.csv: letters, digits, - and _; by default the kind, with a number from the second on.

    every (number, > 0, s)
        Simulated time between rows; by default that of the outputs.

    group (string)
        Only bodies of this group; all when left out.

    direction (vector)
        Direction of the flow; x by default.

    fraction (number, 0 to 1, default 1.0)
        Part of the mass that lies behind the front; below 1 it leaves out stray bodies.
    """

def ObserveFlow(
    *,
    name: str | None = ...,
    every: float | None = ...,
    group: str | None = ...,
    point: Sequence[float],
    normal: Sequence[float],
    radius: float | None = ...,
) -> dict[str, Any]:
    """The table `observe` with kind = "flow" of a scene.

    name (string)
        Name of the file observe/<name>.csv: letters, digits, - and _; by default the kind, with a number from the second on.

    every (number, > 0, s)
        Simulated time between rows; by default that of the outputs.

    group (string)
        Only bodies of this group; all when left out.

    point (vector, m, required)
        A point of the line (2D) or plane (3D).

    normal (vector, required)
        Direction in which the flow counts as forward.

    radius (number, > 0, m)
        Only crossings within this distance of the point count; all when left out.
    """

def ObserveDisplacement(
    *,
    name: str | None = ...,
    every: float | None = ...,
    group: str | None = ...,
    region: Table | None = ...,
    start: float | None = ...,
) -> dict[str, Any]:
    """The table `observe` with kind = "displacement" of a scene.

    name (string)
        Name of the file observe/<name>.csv: letters, digits, - and _; by default the kind, with a number from the second on.

    every (number, > 0, s)
        Simulated time between rows; by default that of the outputs.

    group (string)
        Only bodies of this group; all when left out.

    region (table)
        Only this part of space; everywhere when left out.

    start (number, ≥ 0, s, default 0.0)
        Displacements count from the first step that reaches this time; the region chooses the bodies then.
    """

def ObserveSegregation(
    *,
    name: str | None = ...,
    every: float | None = ...,
    groups: Sequence[str] | None = ...,
    radius: float | None = ...,
    grid: Table,
) -> dict[str, Any]:
    """The table `observe` with kind = "segregation" of a scene.

    name (string)
        Name of the file observe/<name>.csv: letters, digits, - and _; by default the kind, with a number from the second on.

    every (number, > 0, s)
        Simulated time between rows; by default that of the outputs.

    groups (list of strings)
        The two species, as groups; or else `radius`.

    radius (number, > 0, m)
        The two species: bodies of at most this radius, and larger ones.

    grid (table, required)
        Cells whose compositions are compared.
    """

def ObserveUnbalanced(
    *,
    name: str | None = ...,
    every: float | None = ...,
    group: str | None = ...,
    region: Table | None = ...,
) -> dict[str, Any]:
    """The table `observe` with kind = "unbalanced" of a scene.

    name (string)
        Name of the file observe/<name>.csv: letters, digits, - and _; by default the kind, with a number from the second on.

    every (number, > 0, s)
        Simulated time between rows; by default that of the outputs.

    group (string)
        Only bodies of this group; all when left out.

    region (table)
        Only this part of space; everywhere when left out.
    """

def ObserveInertialNumber(
    *,
    name: str | None = ...,
    every: float | None = ...,
    group: str | None = ...,
    region: Table | None = ...,
    average: bool | None = ...,
) -> dict[str, Any]:
    """The table `observe` with kind = "inertial-number" of a scene.

    name (string)
        Name of the file observe/<name>.csv: letters, digits, - and _; by default the kind, with a number from the second on.

    every (number, > 0, s)
        Simulated time between rows; by default that of the outputs.

    group (string)
        Only bodies of this group; all when left out.

    region (table)
        Only this part of space; everywhere when left out.

    average (true or false, default true)
        Mean over the steps since the previous row; otherwise the last step alone.
    """

def ObserveBodies(
    *,
    name: str | None = ...,
    every: float | None = ...,
    ids: Sequence[int],
) -> dict[str, Any]:
    """The table `observe` with kind = "bodies" of a scene.

    name (string)
        Name of the file observe/<name>.csv: letters, digits, - and _; by default the kind, with a number from the second on.

    every (number, > 0, s)
        Simulated time between rows; by default that of the outputs.

    ids (integers, one per direction, 0 to 2147483647, required)
        Numbers of the bodies, as in the trajectory: those of the start count from 0 in the order of the scene. One row each.
    """
