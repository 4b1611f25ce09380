#include "galet/study/report.hpp"

#include <limits>
#include <sstream>

#include <gtest/gtest.h>

namespace galet::report_test {
namespace {

Finding finding(Verdict verdict) {
  Finding f;
  f.quantity = "speed";
  f.unit = "m/s";
  f.ours = 1.5;
  f.verdict = verdict;
  return f;
}

Report report_with(std::initializer_list<Verdict> verdicts) {
  Report report;
  report.id = "paper-2000/table";
  report.title = "A title";
  report.source = "[Paper2000]";
  for (const Verdict v : verdicts) report.add(finding(v));
  return report;
}

TEST(Report, verdict_is_the_worst_that_was_decided) {
  using enum Verdict;
  EXPECT_EQ(report_with({}).verdict(), report_only);
  EXPECT_EQ(report_with({report_only}).verdict(), report_only);
  EXPECT_EQ(report_with({report_only, pass}).verdict(), pass);
  EXPECT_EQ(report_with({pass, report_only}).verdict(), pass);
  EXPECT_EQ(report_with({source_wrong, pass, report_only}).verdict(), source_wrong);
  EXPECT_EQ(report_with({pass, source_wrong, fail, report_only}).verdict(), fail);
}

TEST(Report, verdicts_have_names) {
  EXPECT_EQ(name_of(Verdict::pass), "pass");
  EXPECT_EQ(name_of(Verdict::fail), "fail");
  EXPECT_EQ(name_of(Verdict::source_wrong), "source-wrong");
  EXPECT_EQ(name_of(Verdict::report_only), "report-only");
}

// Bars that end a cell: those without a backslash before them.
int bars(const std::string& line) {
  int count = 0;
  for (std::size_t k = 0; k < line.size(); ++k) {
    if (line[k] == '\\') {
      ++k;
    } else if (line[k] == '|') {
      ++count;
    }
  }
  return count;
}

TEST(Report, markdown_table_survives_any_text) {
  Report report = report_with({Verdict::pass});
  report.findings[0].quantity = "|u| <b>of</b> `x` \\| a_b *c*";
  report.findings[0].criterion = "|ours − exact| <= 1e-9\nsecond line";
  report.findings[0].note = "ends with \\";
  report.notes = {"a | note\nof two lines"};
  std::istringstream lines(to_markdown(report));
  int rows = 0;
  int notes = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("|")) {
      ++rows;
      EXPECT_EQ(bars(line), 9) << line;
    }
    if (line.starts_with("- ")) ++notes;
  }
  EXPECT_EQ(rows, 3);  // head, rule, one finding
  EXPECT_EQ(notes, 1);
}

TEST(Report, markdown_shows_verdict_and_missing_values) {
  Report report = report_with({Verdict::source_wrong});
  report.findings[0].published = 2.0;
  const std::string text = to_markdown(report);
  EXPECT_NE(text.find("**source-wrong**"), std::string::npos);
  EXPECT_NE(text.find("| speed | m/s | 1.5 | – | 2 | source-wrong |"), std::string::npos) << text;
}

TEST(Report, json_keeps_every_digit_and_text) {
  Report report = report_with({Verdict::pass});
  report.findings[0].ours = 0.1 + 0.2;
  report.findings[0].exact = 0.3;
  report.findings[0].note = "\"quoted\"\n\\ | ü";
  report.notes = {"a note"};
  report.seconds = 0.5;
  const auto json = nlohmann::json::parse(to_json(report).dump());
  EXPECT_EQ(json["id"], "paper-2000/table");
  EXPECT_EQ(json["verdict"], "pass");
  EXPECT_EQ(json["seconds"], 0.5);
  ASSERT_EQ(json["findings"].size(), 1u);
  EXPECT_EQ(json["findings"][0]["ours"].get<double>(), 0.1 + 0.2);
  EXPECT_EQ(json["findings"][0]["exact"].get<double>(), 0.3);
  EXPECT_TRUE(json["findings"][0]["published"].is_null());
  EXPECT_EQ(json["findings"][0]["note"], "\"quoted\"\n\\ | ü");
  EXPECT_EQ(json["notes"][0], "a note");
}

TEST(Report, json_has_null_for_what_is_not_a_number) {
  Report report = report_with({Verdict::fail});
  report.findings[0].ours = std::numeric_limits<double>::quiet_NaN();
  const auto json = nlohmann::json::parse(to_json(report).dump());
  EXPECT_TRUE(json["findings"][0]["ours"].is_null());
}

}  // namespace
}  // namespace galet::report_test
