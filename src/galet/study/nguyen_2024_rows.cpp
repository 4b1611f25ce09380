#include "galet/study/nguyen_2024_rows.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "galet/study/printed_table.hpp"

namespace galet {
namespace {

constexpr std::string_view kNscdRow = "NSCD";

// Figures that cannot be compared digit by digit.
struct Judgement {
  std::string_view table;
  double step;
  double R;
  std::string_view method;
  Judge loss;
  Judge overlap = Judge::digits;
};

constexpr std::array<Judgement, 15> kJudgements{{
    {"4.9", 1e-3, 1e-4, "INC2", Judge::unexplained},
    {"4.9", 1e-3, 1e-5, "INC3", Judge::digits, Judge::misprint},
    {"4.9", 1e-4, 1e-3, "DEM", Judge::digits, Judge::misprint},
    {"4.9", 1e-4, 1e-3, "SNC", Judge::digits, Judge::misprint},
    {"4.9", 1e-4, 1e-5, "INC2", Judge::unexplained},
    {"4.9", 1e-4, 1e-6, "INC2", Judge::unexplained},
    {"4.9", 1e-5, 1e-7, "INC2", Judge::unexplained},
    {"4.10", 1e-4, 1e-6, "INC2", Judge::unexplained},
    {"4.12", 1e-4, 1e-4, "SNC", Judge::misprint, Judge::misprint},
    {"4.12", 1e-5, 1e-4, "SNC", Judge::misprint},
    {"4.12", 1e-5, 1e-5, "SNC", Judge::misprint, Judge::misprint},
    {"4.12", 1e-4, 1e-7, "INC3", Judge::scaled},
    {"4.12", 1e-5, 1e-3, "INC2", Judge::unexplained},
    {"4.12", 1e-5, 1e-7, "INC2", Judge::digits, Judge::misprint},
    {"4.13", 1e-4, 1e-3, "SNC", Judge::misprint},
}};

void judge(const std::string& table, Row& row) {
  for (const Judgement& j : kJudgements) {
    if (j.table != table || j.step != row.step || j.R != row.R || j.method != row.method) continue;
    row.judge_loss = j.loss;
    row.judge_overlap = j.overlap;
  }
}

std::vector<Row> rows_of(const std::filesystem::path& scenes, const std::string& table, bool nscd) {
  std::vector<Row> rows;
  for (const PrintedRow& printed : read_printed(printed_file(scenes, table))) {
    if ((printed.text("method") == kNscdRow) != nscd) continue;
    Row row{printed.number("step"), printed.number("R"), printed.text("method"),
            printed.number("loss"), printed.number("overlap")};
    judge(table, row);
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<CradleRow> cradle_rows_of(const std::filesystem::path& scenes, bool nscd) {
  std::vector<CradleRow> rows;
  for (const PrintedRow& row : read_printed(printed_file(scenes, "4.11"))) {
    if ((row.text("method") == kNscdRow) != nscd) continue;
    rows.push_back({row.number("step"),
                    row.number("R"),
                    row.text("method"),
                    {row.number("v1"), row.number("v2"), row.number("v3"), row.number("v4")},
                    row.number("loss"),
                    row.number("overlap")});
  }
  return rows;
}

}  // namespace

std::filesystem::path printed_file(const std::filesystem::path& scenes, const std::string& table) {
  return scenes / "nguyen-2024" / "printed" / fmt::format("tab-{}.csv", table);
}

std::vector<Row> soft_rows(const std::filesystem::path& scenes, const std::string& table) {
  return rows_of(scenes, table, false);
}

std::vector<Row> nscd_rows(const std::filesystem::path& scenes, const std::string& table) {
  return rows_of(scenes, table, true);
}

std::vector<TwoDiscsRow> two_discs_rows(const std::filesystem::path& scenes) {
  std::vector<TwoDiscsRow> rows;
  for (const PrintedRow& row : read_printed(printed_file(scenes, "4.7"))) {
    rows.push_back({row.number("step"), row.number("R"), row.number("velocity"), row.number("gain"),
                    row.number("overlap")});
  }
  return rows;
}

std::vector<CradleRow> cradle_rows(const std::filesystem::path& scenes) {
  return cradle_rows_of(scenes, false);
}

std::vector<CradleRow> nscd_cradle_rows(const std::filesystem::path& scenes) {
  return cradle_rows_of(scenes, true);
}

}  // namespace galet
