// What the viewer's server answers: a function from requests to responses. URLs hold the numbers of
// runs, frames and bodies and the names of slices, never files:
//
//   /                                         the viewer
//   /api/session                              program, colours, names of the runs
//   /api/runs/R                               index of a run; looks for new frames
//   /api/runs/R/series                        series.csv, a packet (view/packet.hpp)
//   /api/runs/R/frames/K?slices=position,…    arrays of a frame, a packet (view/slices.hpp)
//   /api/runs/R/frames/K/scales               numbers that its colours should span
//   /api/runs/R/frames/K/grains/ID            one body
//
// An error is {"error": message}: 400 and 404 for what is asked, 500 for files that cannot be read.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "galet/view/access.hpp"
#include "galet/view/http.hpp"
#include "galet/view/run_source.hpp"

namespace galet {

class ViewSession {
 public:
  // Throws as RunSource does.
  explicit ViewSession(const std::vector<std::filesystem::path>& folders);

  HttpResponse respond(const HttpRequest& request, const ViewAddress& address);

  std::size_t runs() const { return runs_.size(); }
  RunSource& run(std::size_t k) { return *runs_[k]; }
  nlohmann::ordered_json facts() const;

 private:
  HttpResponse answer(const HttpRequest& request);
  HttpResponse answer_run(RunSource& run, const std::vector<std::string_view>& words,
                          std::string_view query);
  HttpResponse answer_frame(RunSource& run, std::int64_t number,
                            const std::vector<std::string_view>& words, std::string_view query);

  std::vector<std::unique_ptr<RunSource>> runs_;
};

}  // namespace galet
