// The observers of a run, one type per kind of [[observe]]: each knows its settings in the terms of
// the world, what it gathers between rows, its columns and its rows. What they measure is
// computed beside them.
//
// A watch has
//   columns()          after `step` and `time`
//   at_start()         whether it has a row before the first step
//   height()           rows it writes at a time
//   start(look)        before the first step
//   each_step(look)    after every step, what it gathers
//   rows(look, out)    when a row is due
//   archive(self, a)   what it has gathered (base/archive.hpp), if it gathers anything
// and is a plain value: copying it keeps what it has gathered.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "galet/observe/coordination.hpp"
#include "galet/observe/displacement.hpp"
#include "galet/observe/fabric.hpp"
#include "galet/observe/flow.hpp"
#include "galet/observe/forces.hpp"
#include "galet/observe/grid.hpp"
#include "galet/observe/inertial_number.hpp"
#include "galet/observe/look.hpp"
#include "galet/observe/observer_table.hpp"
#include "galet/observe/packing.hpp"
#include "galet/observe/runout.hpp"
#include "galet/observe/segregation.hpp"
#include "galet/observe/settings.hpp"
#include "galet/observe/stress.hpp"
#include "galet/observe/surface.hpp"
#include "galet/observe/unbalanced.hpp"
#include "galet/observe/wall_forces.hpp"

namespace galet {

// Collects the rows of one time, each opened by step and time.
class RowSink {
 public:
  RowSink(std::int64_t step, double time) : step_(static_cast<double>(step)), time_(time) {}

  // A row of numbers, vectors and matrices (row by row).
  template <class... Parts>
  void add(const Parts&... parts) {
    values_.push_back(step_);
    values_.push_back(time_);
    (put(parts), ...);
  }
  const std::vector<double>& values() const { return values_; }

 private:
  void put(double x) { values_.push_back(x); }
  void put(std::int64_t x) { values_.push_back(static_cast<double>(x)); }
  template <class Derived>
  void put(const Eigen::MatrixBase<Derived>& x) {
    for (Eigen::Index i = 0; i < x.rows(); ++i) {
      for (Eigen::Index j = 0; j < x.cols(); ++j) values_.push_back(x(i, j));
    }
  }

  double step_;
  double time_;
  std::vector<double> values_;
};

// Mean of a value over the steps since the last row.
template <class Value>
class StepMean {
 public:
  void add(const Value& value) {
    if (steps_ == 0) {
      sum_ = value;
    } else {
      sum_ += value;
    }
    ++steps_;
  }
  Value take() {
    sum_ /= static_cast<double>(steps_);
    steps_ = 0;
    return sum_;
  }
  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.sum_, self.steps_);
  }

 private:
  Value sum_;
  std::int64_t steps_ = 0;
};

// What the settings of an observer are resolved against.
template <int D>
struct WatchContext {
  std::string key;  // "observe[2]"
  double end;       // s, of the run
  const World<D>& world;
  const Bodies<D>& bodies;

  Part<D> part(const ObservePart& settings) const;
  Part<D> part(const std::string& group) const;
  Grid<D> grid(const GridSettings& settings) const;
  double width(const std::optional<double>& given, const Part<D>& part) const;
};

// Defaults of the parts that most watches do not need.
struct PlainWatch {
  bool at_start() const { return false; }  // whether there is something to tell before a step
  std::size_t height() const { return 1; }
};

template <int D>
struct EnergyWatch : PlainWatch {
  bool at_start() const { return true; }
  EnergyWatch(const ObserveEnergy&, const WatchContext<D>&) {}
  std::vector<Column> columns() const;
  void rows(const Look<D>& look, RowSink& out) const;
};

template <int D>
struct CoordinationWatch : PlainWatch {
  CoordinationWatch(const ObserveCoordination& s, const WatchContext<D>& context);
  std::vector<Column> columns() const;
  void rows(const Look<D>& look, RowSink& out) const;

