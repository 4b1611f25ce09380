// A folder of results as the viewer asks for it, of a run that has ended or is still going.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "galet/io/replay.hpp"
#include "galet/view/packet.hpp"

namespace galet {

class RunSource {
 public:
  // Throws InputError when the folder holds no run; DamagedFile when its files are not as written.
  explicit RunSource(std::filesystem::path folder);

  // Of the frames that were found last.
  std::int64_t frames() const { return replay_ ? replay_->frames() : 0; }

  // Title, times of the frames, fields …; looks for new frames first.
  nlohmann::ordered_json index();
  // Slices by their names (view/slices.hpp). Numbers are below frames().
  std::string frame(std::int64_t number, const std::vector<std::string_view>& slices);
  nlohmann::ordered_json scales(std::int64_t number);
  // null where the frame has no such body.
  nlohmann::ordered_json grain(std::int64_t number, std::int64_t id);
  // series.csv as columns, and the curves of the standard figures; of very many rows a part, evenly
  // spread. Looks for new rows.
  std::string series() const;

 private:
  template <int D>
  struct SeenFrame {
    StoredFrame stored;
    ReplayedFrame<D> replayed;
  };
  using Stamp = std::vector<std::filesystem::file_time_type>;

  Stamp stamp() const;
  void open();
  void look(std::int64_t number);
  template <int D>
  void look(std::int64_t number);
  // f(stored, frame) of the frame of that number.
  template <class F>
  auto with_frame(std::int64_t number, F&& f);
  template <int D>
  void add_world(nlohmann::ordered_json& index) const;

  std::filesystem::path folder_;
  Stamp seen_;
  std::unique_ptr<Replay> replay_;  // none before the first frames are on the disk
  StoredNames names_;
  std::variant<std::monostate, SeenFrame<2>, SeenFrame<3>> last_;  // that was looked at
};

}  // namespace galet
