#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <thread>

#include "lease.hpp"
#include "runner.hpp"
#include <fmt/format.h>

#include "galet/base/field_kinds.hpp"
#include "galet/base/timer.hpp"
#include "galet/build/build.hpp"
#include "galet/io/diagnosis.hpp"
#include "galet/io/run_saver.hpp"
#include "galet/io/scene_file.hpp"
#include "galet/sim/record_fields.hpp"
#include "galet/sim/simulation.hpp"
#include "galet/sim/stop.hpp"

namespace galet::python {
namespace {

constexpr double kSecondsBetweenSignals = 0.1;

// Lets Python look for Ctrl-C now and then, from code that runs without the GIL.
class SignalWatch {
 public:
  double seconds() const { return watch_.seconds(); }
  // Whether an exception of Python is waiting.
  bool is_raised() {
    if (watch_.seconds() < due_) return false;
    due_ = watch_.seconds() + kSecondsBetweenSignals;
    const py::gil_scoped_acquire gil;
    return PyErr_CheckSignals() != 0;
  }
  void check() {
    if (!is_raised()) return;
    const py::gil_scoped_acquire gil;
    throw py::error_already_set();
  }

 private:
  Stopwatch watch_;
  double due_ = kSecondsBetweenSignals;
};

template <int D>
class RunnerOf final : public Runner {
 public:
  RunnerOf(const SceneFile& file, Setup<D> setup, int threads)
      : simulation_(file.scene, std::move(setup), threads),
        condition_(file.scene),
        rows_(simulation_.observers().size()) {}

  int dimension() const override { return D; }
  std::int64_t step() const override { return simulation_.state().step; }
  double time() const override { return simulation_.state().time; }
  double step_length() const override { return simulation_.scene().time.step; }
  std::int64_t steps_of_scene() const override { return count_steps(simulation_.scene().time); }
  int threads() const override { return simulation_.threads(); }
  std::size_t count() const override { return idle().state().bodies.size(); }
  std::string hash() const override { return hash_of(idle().state()).hex(); }
  const EnergyBudget& energy() const override { return idle().state().energy; }
  const std::vector<Warning>& foreseen() const override { return simulation_.foreseen(); }

  std::string advance(std::int64_t steps, bool conditions, double seconds) override {
    const Computing computing(*this);
    const py::gil_scoped_release release;
    SignalWatch signals;
    take_changes();
    for (std::int64_t k = 0; k < steps; ++k) {
      advance_once();
      if (conditions) {
        if (const auto reason = condition_.look(simulation_.state(), simulation_.look())) {
          has_ended_ = true;
          return std::string(name_of(*reason));
        }
      }
      signals.check();
      if (signals.seconds() >= seconds) break;
    }
    return "";
  }

  void write_run(const std::string& path, bool overwrite, const py::object& before,
                 const py::object& after) override {
    if (step() > 0) {
      throw py::value_error(
          "results are written from the first step on; make a new Simulation for them");
    }
    std::optional<Computing> computing(std::in_place, *this);
    const RunFolder folder = RunFolder::make(path, overwrite, inputs_of(simulation_.scene()));
    ResultWriter<D> writer(folder.path(), simulation_.scene(),
                           {false, simulation_.observers().tables()});
    RunSaver<D> saver(simulation_, writer, folder);
    SignalWatch signals;
    bool stop = false;
    std::exception_ptr interruption;
    // Whether it said that the run is to end.
    const auto call = [&](const py::object& callback) {
      if (callback.is_none()) return false;
      computing.reset();
      const py::object answer = callback();
      computing.emplace(*this);
      take_changes();
      return answer.is(py::bool_(true));
    };
    RunHooks<D> hooks;
    hooks.on_step = [&](const StepRecord& record) {
      report_ = record;
      if (before.is_none() && after.is_none()) return;
      const py::gil_scoped_acquire gil;
      stop = call(after) || stop;
      if (!stop) call(before);
    };
    hooks.on_output = [&](const Frame<D>& frame, const SeriesRow& row) {
      folder.check();
      writer.write(frame, row);
    };
    hooks.on_rows = [&](std::size_t k, std::span<const double> rows) {
      rows_[k].insert(rows_[k].end(), rows.begin(), rows.end());
      writer.write_rows(k, rows);
    };
    hooks.stop_requested = [&] {
      if (signals.is_raised()) {
        const py::gil_scoped_acquire gil;
        interruption = std::make_exception_ptr(py::error_already_set());
      }
      return stop || interruption;
    };
    hooks.save_requested = [&] { return saver.is_due(); };
    hooks.on_save = [&](const RunProgress& done, SavePoint where) { saver.save(done, where); };
    started_ = true;
    call(before);
    {
      const py::gil_scoped_release release;
      take_changes();
      try {
        const RunSummary summary = run(simulation_, hooks);
        writer.finish(summary);
        saver.save_end();
      } catch (const NumericalError& error) {
        write_diagnosis(folder.path(), simulation_, error.what());
        throw;
      }
    }
    has_ended_ = true;
    rows_are_complete_ = true;
    if (interruption) std::rethrow_exception(interruption);
  }

