#include "galet/view/export_page.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "galet/base/base64.hpp"
#include "galet/base/error.hpp"
#include "galet/view/slices.hpp"
#include "galet/view/viewer_page.hpp"

namespace galet {
namespace {

using Json = nlohmann::ordered_json;

// Text that may stand inside of an element <script>, whatever it holds.
std::string inside_script(const Json& json) {
  std::string out;
  for (const char c : json.dump(-1, ' ', false, Json::error_handler_t::replace)) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

std::vector<std::string_view> exported_slices() {
  return {slice_names().begin(), slice_names().end()};
}

// Frames that fit into so many bytes, judged by the largest of three.
std::int64_t frames_that_fit(RunSource& run, double bytes) {
  std::size_t largest = 1;
  for (const std::int64_t number : {std::int64_t{0}, run.frames() / 2, run.frames() - 1}) {
    largest = std::max(largest, run.frame(number, exported_slices()).size());
  }
  return static_cast<std::int64_t>(bytes / (4.0 / 3.0 * static_cast<double>(largest)));
}

std::vector<std::int64_t> spread(std::int64_t frames, std::int64_t count) {
  std::vector<std::int64_t> numbers;
  for (std::int64_t k = 0; k < count; ++k) {
    numbers.push_back(count > 1 ? k * (frames - 1) / (count - 1) : frames - 1);
  }
  return numbers;
}

std::int64_t exported_frames(RunSource& run, const ExportLimits& limits, std::size_t runs) {
  const std::int64_t fit = frames_that_fit(run, limits.megabytes * 1e6 / static_cast<double>(runs));
  const std::int64_t count = std::min({run.frames(), limits.frames, fit});
  if (count < std::min<std::int64_t>(run.frames(), 2)) {
    throw InputError("--limit", fmt::format("not even two frames fit into {} MB; allow more, or "
                                            "use `galet view` without --export",
                                            limits.megabytes));
  }
  return count;
}

Json exported_run(RunSource& run, const ExportLimits& limits, std::size_t runs,
                  std::vector<std::string>& notes) {
  Json index = run.index();
  if (run.frames() == 0) throw InputError("", "the run has no frames yet");
  const auto numbers = spread(run.frames(), exported_frames(run, limits, runs));
  if (static_cast<std::int64_t>(numbers.size()) < run.frames()) {
    notes.push_back(fmt::format("{}: {} of {} frames", index["name"].get<std::string>(),
                                numbers.size(), run.frames()));
    index["note"] = fmt::format("{} of {} frames", numbers.size(), run.frames());
  }
  Json times = Json::array();
  Json scales = Json::array();
  Json frames = Json::array();
  for (const std::int64_t number : numbers) {
    times.push_back(index["times"][static_cast<std::size_t>(number)]);
    frames.push_back(base64(run.frame(number, exported_slices())));
    scales.push_back(run.scales(number));
  }
  index["times"] = std::move(times);
  index["numbers"] = numbers;
  index["frames"] = numbers.size();
  index["finished"] = true;  // nothing comes after it
  return {{"index", std::move(index)},
          {"scales", std::move(scales)},
          {"frames", std::move(frames)},
          {"series", base64(run.series())}};
}

}  // namespace

ExportedPage export_page(ViewSession& session, const ExportLimits& limits) {
  ExportedPage page;
  Json runs = Json::array();
  for (std::size_t k = 0; k < session.runs(); ++k) {
    runs.push_back(exported_run(session.run(k), limits, session.runs(), page.notes));
  }
  const Json data{{"session", session.facts()}, {"runs", std::move(runs)}};
  const std::string_view viewer = viewer_page();
  const std::size_t mark = viewer.find(viewer_data_mark);
  GALET_ASSERT(mark != std::string_view::npos);
  page.html = viewer.substr(0, mark);
  page.html +=
      "<script type=\"application/json\" id=\"galet-data\">" + inside_script(data) + "</script>";
  page.html += viewer.substr(mark + viewer_data_mark.size());
  return page;
}

}  // namespace galet
