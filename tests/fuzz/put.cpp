#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "fuzz/targets.hpp"
#include "support/temporary_folder.hpp"

namespace galet::fuzz {

std::filesystem::path put(const std::string& name, Bytes bytes) {
  const std::filesystem::path path = test_folder() / name;
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary | std::ios::trunc)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  return path;
}

std::string text_of(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void expect(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %s\n", promise);
  std::abort();
}

}  // namespace galet::fuzz
