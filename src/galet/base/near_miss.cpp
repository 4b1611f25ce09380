#include "galet/base/near_miss.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

#include <fmt/format.h>

namespace galet {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

// Edit distance with exchanges of neighbours (optimal string alignment), row by row.
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(before_last, last);
    std::swap(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before_last[j - 2] + 1);
      }
    }
  }
  return row[b.size()];
}

}  // namespace

std::optional<std::string_view> near_miss(std::string_view word,
                                          std::span<const std::string_view> candidates) {
  // Words far longer than any name cannot be near one; do not spend time on them.
  if (word.size() > 64) return std::nullopt;
  const std::string given = lower(word);
  std::optional<std::string_view> best;
  std::size_t best_distance = std::max<std::size_t>(1, (word.size() + 1) / 3) + 1;
  for (const std::string_view candidate : candidates) {
    const std::size_t distance = edit_distance(given, lower(candidate));
    // A one-letter name is "near" every other one; only its letter case may differ.
    if (distance < best_distance && distance < std::max<std::size_t>(candidate.size(), 1)) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string quoted_list(std::span<const std::string_view> names) {
  std::string text;
  for (const std::string_view name : names) {
    text += fmt::format("{}\"{}\"", text.empty() ? "" : ", ", name);
  }
  return text;
}

std::string suggestion(std::string_view word, std::span<const std::string_view> candidates) {
  if (const auto near = near_miss(word, candidates))
    return fmt::format("did you mean \"{}\"?", *near);
  if (candidates.empty()) return "none is expected here";
  return fmt::format("expected one of {}", quoted_list(candidates));
}

}  // namespace galet