  SavedState save() const override {
    RunProgress progress;
    progress.quiet_steps = condition_.quiet_steps();
    return {step(), time(), hash(), idle().save(progress), rows_, report_, started_, has_ended_};
  }

  void restore(const SavedState& saved) override {
    const Computing computing(*this);
    if (saved.rows.size() != rows_.size()) throw py::value_error("the state is of another scene");
    const RunProgress progress = simulation_.restore(saved.run);
    condition_ = StopCondition<D>(simulation_.scene(), progress.quiet_steps);
    rows_ = saved.rows;
    report_ = saved.report;
    started_ = saved.started;
    has_ended_ = saved.ended;
    rows_are_complete_ = false;
  }

  py::array column(const std::string& name) override {
    static_cast<void>(idle());
    Bodies<D>& bodies = simulation_.bodies();
    const auto look = [&](auto& lease, auto& values, bool writable) {
      touched_ = touched_ || writable;
      return lease.view(values, shared_from_this(), writable);
    };
    if (name == "id") return look(leases_.id, bodies.id, false);
    if (name == "position") return look(leases_.position, bodies.position, false);
    if (name == "velocity") return look(leases_.velocity, bodies.velocity, true);
    if (name == "spin") return look(leases_.spin, bodies.spin, true);
    if (name == "radius") return look(leases_.radius, bodies.radius, false);
    if (name == "mass") return look(leases_.mass, bodies.mass, false);
    if (name == "inertia") return look(leases_.inertia, bodies.inertia, false);
    if (name == "material") return look(leases_.material, bodies.material, false);
    if (name == "group") return look(leases_.group, bodies.group, false);
    if (name == "force") {
      if (std::holds_alternative<FirstOrderSettings>(simulation_.scene().scheme)) {
        throw py::value_error(
            "forces move nothing with the scheme \"first-order\", which has no inertia");
      }
      bodies.count_applied_forces();
      return look(leases_.force, bodies.applied_force, true);
    }
    throw py::attribute_error(fmt::format("bodies have no \"{}\"", name));
  }

  py::array orientation() const override {
    std::vector<double> values;
    for (const Rotation<D>& r : idle().state().bodies.rotation) {
      if constexpr (D == 2) {
        values.push_back(r.angle());
      } else {
        const Eigen::Quaterniond& q = r.quaternion();
        values.insert(values.end(), {q.w(), q.x(), q.y(), q.z()});
      }
    }
    return copied_array(values, D == 2 ? 0 : 4);
  }

  py::array path() const override {
    const Bodies<D>& bodies = idle().state().bodies;
    std::vector<double> values;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const Vec<D> x = bodies.path(i, simulation_.world().cell);
      values.insert(values.end(), x.begin(), x.end());
    }
    return copied_array(values, D);
  }

  StoredFrame frame() const override { return stored(idle().frame(0)); }

  const std::vector<ObserverTable>& tables() const override {
    return simulation_.observers().tables();
  }

  std::vector<double> rows(std::size_t k) const override {
    std::vector<double> rows = rows_.at(k);
    const bool at_end = has_ended_ || step() == steps_of_scene();
    if (!at_end || !started_ || rows_are_complete_) return rows;
    // On a copy: more steps may follow.
    Observers<D> observers = idle().observers();
    observers.finish(step(), simulation_.look(), [&](std::size_t j, std::span<const double> last) {
      if (j == k) rows.insert(rows.end(), last.begin(), last.end());
    });
    return rows;
  }

