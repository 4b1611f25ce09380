// The points of a parameter study: what each run is, as values for the table and as settings of the
// scene.
//
// Lists, ranges, words and cases make a grid, the last of them varying fastest. Intervals are
// sampled as a Latin hypercube [McKay1979]: of n samples exactly one lies in each of the n equal
// parts of every interval, at a random place in it, and the parts of different intervals are
// matched at random. At each point of the grid stand the same samples, and the same seeds.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "galet/vary/study_settings.hpp"

namespace galet {

struct StudyPoint {
  std::vector<std::string> values;     // by parameter, as the table has them
  std::vector<std::string> overrides;  // "KEY=VALUE", as for --set
  std::vector<int> origins;            // of each override: its parameter, or -1
  std::int64_t replica = 1;
  std::int64_t seed = 1;
};

// `scene_seed`: that of the scene, for studies without one. Throws InputError with the key of what
// is wrong in the study; too many runs are wrong, too.
std::vector<StudyPoint> points_of(const StudySettings& study, std::int64_t scene_seed);

}  // namespace galet
