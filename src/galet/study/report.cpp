#include "galet/study/report.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace galet {
namespace {

// Text inside a table cell: a bar would end the cell, a line break the row, and a backslash,
// backquote, asterisk, underscore, bracket or angle would be read as markup.
std::string cell(std::string_view text) {
  constexpr std::string_view markup = "\\|`*_[]<>";
  std::string out;
  for (const char c : text) {
    if (c == '\n' || c == '\r') {
      out += ' ';
      continue;
    }
    if (markup.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

// Six digits for reading; JSON has all of them.
std::string number(const std::optional<double>& x) {
  return x ? fmt::format("{:.6g}", *x) : std::string("–");
}

nlohmann::ordered_json value(const std::optional<double>& x) {
  // The library writes numbers that are not finite as null, too.
  return x ? nlohmann::ordered_json(*x) : nlohmann::ordered_json(nullptr);
}

}  // namespace

Verdict Report::verdict() const {
  const auto any = [this](Verdict v) {
    return std::ranges::any_of(findings, [v](const Finding& f) { return f.verdict == v; });
  };
  for (const Verdict v : {Verdict::fail, Verdict::source_wrong, Verdict::pass}) {
    if (any(v)) return v;
  }
  return Verdict::report_only;
}

std::string to_markdown(const Report& report) {
  std::string out = fmt::format("## {}: {}\n\n", cell(report.id), cell(report.title));
  out += fmt::format("Source: {}. Verdict: **{}**, {:.2f} s.\n\n", cell(report.source),
                     name_of(report.verdict()), report.seconds);
  if (!report.findings.empty()) {
    out += "| quantity | unit | ours | exact | published | verdict | criterion | note |\n";
    out += "|---|---|---|---|---|---|---|---|\n";
  }
  for (const Finding& f : report.findings) {
    out += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} |\n", cell(f.quantity),
                       cell(f.unit), number(f.ours), number(f.exact), number(f.published),
                       name_of(f.verdict), cell(f.criterion), cell(f.note));
  }
  if (!report.notes.empty()) out += '\n';
  for (const std::string& note : report.notes) out += fmt::format("- {}\n", cell(note));
  return out;
}

nlohmann::ordered_json to_json(const Report& report) {
  nlohmann::ordered_json json;
  json["id"] = report.id;
  json["title"] = report.title;
  json["source"] = report.source;
  json["verdict"] = name_of(report.verdict());
  json["seconds"] = report.seconds;
  json["findings"] = nlohmann::ordered_json::array();
  for (const Finding& f : report.findings) {
    json["findings"].push_back({{"quantity", f.quantity},
                                {"unit", f.unit},
                                {"ours", value(f.ours)},
                                {"exact", value(f.exact)},
                                {"published", value(f.published)},
                                {"criterion", f.criterion},
                                {"verdict", name_of(f.verdict)},
                                {"note", f.note}});
  }
  json["notes"] = report.notes;
  return json;
}

}  // namespace galet
