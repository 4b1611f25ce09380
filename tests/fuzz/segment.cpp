// A segment of a trajectory, to frames that a run can have written.
#include "fuzz/targets.hpp"

#include "galet/io/frame_check.hpp"
#include "galet/io/trajectory.hpp"

namespace galet::fuzz {

void read_segment(Bytes input) {
  const std::filesystem::path file = put("run/trajectory/000000.h5", input);
  accepts([&] {
    const TrajectoryReader reader(file.parent_path().parent_path());
    for (std::int64_t k = 0; k < reader.frames(); ++k) {
      StoredFrame frame;
      if (!accepts([&] { frame = reader.read(k); })) continue;
      expect(accepts([&] { validate(frame, "again"); }), "frames that are read are valid");
    }
  });
}

}  // namespace galet::fuzz
