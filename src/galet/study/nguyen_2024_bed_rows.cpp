#include "galet/study/nguyen_2024_bed_rows.hpp"

#include <algorithm>

#include "galet/study/printed_table.hpp"

namespace galet {
namespace {

constexpr std::string_view kNscd = "NSCD";

std::vector<PrintedRow> rows_of(const std::filesystem::path& scenes, int discs, bool rough) {
  const char* const table = discs == 529 ? (rough ? "4.22" : "4.21") : (rough ? "4.24" : "4.23");
  return read_printed(printed_file(scenes, table));
}

PrintedRun run_of(const PrintedRow& row) {
  return {row.text("solver"),     row.number("cpu"),        row.number("overlap"),
          row.number("contacts"), row.number("iterations"), row.number("iterations_max"),
          row.number("kinetic")};
}

bool is_apart(int discs, double alpha, double mu, const std::string& solver) {
  struct Apart {
    int discs;
    double alpha;
    double mu;
    std::string_view solver;
  };
  constexpr std::array<Apart, 3> all{
      {{529, 3.0, 0.25, "Dgesv"}, {529, 3.0, 0.5, "Dgesv"}, {1225, 3.0, 0.0, "Sparse+Superlu"}}};
  return std::ranges::any_of(all, [&](const Apart& a) {
    return a.discs == discs && a.alpha == alpha && a.mu == mu && a.solver == solver;
  });
}

}  // namespace

std::vector<PrintedRun> bed_rows(const std::filesystem::path& scenes, int discs, double alpha,
                                 double mu) {
  std::vector<PrintedRun> runs;
  for (const PrintedRow& row : rows_of(scenes, discs, mu > 0.0)) {
    if (row.number("alpha") != alpha || row.number("mu") != mu) continue;
    runs.push_back(run_of(row));
    runs.back().apart = is_apart(discs, alpha, mu, runs.back().solver);
  }
  return runs;
}

std::vector<PrintedNscd> nscd_bed_rows(const std::filesystem::path& scenes, int discs, bool rough) {
  std::vector<PrintedNscd> runs;
  for (const PrintedRow& row : rows_of(scenes, discs, rough)) {
    if (row.text("solver") == kNscd) runs.push_back({discs, row.number("mu"), run_of(row)});
  }
  return runs;
}

}  // namespace galet
