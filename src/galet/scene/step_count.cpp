#include "galet/scene/step_count.hpp"

#include <algorithm>
#include <cmath>

namespace galet {

std::int64_t count_steps(const TimeSettings& time) {
  return std::max<std::int64_t>(1,
                                static_cast<std::int64_t>(std::ceil(time.end / time.step - 1e-9)));
}

std::int64_t output_stride(const Scene& scene) {
  const double every = scene.output.every.value_or(
      0.01 * static_cast<double>(count_steps(scene.time)) * scene.time.step);
  return std::max<std::int64_t>(1, std::llround(every / scene.time.step));
}

}  // namespace galet
