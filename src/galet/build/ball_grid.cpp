#include "galet/build/ball_grid.hpp"

namespace galet {

template <int D>
typename BallGrid<D>::Level& BallGrid<D>::level_of(double radius) {
  const int exponent = std::ilogb(radius);
  const auto found = std::ranges::find(levels_, exponent, &Level::exponent);
  if (found != levels_.end()) return *found;
  return levels_.emplace_back(Level{.exponent = exponent, .first = {}});
}

template <int D>
void BallGrid<D>::add(const Vec<D>& given, double radius) {
  Vec<D> center = given;
  Image<D> image = Image<D>::Zero();
  static_cast<void>(cell_.wrap(center, image));
  Level& level = level_of(radius);
  const auto ball = static_cast<std::int32_t>(centers_.size());
  centers_.push_back(center);
  radii_.push_back(radius);
  const auto [place, is_new] = level.first.try_emplace(level.cell_of(center), ball);
  next_.push_back(is_new ? -1 : place->second);
  place->second = ball;
}

template <int D>
bool BallGrid<D>::is_free(const Vec<D>& center, double radius, double separation) const {
  bool free = true;
  for_each_near(center, radius, separation, [&](std::size_t k) {
    const double least = radius + radii_[k] + separation;
    free = cell_.nearest(center - centers_[k]).squaredNorm() >= least * least;
    return free;
  });
  return free;
}

template class BallGrid<2>;
template class BallGrid<3>;

}  // namespace galet
