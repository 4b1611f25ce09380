// Checks of a vector in time.
#pragma once

#include <string>

#include "galet/model/series.hpp"
#include "galet/scene/vectors.hpp"

namespace galet {

// Throws InputError unless the series has D components and increasing times.
template <int D>
void check_series(const std::string& key, const VectorSeries& series) {
  if (series.values.empty()) refuse(key, fmt::format("expected {} numbers", D));
  if (series.is_constant()) {
    if (series.values.size() != 1) refuse(key, "several rows need their times");
    fixed_vector<D>(key, series.values.front());
    return;
  }
  if (series.times.size() != series.values.size()) {
    refuse(key, fmt::format("has {} times but {} rows", series.times.size(), series.values.size()));
  }
  for (std::size_t k = 0; k < series.values.size(); ++k) {
    fixed_vector<D>(fmt::format("{}.value[{}]", key, k), series.values[k]);
    if (k > 0 && !(series.times[k] > series.times[k - 1])) {
      refuse(key + ".t",
             fmt::format("must increase; {} follows {}", series.times[k], series.times[k - 1]));
    }
  }
}

}  // namespace galet
