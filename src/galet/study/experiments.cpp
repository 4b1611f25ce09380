#include "galet/study/experiments.hpp"

#include <algorithm>
#include <iterator>

#include "galet/base/timer.hpp"
#include "galet/study/papers.hpp"

namespace galet {

Report Experiment::run(const std::filesystem::path& scenes_folder) const {
  const Stopwatch watch;
  Report report{.id = id, .title = title, .source = source, .findings = {}, .notes = {}};
  fill(scenes_folder, report);
  report.seconds = watch.seconds();
  return report;
}

const std::vector<Experiment>& experiments() {
  static const std::vector<Experiment> all = [] {
    std::vector<Experiment> joined;
    for (const auto& paper : {abide_2021_experiments,
                              exact_impact_experiments,
                              exact_rolling_experiments,
                              exact_static_experiments,
                              lefebvre_lepot_2024_experiments,
                              lefebvre_lepot_2024_friction_experiments,
                              lefebvre_lepot_2024_avalanche_experiments,
                              maury_2006_experiments,
                              maury_2006_property_experiments,
                              moreau_1999_experiments,
                              moreau_1999_statement_experiments,
                              moreau_1999_sweeping_experiments,
                              nguyen_2024_table_experiments,
                              nguyen_2024_nscd_experiments,
                              nguyen_2024_dem_experiments,
                              nguyen_2024_appendix_experiments,
                              nguyen_2024_compliance_experiments,
                              nguyen_2024_compliance_figure_experiments,
                              nguyen_2024_linear_experiments,
                              nguyen_2024_bed_experiments,
                              nguyen_2024_nscd_bed_experiments,
                              nguyen_2024_set_experiments}) {
      std::ranges::move(paper(), std::back_inserter(joined));
    }
    return joined;
  }();
  return all;
}

const Experiment* find_experiment(std::string_view id) {
  const auto found = std::ranges::find(experiments(), id, &Experiment::id);
  return found == experiments().end() ? nullptr : &*found;
}

}  // namespace galet
