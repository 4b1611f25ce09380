// Writes the checkpoints of a run at the places that it offers.
#pragma once

#include <memory>

#include "galet/base/timer.hpp"
#include "galet/io/result_writer.hpp"
#include "galet/io/run_folder.hpp"
#include "galet/sim/simulation.hpp"

namespace galet {

template <int D>
class RunSaver {
 public:
  RunSaver(const Simulation<D>& simulation, ResultWriter<D>& writer, const RunFolder& folder)
      : simulation_(simulation),
        writer_(writer),
        folder_(folder),
        interval_(simulation.scene().output.checkpoint.every_seconds) {}

  // By the clock.
  bool is_due() const { return watch_.seconds() >= due_; }

  void save(const RunProgress& progress, SavePoint where) {
    if (where == SavePoint::output && !writer_.is_closed()) return;
    folder_.check();
    Checkpoint checkpoint = writer_.checkpoint(simulation_.save(progress));
    if (where == SavePoint::condition) {
      checkpoint.stop = stop_identity(simulation_.scene().stop);
    }
    if (where == SavePoint::end || where == SavePoint::condition) {
      last_ = writer_.prepare_checkpoint(checkpoint);
    } else {
      writer_.write_checkpoint(checkpoint);
    }
    due_ = watch_.seconds() + interval_;
  }

  // After everything else of a run that has ended: until then the checkpoint before leads there.
  void save_end() {
    if (last_) last_->settle();
  }

 private:
  const Simulation<D>& simulation_;
  ResultWriter<D>& writer_;
  const RunFolder& folder_;
  double interval_;
  Stopwatch watch_;
  double due_ = interval_;
  std::unique_ptr<PreparedCheckpoint> last_;  // of a run that has ended
};

}  // namespace galet