 private:
  // The memory that arrays look at is set aside, and nobody else may look, as long as it lives.
  // Made and ended with the GIL.
  class Computing {
   public:
    explicit Computing(RunnerOf& runner) : runner_(runner) {
      static_cast<void>(runner.idle());
      runner.computing_ = true;
      runner.leases_.for_each(runner.simulation_.bodies(),
                              [](auto& lease, auto& column) { lease.set_aside(column); });
    }
    ~Computing() {
      runner_.leases_.for_each(runner_.simulation_.bodies(),
                               [](auto& lease, auto& column) { lease.put_back(column); });
      runner_.computing_ = false;
    }
    Computing(Computing&&) = delete;
    Computing& operator=(Computing&&) = delete;

   private:
    RunnerOf& runner_;
  };

  struct Leases {
    Lease<BodyId, std::int32_t> id;
    Lease<Vec<D>, double> position;
    Lease<Vec<D>, double> velocity;
    Lease<Spin<D>, double> spin;
    Lease<double, double> radius;
    Lease<double, double> mass;
    Lease<double, double> inertia;
    Lease<MaterialIndex, std::int32_t> material;
    Lease<GroupIndex, std::int32_t> group;
    Lease<Vec<D>, double> force;

    template <class F>
    void for_each(Bodies<D>& bodies, F&& f) {
      f(id, bodies.id);
      f(position, bodies.position);
      f(velocity, bodies.velocity);
      f(spin, bodies.spin);
      f(radius, bodies.radius);
      f(mass, bodies.mass);
      f(inertia, bodies.inertia);
      f(material, bodies.material);
      f(group, bodies.group);
      f(force, bodies.applied_force);
    }
  };

  const Simulation<D>& idle() const {
    if (computing_) {
      throw std::runtime_error("the simulation is computing in another thread; wait for it");
    }
    return simulation_;
  }

  // What was written into arrays since the last step.
  void take_changes() {
    if (!touched_) return;
    simulation_.take_changes();
    touched_ = leases_.velocity.is_alive() || leases_.spin.is_alive() || leases_.force.is_alive();
  }

  void advance_once() {
    const auto keep = [this](std::size_t k, std::span<const double> rows) {
      rows_[k].insert(rows_[k].end(), rows.begin(), rows.end());
    };
    if (!started_ && !rows_.empty()) simulation_.observers().start(simulation_.look(), keep);
    started_ = true;
    has_ended_ = false;
    rows_are_complete_ = false;
    report_ = simulation_.advance();
    if (!rows_.empty()) simulation_.observers().step(report_.step, simulation_.look(), keep);
  }

  Simulation<D> simulation_;
  StopCondition<D> condition_;
  std::vector<std::vector<double>> rows_;  // by observer
  Leases leases_;
  bool computing_ = false;
  bool touched_ = false;            // arrays may have been written to
  bool started_ = false;            // the observers have seen the start
  bool has_ended_ = false;          // by a condition, or written to its end
  bool rows_are_complete_ = false;  // with those of the end
};

template <int D>
std::shared_ptr<Runner> make_runner_of(const SceneFile& file, int threads) {
  std::optional<Setup<D>> setup;
  try {
    setup = build<D>(file.scene);
  } catch (const InputError& error) {
    throw located(error, file.sources);
  }
  return std::make_shared<RunnerOf<D>>(file, *std::move(setup), threads);
}

std::shared_ptr<Runner> make_runner(const SceneFile& file, int threads) {
  const py::gil_scoped_release release;
  const int all = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const int count = threads > 0 ? threads : all;
  return file.scene.dimension == 2 ? make_runner_of<2>(file, count)
                                   : make_runner_of<3>(file, count);
}

// A value of a report.
py::object reported_value(double x) { return py::float_(x); }
py::object reported_value(bool x) { return py::bool_(x); }
py::object reported_value(int x) { return py::int_(x); }
py::object reported_value(std::int64_t x) { return py::int_(x); }
py::object reported_value(const std::string& x) { return py::str(x); }
template <NamedEnum E>
py::object reported_value(E x) {
  return py::str(std::string(name_of(x)));
}
py::object reported_value(const std::vector<Warning>&) { return py::none(); }

// The energies of a summary, by their names there.
py::dict energy_dict(const EnergyBudget& energy) {
  constexpr std::string_view prefix = "energy.";
  RunSummary summary;
  summary.energy = energy;
  py::dict result;
  for_each_field(summary, [&](const Field& field, const auto& value) {
    if (!field.key.starts_with(prefix)) return;
    result[py::str(std::string(field.key.substr(prefix.size())))] = reported_value(value);
  });
  return result;
}

// One property for each field of a step's record.
void bind_report(py::module_& m) {
  py::class_<StepRecord> report(m, "StepReport", "What happened in one step.");
  py::list names;
  for_each_field(StepRecord{}, [&](const Field& field, const auto&) {
    const std::string name(field.key);
    const std::string doc =
        field.unit.empty() ? std::string(field.doc) : fmt::format("{} ({})", field.doc, field.unit);
    names.append(name);
    report.def_property_readonly(
        name.c_str(),
        [name](const StepRecord& record) {
          py::object found;
          for_each_field(record, [&](const Field& other, const auto& value) {
            if (other.key == name) found = reported_value(value);
          });
          return found;
        },
        doc.c_str());
  });
  report.attr("fields") = py::tuple(names);
}

}  // namespace

