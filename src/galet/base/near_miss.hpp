// Help for misspelt names.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace galet {

// The candidate that `word` most likely stands for: few insertions, deletions, replacements and
// exchanges of neighbours away, letter case aside. None if nothing is near.
std::optional<std::string_view> near_miss(std::string_view word,
                                          std::span<const std::string_view> candidates);

// "a", "b", "c"
std::string quoted_list(std::span<const std::string_view> names);

// `did you mean "x"?` when there is a near miss, otherwise `expected one of "x", "y"`.
std::string suggestion(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace galet
