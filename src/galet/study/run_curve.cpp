#include "galet/study/run_curve.hpp"

namespace galet {
namespace {

constexpr std::size_t kMostPoints = 512;

void keep_every_second(std::vector<double>& values) {
  for (std::size_t k = 0; 2 * k < values.size(); ++k) values[k] = values[2 * k];
  values.resize((values.size() + 1) / 2);
}

}  // namespace

void RunCurve::add(const Point& point) {
  if (seen_++ % stride_ != 0) return;
  time.push_back(point.time);
  if (point.energy) energy.push_back(*point.energy);
  iterations.push_back(point.iterations);
  seconds.push_back(point.seconds);
  if (time.size() > kMostPoints) drop_every_second();
}

void RunCurve::drop_every_second() {
  for (std::vector<double>* values : {&time, &energy, &iterations, &seconds}) {
    keep_every_second(*values);
  }
  stride_ *= 2;
}

}  // namespace galet
