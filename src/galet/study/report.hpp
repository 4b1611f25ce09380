// The report of a reproduced experiment: what was compared, with what, and the verdict.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "galet/base/fields.hpp"
#include "galet/study/run_curve.hpp"

namespace galet {

// pass          our figure meets the criterion
// fail          it does not
// source_wrong  our figure meets the criterion of the exact value, the printed one does not
// report_only   shown beside the printed figure, nothing to decide
enum class Verdict { pass, fail, source_wrong, report_only };

template <>
struct EnumNames<Verdict> {
  static constexpr std::array<std::string_view, 4> names{"pass", "fail", "source-wrong",
                                                         "report-only"};
};

// One compared figure.
struct Finding {
  std::string quantity;
  std::string unit;
  double ours = 0.0;
  std::optional<double> exact;      // derived or exact value
  std::optional<double> published;  // as printed
  std::string criterion;            // what decides, and why the tolerance is what it is
  Verdict verdict = Verdict::report_only;
  std::string note;
};

struct Report {
  std::string id;
  std::string title;
  std::string source;
  std::vector<Finding> findings;
  std::vector<std::string> notes;
  std::vector<RunCurve> curves = {};
  double seconds = 0.0;  // wall-clock

  // fail if any finding fails; else source_wrong if any is; else pass if any passes; else
  // report_only.
  Verdict verdict() const;
  void add(Finding finding) { findings.push_back(std::move(finding)); }
  // Names of rows end in ": ".
  void add_curve(std::string_view name, RunCurve curve) {
    curve.name = name.substr(0, name.find_last_not_of(": ") + 1);
    curves.push_back(std::move(curve));
  }
};

// A section with a table of the findings; text is escaped so that it cannot break the table.
std::string to_markdown(const Report& report);

// Numbers that are not finite become null.
nlohmann::ordered_json to_json(const Report& report);

}  // namespace galet
