#include "galet/build/place_bodies.hpp"

#include "galet/build/csv_bodies.hpp"
#include "galet/build/dense_fill.hpp"
#include "galet/build/fill.hpp"
#include "galet/build/radius_law.hpp"
#include "galet/scene/vectors.hpp"

namespace galet {
namespace {

// The value of body k in a list that has one for each body or one for all.
template <class T>
const T& value_for(const std::vector<T>& values, std::size_t k) {
  return values.size() == 1 ? values.front() : values[k];
}

void check_length(const std::string& key, std::size_t length, std::size_t bodies) {
  if (length != bodies && length != 1) {
    refuse(key,
           fmt::format("expected one, or one for each of the {} bodies, got {}", bodies, length));
  }
}

// Bodies of a fill, once they have their places.
template <int D, class Settings>
std::vector<BodySeed<D>> seeds_of(const std::string& key, const Settings& settings,
                                  const std::vector<double>& radii,
                                  const std::vector<Vec<D>>& centers, Random& random) {
  const Vec<D> velocity = vector_or_zero<D>(key + ".velocity", settings.velocity);
  const Vec<D> velocity_jitter =
      per_direction<D>(key + ".velocity_jitter", settings.velocity_jitter);
  std::vector<BodySeed<D>> seeds(radii.size());
  for (std::size_t n = 0; n < seeds.size(); ++n) {
    seeds[n].position = centers[n];
    seeds[n].velocity = velocity + draw_jitter<D>(velocity_jitter, random);
    seeds[n].radius = radii[n];
  }
  return seeds;
}

}  // namespace

template <int D>
std::vector<BodySeed<D>> place_bodies(const std::string& key, const ListBodies& settings,
                                      Surroundings<D>, Random&) {
  const auto positions = row_vectors<D>(key + ".position", settings.position);
  const auto velocities = row_vectors<D>(key + ".velocity", settings.velocity);
  const auto spins = row_vectors<spin_dimension<D>>(key + ".spin", settings.spin);
  const std::size_t count = positions.size();
  check_length(key + ".radius", settings.radius.values.size(), count);
  if (!velocities.empty()) check_length(key + ".velocity", velocities.size(), count);
  if (!spins.empty()) check_length(key + ".spin", spins.size(), count);
  std::vector<BodySeed<D>> seeds(count);
  for (std::size_t k = 0; k < count; ++k) {
    seeds[k].position = positions[k];
    seeds[k].radius = value_for(settings.radius.values, k);
    if (!velocities.empty()) seeds[k].velocity = value_for(velocities, k);
    if (!spins.empty()) seeds[k].spin = value_for(spins, k);
  }
  return seeds;
}

template <int D>
std::vector<BodySeed<D>> place_bodies(const std::string& key, const LatticeBodies& settings,
                                      Surroundings<D>, Random& random) {
  const Vec<D> origin = fixed_vector<D>(key + ".origin", settings.origin);
  const Vec<D> pitch = per_direction<D>(key + ".pitch", settings.pitch);
  const Vec<D> jitter = per_direction<D>(key + ".jitter", settings.jitter);
  const Vec<D> velocity = vector_or_zero<D>(key + ".velocity", settings.velocity);
  const Vec<D> velocity_jitter =
      per_direction<D>(key + ".velocity_jitter", settings.velocity_jitter);
  if (settings.count.size() != D) {
    refuse(key + ".count", fmt::format("expected {} integers, got {}", D, settings.count.size()));
  }
  const auto total = static_cast<std::size_t>(count_bodies(settings));
  const RadiusLaw law(key + ".radius", settings.radius, solid_of<D>(settings.common));
  const std::vector<double> radii = law.draw(total, random);
  std::vector<BodySeed<D>> seeds(total);
  for (std::size_t n = 0; n < total; ++n) {
    Vec<D> index;
    auto rest = static_cast<std::int64_t>(n);
    for (int k = D - 1; k >= 0; --k) {
      index[k] = static_cast<double>(rest % settings.count[k]);
      rest /= settings.count[k];
    }
    seeds[n].position = origin + index.cwiseProduct(pitch) + draw_jitter<D>(jitter, random);
    seeds[n].velocity = velocity + draw_jitter<D>(velocity_jitter, random);
    seeds[n].radius = radii[n];
  }
  return seeds;
}

template <int D>
std::vector<BodySeed<D>> place_bodies(const std::string& key, const FillBodies& settings,
                                      Surroundings<D> around, Random& random) {
  const auto count = static_cast<std::size_t>(settings.count);
  const RadiusLaw law(key + ".radius", settings.radius, solid_of<D>(settings.common));
  const std::vector<double> radii = law.draw(count, random);
  const std::vector<Vec<D>> centers =
      fill<D>(key, settings, radii, around.boundaries, around.grid, random);
  return seeds_of<D>(key, settings, radii, centers, random);
}

template <int D>
std::vector<BodySeed<D>> place_bodies(const std::string& key, const DenseFillBodies& settings,
                                      Surroundings<D> around, Random& random) {
  const std::vector<double> radii = dense_radii<D>(key, settings, around.grid.cell(), random);
  const std::vector<Vec<D>> centers =
      dense_fill<D>(key, settings, radii, around.boundaries, around.grid, random);
  return seeds_of<D>(key, settings, radii, centers, random);
}

template <int D>
std::vector<BodySeed<D>> place_bodies(const std::string& key, const CsvBodies& settings,
                                      Surroundings<D>, Random&) {
  return read_csv_bodies<D>(key + ".file", settings.file);
}

double count_bodies(const BodiesSettings& settings) {
  if (const auto* list = std::get_if<ListBodies>(&settings)) {
    return static_cast<double>(list->position.rows.size());
  }
  if (const auto* lattice = std::get_if<LatticeBodies>(&settings)) {
    double count = 1.0;
    for (const std::int64_t n : lattice->count) count *= static_cast<double>(n);
    return count;
  }
  if (const auto* filling = std::get_if<FillBodies>(&settings)) {
    return static_cast<double>(filling->count);
  }
  if (const auto* dense = std::get_if<DenseFillBodies>(&settings)) {
    return static_cast<double>(dense->count.value_or(0));
  }
  return 0.0;
}

#define GALET_INSTANTIATE(D, Settings)                                                \
  template std::vector<BodySeed<D>> place_bodies(const std::string&, const Settings&, \
                                                 Surroundings<D>, Random&);
#define GALET_INSTANTIATE_BOTH(Settings) \
  GALET_INSTANTIATE(2, Settings)         \
  GALET_INSTANTIATE(3, Settings)
GALET_INSTANTIATE_BOTH(ListBodies)
GALET_INSTANTIATE_BOTH(LatticeBodies)
GALET_INSTANTIATE_BOTH(FillBodies)
GALET_INSTANTIATE_BOTH(DenseFillBodies)
GALET_INSTANTIATE_BOTH(CsvBodies)

}  // namespace galet