void bind_simulations(py::module_& m) {
  bind_report(m);
  py::class_<SavedState, std::shared_ptr<SavedState>>(
      m, "SavedState", "A state of a simulation, to go back to: `simulation.state = saved`.")
      .def_readonly("step", &SavedState::step, "Steps done.")
      .def_readonly("time", &SavedState::time, "Simulated time, s.")
      .def(
          "hash", [](const SavedState& s) { return s.hash; },
          "As `state_hash` of summary.json: equal for states whose bits are equal.");
  py::class_<Runner, std::shared_ptr<Runner>>(m, "Runner")
      .def(py::init(&make_runner))
      .def_property_readonly("dimension", &Runner::dimension, "2 or 3.")
      .def_property_readonly("step_number", &Runner::step, "Steps done.")
      .def_property_readonly("time", &Runner::time, "Simulated time, s.")
      .def_property_readonly("step_length", &Runner::step_length, "Time step, s.")
      .def_property_readonly("steps_of_scene", &Runner::steps_of_scene,
                             "Steps to the end of the scene.")
      .def_property_readonly("threads", &Runner::threads, "Threads that compute.")
      .def_property_readonly(
          "report", [](const Runner& r) { return r.report(); },
          "What happened in the last step, as in docs/record-reference.md.")
      .def_property_readonly(
          "energy", [](const Runner& r) { return energy_dict(r.energy()); },
          "The energy budget in J, named as in summary.json.")
      .def(
          "step",
          [](Runner& r, std::int64_t n) {
            if (n < 0) throw py::value_error("the number of steps must not be negative");
            r.advance(n, false, std::numeric_limits<double>::infinity());
            return r.report();
          },
          py::arg("n") = 1,
          "Makes n steps, whatever the scene's end; returns the report of the last.")
      .def("_advance", &Runner::advance)
      .def("_write_run", &Runner::write_run)
      .def("_save", &Runner::save)
      .def("_restore", &Runner::restore)
      .def("_hash", &Runner::hash)
      .def("_count", &Runner::count)
      .def("_column", &Runner::column)
      .def("_orientation", &Runner::orientation)
      .def("_path", &Runner::path)
      .def("_frame", &Runner::frame)
      .def("_warnings",
           [](const Runner& r) {
             py::list list;
             for (const Warning& w : r.foreseen()) {
               list.append(py::make_tuple(std::string(name_of(w.code)), w.message));
             }
             return list;
           })
      .def("_tables",
           [](const Runner& r) {
             py::list list;
             for (const ObserverTable& table : r.tables()) {
               py::list columns;
               for (const Column& c : table.columns) columns.append(py::make_tuple(c.name, c.unit));
               list.append(py::make_tuple(table.name, table.kind, columns));
             }
             return list;
           })
      .def("_rows", [](const Runner& r, std::size_t k) { return copied_array(r.rows(k)); });
}

}  // namespace galet::python
