#include "galet/io/checkpoint.hpp"

#include <initializer_list>

#include <fmt/format.h>

#include "galet/base/archive.hpp"
#include "galet/base/hash.hpp"
#include "galet/base/text_file.hpp"
#include "galet/base/version.hpp"
#include "galet/io/atomic_file.hpp"

namespace galet {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t format_version = 1;

fs::path path_in(const fs::path& folder) { return folder / "checkpoint.bin"; }

std::string header() {
  return fmt::format("galet-checkpoint {} of galet {}\n", format_version, version());
}

std::uint64_t hash_of(std::initializer_list<std::span<const std::byte>> pieces) {
  Hash hash;
  for (const std::span<const std::byte> piece : pieces) {
    for (const std::byte byte : piece) hash.add(static_cast<std::uint8_t>(byte));
  }
  return hash.value();
}

std::uint64_t scene_hash(const fs::path& folder) {
  const std::string text = read_text_file(folder / "scene.toml");
  return hash_of({std::as_bytes(std::span(text))});
}

[[noreturn]] void refuse(const fs::path& folder, std::string_view why) {
  throw SystemError(fmt::format("cannot continue the run in {}: {}", folder.string(), why));
}

}  // namespace

void write_checkpoint(const fs::path& folder, const Checkpoint& checkpoint) {
  // The state, which is large, is not copied: its length ends the head, and it follows itself.
  ByteWriter head;
  head(scene_hash(folder), checkpoint.files, static_cast<std::uint64_t>(checkpoint.run.size()));
  const std::uint64_t hash = hash_of({head.bytes(), checkpoint.run});
  const std::string first = header();
  write_atomically(path_in(folder),
                   {std::as_bytes(std::span(first)), std::as_bytes(std::span(&hash, 1)),
                    head.bytes(), checkpoint.run});
}

bool has_checkpoint(const fs::path& folder) { return fs::exists(path_in(folder)); }

Checkpoint read_checkpoint(const fs::path& folder) {
  if (!has_checkpoint(folder)) refuse(folder, "it has no checkpoint.bin");
  const std::string text = read_text_file(path_in(folder));
  if (!text.starts_with(header())) {
    refuse(folder,
           "its checkpoint.bin is of another version of the program; run its scene.toml "
           "again, or start a new run from its last frame (bodies of kind \"run\")");
  }
  const auto bytes = std::as_bytes(std::span(text)).subspan(header().size());
  std::uint64_t hash = 0;
  if (bytes.size() < sizeof hash) refuse(folder, "its checkpoint.bin is damaged");
  ByteReader reader(bytes);
  reader(hash);
  if (hash != hash_of({bytes.subspan(sizeof hash)}))
    refuse(folder, "its checkpoint.bin is damaged");

  Checkpoint checkpoint;
  std::uint64_t scene = 0;
  reader(scene, checkpoint.files, checkpoint.run);
  if (scene != scene_hash(folder)) {
    refuse(folder,
           "its scene.toml has been changed; start a new run from its last frame (bodies of "
           "kind \"run\")");
  }
  return checkpoint;
}

void remove_checkpoint(const fs::path& folder) { fs::remove(path_in(folder)); }

}  // namespace galet
