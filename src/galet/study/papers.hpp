// One function per paper, and for exact solutions; experiments.cpp joins them.
#pragma once

#include <vector>

#include "galet/study/experiments.hpp"

namespace galet {

std::vector<Experiment> abide_2021_experiments();
std::vector<Experiment> exact_impact_experiments();
std::vector<Experiment> exact_rolling_experiments();
std::vector<Experiment> exact_static_experiments();
std::vector<Experiment> lefebvre_lepot_2024_experiments();
std::vector<Experiment> lefebvre_lepot_2024_friction_experiments();
std::vector<Experiment> lefebvre_lepot_2024_avalanche_experiments();
std::vector<Experiment> maury_2006_experiments();
std::vector<Experiment> maury_2006_property_experiments();
std::vector<Experiment> moreau_1999_experiments();
std::vector<Experiment> moreau_1999_statement_experiments();
std::vector<Experiment> moreau_1999_sweeping_experiments();
std::vector<Experiment> nguyen_2024_table_experiments();
std::vector<Experiment> nguyen_2024_nscd_experiments();
std::vector<Experiment> nguyen_2024_appendix_experiments();
std::vector<Experiment> nguyen_2024_dem_experiments();
std::vector<Experiment> nguyen_2024_compliance_experiments();
std::vector<Experiment> nguyen_2024_compliance_figure_experiments();
std::vector<Experiment> nguyen_2024_linear_experiments();
std::vector<Experiment> nguyen_2024_bed_experiments();
std::vector<Experiment> nguyen_2024_nscd_bed_experiments();
std::vector<Experiment> nguyen_2024_set_experiments();

}  // namespace galet
