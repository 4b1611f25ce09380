#include "galet/study/checks.hpp"

#include <cmath>

#include <fmt/format.h>

#include "galet/base/error.hpp"

namespace galet {
namespace {

Finding finding_of(const Figure& figure, std::optional<double> exact, std::string criterion,
                   Verdict verdict) {
  return {figure.quantity,  figure.unit,          figure.ours, exact,
          figure.published, std::move(criterion), verdict,     figure.note};
}

Verdict passed(bool ok) { return ok ? Verdict::pass : Verdict::fail; }

std::string with_unit(double x, const std::string& unit) {
  return unit.empty() ? fmt::format("{:.3g}", x) : fmt::format("{:.3g} {}", x, unit);
}

}  // namespace

Finding check_near(const Figure& figure, double exact, double tolerance, const std::string& why) {
  return finding_of(figure, exact,
                    fmt::format("|ours − exact| <= {}: {}", with_unit(tolerance, figure.unit), why),
                    passed(std::abs(figure.ours - exact) <= tolerance));
}

Finding check_at_most(const Figure& figure, double bound, const std::string& why) {
  return finding_of(figure, 0.0,
                    fmt::format("0 <= ours <= {}: {}", with_unit(bound, figure.unit), why),
                    passed(figure.ours >= 0.0 && figure.ours <= bound));
}

Finding check_between(const Figure& figure, double low, double high, const std::string& why) {
  return finding_of(figure, {},
                    fmt::format("{:.9g} <= ours <= {}: {}", low,
                                figure.unit.empty() ? fmt::format("{:.9g}", high)
                                                    : fmt::format("{:.9g} {}", high, figure.unit),
                                why),
                    passed(figure.ours >= low && figure.ours <= high));
}

Finding check_at_least(const Figure& figure, double bound, const std::string& why) {
  return finding_of(figure, {}, fmt::format("ours >= {}: {}", with_unit(bound, figure.unit), why),
                    passed(figure.ours >= bound && std::isfinite(figure.ours)));
}

Finding check_equal(const Figure& figure, double exact) {
  return finding_of(figure, exact, "ours = exact", passed(figure.ours == exact));
}

Finding check_source_wrong(const Figure& figure, double exact, double tolerance,
                           double print_rounding, const std::string& why) {
  GALET_ASSERT(figure.published.has_value());
  const bool we_agree = std::abs(figure.ours - exact) <= tolerance;
  const bool print_misses = std::abs(*figure.published - exact) > print_rounding;
  return finding_of(
      figure, exact,
      fmt::format("|ours − exact| <= {} and |published − exact| > {}: {}",
                  with_unit(tolerance, figure.unit), with_unit(print_rounding, figure.unit), why),
      we_agree && print_misses ? Verdict::source_wrong : Verdict::fail);
}

Finding check_published(const Figure& figure, double tolerance, const std::string& why) {
  GALET_ASSERT(figure.published.has_value());
  return finding_of(
      figure, {},
      fmt::format("|ours − published| <= {}: {}", with_unit(tolerance, figure.unit), why),
      passed(std::abs(figure.ours - *figure.published) <= tolerance));
}

Finding report_only(const Figure& figure, std::optional<double> exact) {
  return finding_of(figure, exact, "", Verdict::report_only);
}

}  // namespace galet
