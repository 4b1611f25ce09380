#include "galet/build/initial_overlap.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "galet/build/ball_grid.hpp"
#include "galet/scene/vectors.hpp"

namespace galet {
namespace {

struct WorstOverlap {
  double relative = 0.0;  // to the smaller radius
  std::size_t body = 0;   // the later one
  std::string message;
};

template <int D>
class OverlapSearch {
 public:
  OverlapSearch(const World<D>& world, const Bodies<D>& bodies,
                std::span<const LoadedMotion> loaded, std::span<const BodiesEntry> entries,
                double tolerance)
      : world_(world), bodies_(bodies), loaded_(loaded), entries_(entries), tolerance_(tolerance) {}

  void look_at_pairs() {
    // From the largest to the smallest, so that every body looks for larger ones only.
    std::vector<std::size_t> order(bodies_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater{},
                             [this](std::size_t k) { return bodies_.radius[k]; });
    BallGrid<D> grid(world_.cell);
    for (const std::size_t i : order) {
      grid.for_each_near(bodies_.position[i], bodies_.radius[i], 0.0, [&](std::size_t n) {
        look_at_pair(std::min(i, order[n]), std::max(i, order[n]));
        return found_ < enough;
      });
      if (found_ >= enough) return;
      grid.add(bodies_.position[i], bodies_.radius[i]);
    }
  }

  void look_at_boundaries() {
    for (std::size_t k = 0; k < world_.boundaries.size(); ++k) {
      const Boundary<D>& boundary = world_.boundaries[k];
      const Placement<D> at = boundary.placement(0.0, loaded_[k]);
      if (!at.present) continue;
      const ImageAt<D> image_at(world_.cell, boundary.shape, at);
      std::visit(
          [&](const auto& shape) {
            for (std::size_t i = 0; i < bodies_.size(); ++i) {
              if (bodies_.is_fixed(i)) continue;
              for_each_face(shape, at, image_at(bodies_.position[i]),
                            [&](int, double distance, const Vec<D>&) {
                              look_at_face(i, boundary, distance);
                            });
            }
          },
          boundary.shape);
    }
  }

  // The number of the entry that body i comes from.
  std::size_t entry_of(std::size_t i) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(entries_, i, {}, &BodiesEntry::end) -
                                    entries_.begin());
  }

  std::int64_t found() const { return found_; }
  // Whether the search ended early because there are so many.
  bool gave_up() const { return found_ >= enough; }
  const WorstOverlap& worst() const { return worst_; }
  // Of bodies of an earlier run with the boundaries that it had.
  std::int64_t taken_up() const { return taken_up_; }
  const WorstOverlap& worst_taken_up() const { return worst_taken_up_; }

 private:
  // A heap of bodies in one place has N²/2 pairs; the message needs only the worst of some.
  static constexpr std::int64_t enough = 100000;

  std::string name_of_body(std::size_t i) const {
    return fmt::format("body {} (centre ({:.6g}), radius {:.6g})", bodies_.id[i].value,
                       fmt::join(bodies_.position[i].data(), bodies_.position[i].data() + D, ", "),
                       bodies_.radius[i]);
  }

  void look_at_pair(std::size_t a, std::size_t b) {
    if (bodies_.is_fixed(a) && bodies_.is_fixed(b)) return;
    const double overlap = bodies_.radius[a] + bodies_.radius[b] -
                           world_.cell.nearest(bodies_.position[b] - bodies_.position[a]).norm();
    const double relative = overlap / std::min(bodies_.radius[a], bodies_.radius[b]);
    if (!(relative > tolerance_)) return;
    if (entry_of(a) == entry_of(b) && entries_[entry_of(a)].from_run) return;
    ++found_;
    if (!(relative > worst_.relative)) return;
    worst_ = {relative, b,
              fmt::format("{} overlaps {} by {:.4g} m, {:.3g} of the smaller radius",
                          name_of_body(b), name_of_body(a), overlap, relative)};
  }

  void look_at_face(std::size_t i, const Boundary<D>& boundary, double distance) {
    const double overlap = bodies_.radius[i] - distance;
    const double relative = overlap / bodies_.radius[i];
    if (!(relative > tolerance_)) return;
    // A stick has no inside to be out of.
    const bool outside = distance < 0.0 && !std::holds_alternative<Stick<D>>(boundary.shape);
    const std::vector<std::string>& known = entries_[entry_of(i)].boundaries;
    const bool accepted = !outside && std::ranges::find(known, boundary.name) != known.end();
    if (accepted && !(relative > kLargeOverlap)) return;
    ++(accepted ? taken_up_ : found_);
    WorstOverlap& worst = accepted ? worst_taken_up_ : worst_;
    if (!(relative > worst.relative)) return;
    worst = {relative, i,
             outside ? fmt::format("{} lies outside boundary \"{}\", its centre {:.4g} m beyond",
                                   name_of_body(i), boundary.name, -distance)
                     : fmt::format("{} overlaps boundary \"{}\" by {:.4g} m, {:.3g} of its radius",
                                   name_of_body(i), boundary.name, overlap, relative)};
  }

  const World<D>& world_;
  const Bodies<D>& bodies_;
  std::span<const LoadedMotion> loaded_;
  std::span<const BodiesEntry> entries_;
  double tolerance_;
  std::int64_t found_ = 0;
  WorstOverlap worst_;
  std::int64_t taken_up_ = 0;
  WorstOverlap worst_taken_up_;
};

template <int D>
std::vector<Warning> warnings_of(const OverlapSearch<D>& search) {
  if (search.taken_up() == 0) return {};
  const std::string others =
      search.taken_up() == 1 ? "" : fmt::format(" (the worst of {})", search.taken_up());
  return {
      {WarningCode::restart_overlap,
       fmt::format("{}{}; the earlier run had this boundary, perhaps elsewhere: put it where it "
                   "stood, or expect a push",
                   search.worst_taken_up().message, others)}};
}

}  // namespace

template <int D>
std::vector<Warning> check_overlaps(const World<D>& world, const Bodies<D>& bodies,
                                    std::span<const LoadedMotion> loaded,
                                    std::span<const BodiesEntry> entries, double tolerance) {
  OverlapSearch<D> search(world, bodies, loaded, entries, tolerance);
  search.look_at_boundaries();
  if (!search.gave_up()) search.look_at_pairs();
  if (search.found() == 0) return warnings_of(search);
  const WorstOverlap& worst = search.worst();
  const std::string others =
      search.found() == 1 ? ""
                          : fmt::format("; it is the worst of {}{} overlaps",
                                        search.gave_up() ? "more than " : "", search.found());
  refuse(fmt::format("bodies[{}]", search.entry_of(worst.body)),
         fmt::format("{} (overlap_tolerance is {}){}", worst.message, tolerance, others));
}

template std::vector<Warning> check_overlaps(const World<2>&, const Bodies<2>&,
                                             std::span<const LoadedMotion>,
                                             std::span<const BodiesEntry>, double);
template std::vector<Warning> check_overlaps(const World<3>&, const Bodies<3>&,
                                             std::span<const LoadedMotion>,
                                             std::span<const BodiesEntry>, double);

}  // namespace galet
