// Groups by their names.
#pragma once

#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "galet/base/near_miss.hpp"
#include "galet/base/refuse.hpp"
#include "galet/model/bodies.hpp"

namespace galet {

// The place of a name in the list, whose first entry stands for bodies without a group. Refuses
// `key` where there is no such group.
inline GroupIndex known_group(const std::string& key, const std::vector<std::string>& groups,
                              const std::string& name) {
  const auto found = std::ranges::find(groups, name);
  if (name.empty() || found == groups.end()) {
    const std::vector<std::string_view> named(groups.begin() + 1, groups.end());
    refuse(key, fmt::format("unknown group \"{}\"; {}", name,
                            named.empty() ? "no bodies of this scene have a group"
                                          : suggestion(name, named)));
  }
  return static_cast<GroupIndex>(found - groups.begin());
}

// The groups that a setting means: the one it names, or all.
inline std::vector<GroupIndex> groups_meant(const std::string& key,
                                            const std::vector<std::string>& groups,
                                            const std::string& name) {
  if (!name.empty()) return {known_group(key, groups, name)};
  std::vector<GroupIndex> all(groups.size());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

}  // namespace galet
