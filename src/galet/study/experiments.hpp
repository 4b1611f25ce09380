// The experiments that `galet reproduce` knows: each loads its scenes, runs them and compares with
// exact values and with print. A new one goes into the file of its paper; see docs/reproduce.md.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "galet/study/report.hpp"

namespace galet {

struct Experiment {
  std::string id;  // "<folder of scenes/>/<name>"
  std::string title;
  std::string source;                  // [Key, place]
  bool quick = true;                   // seconds
  std::vector<std::string> catalogue;  // entries of the catalogue of experiments it answers
  std::vector<std::string> scenes;     // files it loads, relative to the folder of scenes
  // Findings and notes; run() adds the rest.
  std::function<void(const std::filesystem::path& scenes, Report& report)> fill;

  // Throws InputError if a scene is missing or wrong.
  Report run(const std::filesystem::path& scenes_folder) const;
};

const std::vector<Experiment>& experiments();

// nullptr if there is none.
const Experiment* find_experiment(std::string_view id);

}  // namespace galet
