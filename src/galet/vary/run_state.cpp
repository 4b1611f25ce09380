#include "galet/vary/run_state.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <vector>

#include <nlohmann/json.hpp>

#include "galet/base/text_file.hpp"
#include "galet/io/atomic_file.hpp"
#include "galet/io/damaged_file.hpp"
#include "galet/io/manifest.hpp"
#include "galet/io/summary_json.hpp"

namespace galet {
namespace {

namespace fs = std::filesystem;

std::optional<RunOutcome> find_outcome(const fs::path& file) {
  if (!fs::exists(file)) return std::nullopt;
  const auto json =
      nlohmann::json::parse(read_text_file(file), nullptr, /*allow_exceptions=*/false);
  RunOutcome outcome{.message = "failed; " + file.string() + " is damaged"};
  if (!json.is_object()) return outcome;
  outcome.exit_code = json.value("exit_code", 0);
  outcome.signal = json.value("signal", 0);
  outcome.message = json.value("message", outcome.message);
  return outcome;
}

// The end of a text file, from the beginning of a line on.
std::string last_lines(const fs::path& path) {
  constexpr std::streamoff most = 4096;
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) return "";
  const std::streamoff size = file.tellg();
  file.seekg(std::max<std::streamoff>(0, size - most));
  std::string text(static_cast<std::size_t>(std::min(size, most)), '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, file.gcount())));
  return text;
}

}  // namespace

RunStanding standing_of(const StudyFolder& folder, const StudyRun& run) {
  const fs::path results = folder.run(run.number);
  try {
    const auto manifest = find_manifest(results);
    if (manifest && manifest->finished) {
      const bool ours =
          read_text_file(results / "scene.toml") == read_text_file(folder.scene(run.number));
      if (ours) return {RunState::done};
      return {RunState::failed, {.message = "the results in its folder are of another scene"}};
    }
    if (auto outcome = find_outcome(folder.outcome(run.number))) {
      return {RunState::failed, *std::move(outcome)};
    }
    return {manifest ? RunState::unfinished : RunState::waiting};
  } catch (const std::exception& error) {
    return {RunState::failed, {.message = error.what()}};
  }
}

void write_outcome(const StudyFolder& folder, const StudyRun& run, const RunOutcome& outcome) {
  const nlohmann::ordered_json json = {
      {"exit_code", outcome.exit_code}, {"signal", outcome.signal}, {"message", outcome.message}};
  constexpr auto on_bad_text = nlohmann::ordered_json::error_handler_t::replace;
  write_atomically(folder.outcome(run.number), json.dump(1, ' ', false, on_bad_text) + "\n");
}

void remove_outcome(const StudyFolder& folder, const StudyRun& run) {
  const fs::path file = folder.outcome(run.number);
  fs::remove(file);
  fs::remove(file.string() + ".part");  // of a study that was killed as it wrote
}

double fraction_done(const StudyFolder& folder, const StudyRun& run) {
  std::ifstream series(folder.run(run.number) / "series.csv");
  std::string header;
  if (!std::getline(series, header) || !(run.end > 0.0)) return 0.0;
  const auto columns_before = [&] {
    const std::size_t at = ("," + header + ",").find(",time,");
    return at == std::string::npos
               ? -1
               : std::count(header.begin(), header.begin() + static_cast<std::ptrdiff_t>(at), ',');
  }();
  if (columns_before < 0) return 0.0;
  const std::string text = last_lines(folder.run(run.number) / "series.csv");
  const std::size_t end = text.rfind('\n');
  if (end == std::string::npos || end == 0) return 0.0;
  const std::size_t before = text.rfind('\n', end - 1);
  std::size_t from = before == std::string::npos ? 0 : before + 1;
  for (std::ptrdiff_t k = 0; k < columns_before; ++k) from = text.find(',', from) + 1;
  double time = 0.0;  // stays 0 on the header
  std::from_chars(text.data() + from, text.data() + end, time);
  return std::clamp(time / run.end, 0.0, 1.0);
}

}  // namespace galet
