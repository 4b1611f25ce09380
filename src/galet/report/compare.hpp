// One scene with several schemes and laws, side by side.
//
// A variant is "scheme:key=value:key=value…". The scheme replaces that of the scene, unless it is
// the same, whose settings then stay. A key is looked for among, in this order,
//   step                               time.step
//   settings of the scheme             scheme.key
//   of the law that the scheme uses    compliance.key (newmark; alpha stands for exponent) or
//                                      spring.key (dem), in every pair that has one
//   friction and restitution           in every pair
//   settings of the solver             solver.key (moreau-jean, convex)
// and a key with dots is taken as it stands, as of `galet run --set`.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "galet/report/report_page.hpp"
#include "galet/scene/scene.hpp"
#include "galet/sim/records.hpp"

namespace galet {

struct CompareRequest {
  std::filesystem::path scene;
  std::vector<std::string> overrides;  // as of `galet run --set`, for all variants
  std::vector<std::string> variants;
  int threads = 1;
};

struct CompareRow {
  std::string variant;
  bool solves = true;  // has iterations and residuals
  RunSummary summary;
  std::string broke_down;  // why, if it did; the summary is then empty
  std::vector<SeriesRow> series;
  std::string picture;  // PNG of the end, in one scale for all rows
};

struct Comparison {
  std::string title;
  double time_end = 0.0;
  std::vector<CompareRow> rows;  // in the order of the request
  std::string scene;             // that the variants start from, as TOML
};

// The overrides that make a variant out of the scene. Throws InputError.
std::vector<std::string> overrides_of(const std::string& variant, const Scene& scene);

// Builds the scene with every variant, then runs them one after the other. Throws InputError,
// naming the variant, before anything runs.
Comparison compare(const CompareRequest& request);

// The table, plots of all variants laid over each other, their ends, the scene; names of images
// begin with "compare-".
ReportPage compare_page(const Comparison& comparison);
std::string to_csv(const Comparison& comparison);

}  // namespace galet