  Part<D> part;
  bool walls;
  std::int64_t least;
};

template <int D>
struct FabricWatch : PlainWatch {
  FabricWatch(const ObserveFabric& s, const WatchContext<D>& context);
  std::vector<Column> columns() const;
  void rows(const Look<D>& look, RowSink& out) const;

  Part<D> part;
};

template <int D>
struct StressWatch : PlainWatch {
  StressWatch(const ObserveStress& s, const WatchContext<D>& context);
  std::vector<Column> columns() const;
  void each_step(const Look<D>& look);
  void rows(const Look<D>& look, RowSink& out);
  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.mean);
  }

  Part<D> part;
  bool average;
  StepMean<Stress<D>> mean;
};

template <int D>
struct PackingWatch : PlainWatch {
  bool at_start() const { return true; }
  PackingWatch(const ObservePacking& s, const WatchContext<D>& context);
  std::vector<Column> columns() const;
  void rows(const Look<D>& look, RowSink& out) const;

  Part<D> part;
};

// Means of the moments over the steps, or those of the last step.
template <int D>
struct GridWatch : PlainWatch {
  GridWatch(const WatchContext<D>& context, const ObserveField& s, bool contacts);
  std::size_t height() const { return grid.size(); }
  void each_step(const Look<D>& look);
  GridMoments<D> moments(const Look<D>& look);
  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.mean);
  }

  Part<D> part;
  Grid<D> grid;
  double width;
  bool average;
  bool with_contacts;
  StepMean<GridMoments<D>> mean;
};

template <int D>
struct ProfileWatch : GridWatch<D> {
  ProfileWatch(const ObserveProfile& s, const WatchContext<D>& context)
      : GridWatch<D>(context, s.field, false) {}
  bool at_start() const { return !this->average; }
  std::vector<Column> columns() const;
  void rows(const Look<D>& look, RowSink& out);
};

template <int D>
struct StressProfileWatch : GridWatch<D> {
  StressProfileWatch(const ObserveStressProfile& s, const WatchContext<D>& context)
      : GridWatch<D>(context, s.field, true) {}
  std::vector<Column> columns() const;
  void rows(const Look<D>& look, RowSink& out);
};

template <int D>
struct WallForcesWatch : PlainWatch {
  WallForcesWatch(const ObserveWallForces& s, const WatchContext<D>& context);
  std::size_t height() const { return places.size(); }
  std::vector<Column> columns() const;
  void each_step(const Look<D>& look);
  void rows(const Look<D>& look, RowSink& out);

  // A row: a boundary with some of its faces.
  struct Place {
    std::size_t boundary = 0;
    std::vector<int> faces;
  };
  // The forces at the places.
  struct Forces {
    std::vector<WallForce<D>> at;
    Forces& operator+=(const Forces& other);
    Forces& operator/=(double x);
    template <class Self, class Archive>
    static void archive(Self& self, Archive& a) {
      a(self.at);
    }
  };
  Forces forces(const Look<D>& look) const;
  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.mean);
  }

  std::vector<Place> places;
  bool by_face;
  bool average;
  StepMean<Forces> mean;
};

template <int D>
struct ForceDistributionWatch : PlainWatch {
  ForceDistributionWatch(const ObserveForceDistribution& s, const WatchContext<D>& context);
  std::size_t height() const { return static_cast<std::size_t>(bins) + 1; }
  std::vector<Column> columns() const;
  void rows(const Look<D>& look, RowSink& out) const;

  Part<D> part;
  std::int64_t bins;
  double limit;
};

template <int D>
struct ForceChainsWatch : PlainWatch {
  ForceChainsWatch(const ObserveForceChains& s, const WatchContext<D>& context);
  std::vector<Column> columns() const;
  void rows(const Look<D>& look, RowSink& out) const;

  Part<D> part;
};

template <int D>
struct SurfaceWatch : PlainWatch {
  bool at_start() const { return true; }
  SurfaceWatch(const ObserveSurface& s, const WatchContext<D>& context);
  std::vector<Column> columns() const;
  void rows(const Look<D>& look, RowSink& out) const;

