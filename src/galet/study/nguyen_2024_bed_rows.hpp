// What is printed in the tables 4.21 to 4.24 of [Nguyen2024]: the fall of 529 and of 1225 discs,
// 75 000 steps (scenes/nguyen-2024/printed/).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "galet/study/nguyen_2024_rows.hpp"

namespace galet {

struct PrintedRun {
  std::string solver;
  double cpu = kBlank;             // s
  double overlap = kBlank;         // over 2 max r
  double contacts = kBlank;        // of all steps
  double iterations = kBlank;      // of all steps
  double iterations_max = kBlank;  // of a step
  double kinetic = kBlank;         // J, at the end
  bool apart = false;  // counts out of line with the other rows, which see the same discs
};

// The cells of a bed of soft contacts, by linear solver.
std::vector<PrintedRun> bed_rows(const std::filesystem::path& scenes, int discs, double alpha,
                                 double mu);

// Rows of NSCD.
struct PrintedNscd {
  int discs;
  double mu;
  PrintedRun run;
};

// Those of one table: without friction or, `rough`, with it.
std::vector<PrintedNscd> nscd_bed_rows(const std::filesystem::path& scenes, int discs, bool rough);

}  // namespace galet
