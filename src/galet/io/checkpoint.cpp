#include "galet/io/checkpoint.hpp"

#include <cerrno>
#include <fstream>
#include <initializer_list>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "galet/base/archive.hpp"
#include "galet/base/hash.hpp"
#include "galet/base/version.hpp"
#include "galet/io/atomic_file.hpp"
#include "galet/io/damaged_file.hpp"
#include "galet/io/scene_file.hpp"

namespace galet {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kCheckpointVersion = 2;
constexpr const char* kPreparedName = "checkpoint-new.bin";

// 0 is the last one.
fs::path checkpoint_path(const fs::path& folder, std::int64_t age) {
  return folder / (age == 0 ? "checkpoint.bin" : fmt::format("checkpoint-{}.bin", age));
}

std::string checkpoint_header() {
  return fmt::format("galet-checkpoint {} of galet {}\n", kCheckpointVersion, version());
}

std::uint64_t hash_of_bytes(std::initializer_list<std::span<const std::byte>> pieces) {
  Hash hash;
  for (const std::span<const std::byte> piece : pieces) {
    for (const std::byte byte : piece) hash.add(static_cast<std::uint8_t>(byte));
  }
  return hash.value();
}

// Of any size, also beyond what texts may have.
std::vector<std::byte> read_bytes(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw file_error("open", path, errno);
  std::vector<std::byte> bytes(fs::file_size(path));
  file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (!file || static_cast<std::size_t>(file.gcount()) != bytes.size()) {
    throw file_error("read", path, EIO);
  }
  return bytes;
}

Checkpoint read_one_checkpoint(const fs::path& path) {
  std::vector<std::byte> file = read_bytes(path);
  const std::string header = checkpoint_header();
  const auto first = std::as_bytes(std::span(header));
  if (file.size() < first.size() || !std::equal(first.begin(), first.end(), file.begin())) {
    const std::string_view begin(reinterpret_cast<const char*>(file.data()),
                                 std::min<std::size_t>(file.size(), 17));
    if (begin != "galet-checkpoint ") throw DamagedFile(path.string(), "", "not a checkpoint");
    throw SystemError(fmt::format(
        "cannot continue from {}: it is of another version of the program; run its scene.toml "
        "again, or start a new run from its last frame (bodies of kind \"run\")",
        path.string()));
  }
  const auto bytes = std::span(file).subspan(first.size());
  std::uint64_t hash = 0;
  if (bytes.size() < sizeof hash) throw DamagedFile(path.string(), "", "damaged: too short");
  ByteReader reader(bytes);
  reader(hash);
  if (hash != hash_of_bytes({bytes.subspan(sizeof hash)})) {
    throw DamagedFile(path.string(), "", "damaged: its checksum does not fit");
  }
  Checkpoint checkpoint;
  std::uint64_t size = 0;
  reader(checkpoint.scene, checkpoint.stop, checkpoint.files, size);
  if (size != reader.rest().size()) throw SystemError("stored values are incomplete");
  // The state, which is large, stays where it is, at the end of the file.
  file.erase(file.begin(), file.end() - static_cast<std::ptrdiff_t>(size));
  checkpoint.run = std::move(file);
  return checkpoint;
}

std::uint64_t hash_of_text(const std::string& text) {
  return hash_of_bytes({std::as_bytes(std::span(text))});
}

}  // namespace

std::uint64_t scene_identity(const Scene& scene) {
  Scene kept = scene;
  kept.time.end = 0.0;
  kept.stop = {};
  kept.output = {.contacts = scene.output.contacts};
  return hash_of_text(to_toml(kept));
}

std::uint64_t stop_identity(const StopSettings& stop) {
  Scene alone;
  alone.stop = stop;
  return hash_of_text(to_toml(alone));
}

PreparedCheckpoint::PreparedCheckpoint(const fs::path& folder, std::int64_t keep)
    : folder_(folder), keep_(keep) {}

// It is there before it is written: where that fails, it is removed.
PreparedCheckpoint::PreparedCheckpoint(const fs::path& folder, const Checkpoint& checkpoint,
                                       std::int64_t keep)
    : PreparedCheckpoint(folder, keep) {
  // The state, which is large, is not copied: its length ends the head, and it follows itself.
  ByteWriter head;
  head(checkpoint.scene, checkpoint.stop, checkpoint.files,
       static_cast<std::uint64_t>(checkpoint.run.size()));
  const std::uint64_t hash = hash_of_bytes({head.bytes(), checkpoint.run});
  const std::string first = checkpoint_header();
  write_atomically(folder / kPreparedName,
                   {std::as_bytes(std::span(first)), std::as_bytes(std::span(&hash, 1)),
                    head.bytes(), checkpoint.run});
}

PreparedCheckpoint::~PreparedCheckpoint() {
  std::error_code ignored;
  if (!is_settled_) fs::remove(folder_ / kPreparedName, ignored);
}

void PreparedCheckpoint::settle() {
  // It is safe: the others make room. A kill leaves the last or the one before it.
  for (std::int64_t age = keep_ - 1; age > 0; --age) {
    const fs::path newer = checkpoint_path(folder_, age - 1);
    if (fs::exists(newer)) fs::rename(newer, checkpoint_path(folder_, age));
  }
  fs::rename(folder_ / kPreparedName, checkpoint_path(folder_, 0));
  is_settled_ = true;
  sync_folder(folder_);
}

void write_checkpoint(const fs::path& folder, const Checkpoint& checkpoint, std::int64_t keep) {
  PreparedCheckpoint(folder, checkpoint, keep).settle();
}

bool has_checkpoint(const fs::path& folder) {
  return fs::exists(checkpoint_path(folder, 0)) || fs::exists(checkpoint_path(folder, 1));
}

CheckpointFound read_checkpoint(const fs::path& folder, const Scene& scene) {
  CheckpointFound found;
  for (std::int64_t age = 0;; ++age) {
    const fs::path path = checkpoint_path(folder, age);
    // The last one is missing when the process was killed while it took its place.
    if (age == 0 && !fs::exists(path)) continue;
    if (!fs::exists(path)) {
      throw DamagedFile(folder.string(), "",
                        "no checkpoint to continue from; " +
                            (found.note.empty() ? "run its scene.toml again" : found.note));
    }
    try {
      found.checkpoint = read_one_checkpoint(path);
      break;
    } catch (const DamagedFile& error) {
      found.note += fmt::format("{}{}", found.note.empty() ? "" : "; ", error.what());
    }
  }
  if (found.checkpoint.scene != scene_identity(scene)) {
    throw SystemError(fmt::format(
        "cannot continue the run in {}: its scene.toml has been changed; start a new run from its "
        "last frame (bodies of kind \"run\")",
        folder.string()));
  }
  return found;
}

}  // namespace galet