  Part<D> part;
  SurfaceShape shape;
  double column;
  std::optional<Vec<D>> apex;
};

template <int D>
struct RunoutWatch : PlainWatch {
  bool at_start() const { return true; }
  RunoutWatch(const ObserveRunout& s, const WatchContext<D>& context);
  std::vector<Column> columns() const;
  void rows(const Look<D>& look, RowSink& out);
  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.first_front);
  }

  Part<D> part;
  Vec<D> direction;
  double fraction;
  std::optional<double> first_front;
};

template <int D>
struct FlowWatch : PlainWatch {
  FlowWatch(const ObserveFlow& s, const WatchContext<D>& context);
  std::vector<Column> columns() const;
  void start(const Look<D>& look);
  void each_step(const Look<D>& look);
  void rows(const Look<D>& look, RowSink& out);
  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.counter, self.counted_before, self.time_before);
  }

  FlowCounter<D> counter;
  FlowCount counted_before;  // at the last row
  double time_before = 0.0;
};

template <int D>
struct DisplacementWatch : PlainWatch {
  bool at_start() const { return true; }
  DisplacementWatch(const ObserveDisplacement& s, const WatchContext<D>& context);
  std::vector<Column> columns() const;
  void start(const Look<D>& look) { each_step(look); }
  void each_step(const Look<D>& look);
  void rows(const Look<D>& look, RowSink& out) const;
  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.reference);
  }

  Part<D> part;
  double start_time;
  std::optional<ReferencePositions<D>> reference;
};

template <int D>
struct SegregationWatch : PlainWatch {
  bool at_start() const { return true; }
  SegregationWatch(const ObserveSegregation& s, const WatchContext<D>& context);
  std::vector<Column> columns() const;
  void rows(const Look<D>& look, RowSink& out) const;

  Grid<D> grid;
  std::vector<GroupIndex> groups;  // two, or none
  double radius = 0.0;             // of the largest body of the first species, without groups
};

template <int D>
struct UnbalancedWatch : PlainWatch {
  UnbalancedWatch(const ObserveUnbalanced& s, const WatchContext<D>& context);
  std::vector<Column> columns() const;
  void rows(const Look<D>& look, RowSink& out) const;

  Part<D> part;
};

template <int D>
struct InertialNumberWatch : PlainWatch {
  InertialNumberWatch(const ObserveInertialNumber& s, const WatchContext<D>& context);
  std::vector<Column> columns() const;
  void each_step(const Look<D>& look);
  void rows(const Look<D>& look, RowSink& out);
  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.mean);
  }

  Part<D> part;
  bool average;
  StepMean<FlowState<D>> mean;
};

template <int D>
struct BodiesWatch : PlainWatch {
  bool at_start() const { return true; }
  BodiesWatch(const ObserveBodies& s, const WatchContext<D>& context);
  std::size_t height() const { return ids.size(); }
  std::vector<Column> columns() const;
  void rows(const Look<D>& look, RowSink& out) const;

  std::vector<BodyId> ids;
};

template <int D>
using Watch =
    std::variant<EnergyWatch<D>, CoordinationWatch<D>, FabricWatch<D>, StressWatch<D>,
                 PackingWatch<D>, ProfileWatch<D>, StressProfileWatch<D>, WallForcesWatch<D>,
                 ForceDistributionWatch<D>, ForceChainsWatch<D>, SurfaceWatch<D>, RunoutWatch<D>,
                 FlowWatch<D>, DisplacementWatch<D>, SegregationWatch<D>, UnbalancedWatch<D>,
                 InertialNumberWatch<D>, BodiesWatch<D>>;

// Throws InputError with the key of a setting that makes no sense in this scene.
template <int D>
Watch<D> make_watch(const ObserverSettings& settings, const WatchContext<D>& context);

}  // namespace galet
