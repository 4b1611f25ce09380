// Reads the state of an earlier run from its results.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "galet/build/earlier_state.hpp"

namespace galet {

// The frame of that number, or the last one. Throws InputError for `key`.folder or `key`.frame when
// there is no such run or frame, DamagedFile when the files are not as they were written.
std::shared_ptr<EarlierRun> read_earlier_run(const std::string& key,
                                             const std::filesystem::path& folder,
                                             std::optional<std::int64_t> frame);

}  // namespace galet
