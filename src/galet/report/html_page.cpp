#include "galet/report/html_page.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "galet/base/base64.hpp"

namespace galet {
namespace {

constexpr std::string_view page_style = R"(
:root { color-scheme: light dark; --line: #8886; --soft: #8881; }
body { font: 16px/1.5 "Segoe UI", "DejaVu Sans", Helvetica, Arial, sans-serif; max-width: 60rem;
       margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.7rem; } h2 { margin-top: 2.2rem; border-bottom: 1px solid var(--line); }
table { border-collapse: collapse; font-size: .88rem; display: block; overflow-x: auto;
        margin: 1rem 0; }
th, td { padding: .25rem .6rem; border-bottom: 1px solid var(--line); text-align: left;
         vertical-align: top; }
th { vertical-align: bottom; }
td.number { white-space: nowrap; font-variant-numeric: tabular-nums; }
pre { background: var(--soft); padding: .8rem; overflow-x: auto; font-size: .85rem; }
code { font-family: "DejaVu Sans Mono", Consolas, monospace; }
.pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr));
            gap: 1rem; margin: 1rem 0; }
figure { margin: 0; }
img { display: block; width: 100%; background: #fff; border: 1px solid var(--line); }
figcaption { font-size: .88rem; padding-top: .25rem; }
@media print { body { margin: 0; max-width: none; } figure, tr { break-inside: avoid; } }
)";

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

bool leads_somewhere(std::string_view target) {
  if (target.starts_with("http://") || target.starts_with("https://")) return true;
  return target.find(':') == std::string_view::npos;  // no other schemes
}

// Text between a mark and the next of its kind, if there is one.
struct Between {
  std::string_view inside;
  std::size_t after = 0;
};

bool between(std::string_view text, std::size_t at, std::string_view open, std::string_view close,
             Between& found) {
  if (!text.substr(at).starts_with(open)) return false;
  const std::size_t end = text.find(close, at + open.size());
  if (end == std::string_view::npos || end == at + open.size()) return false;
  found = {text.substr(at + open.size(), end - at - open.size()), end + close.size()};
  return true;
}

// A backslash before a mark that would mean something.
bool is_escape(std::string_view text) {
  return text.size() > 1 && text[0] == '\\' &&
         std::string_view("\\`*_{}[]()<>#+-.!|$~").find(text[1]) != std::string_view::npos;
}

std::string inline_html(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    Between found;
    Between target;
    if (is_escape(text.substr(at))) {
      found.after = at + 2;
      out += escaped(text.substr(at + 1, 1));
    } else if (between(text, at, "`", "`", found)) {
      out += fmt::format("<code>{}</code>", escaped(found.inside));
    } else if (between(text, at, "**", "**", found)) {
      out += fmt::format("<strong>{}</strong>", inline_html(found.inside));
    } else if (between(text, at, "[", "]", found) && between(text, found.after, "(", ")", target) &&
               leads_somewhere(target.inside)) {
      out +=
          fmt::format("<a href=\"{}\">{}</a>", escaped(target.inside), inline_html(found.inside));
      found.after = target.after;
    } else {
      found.after = at + 1;
      out += escaped(text.substr(at, 1));
    }
    at = found.after;
  }
  return out;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\r')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

// Cells of "| a | b |"; a bar after a backslash is part of a cell.
std::vector<std::string> table_cells(std::string_view line) {
  line = trimmed(line);
  if (line.starts_with('|')) line.remove_prefix(1);
  if (line.ends_with('|') && !line.ends_with("\\|")) line.remove_suffix(1);
  std::vector<std::string> cells{""};
  for (std::size_t k = 0; k < line.size(); ++k) {
    if (line[k] == '\\' && k + 1 < line.size() && line[k + 1] == '|') {
      cells.back() += line[++k];
    } else if (line[k] == '|') {
      cells.emplace_back();
    } else {
      cells.back() += line[k];
    }
  }
  return cells;
}

// With a unit behind it, perhaps.
bool is_number(std::string_view cell) {
  constexpr std::size_t longest = 24;
  const std::size_t first = cell.find_first_not_of("+-");
  return first < 2 && cell[first] >= '0' && cell[first] <= '9' && cell.size() <= longest;
}

bool is_table_rule(std::string_view line) {
  return line.find('-') != std::string_view::npos &&
         line.find_first_not_of("|-: \r") == std::string_view::npos;
}

class PageWriter {
 public:
  PageWriter(std::string_view markdown, const ImageSource& image) : image_(image) {
    for (std::size_t from = 0; from <= markdown.size();) {
      const std::size_t end = std::min(markdown.find('\n', from), markdown.size());
      lines_.push_back(markdown.substr(from, end - from));
      from = end + 1;
    }
  }

  std::string write() {
    while (at_ < lines_.size()) block();
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n{}</body>\n</html>\n",
        escaped(title_), page_style, body_);
  }

 private:
  std::string_view line() const { return trimmed(lines_[at_]); }
  bool more() const { return at_ < lines_.size(); }

  void block() {
    if (line().empty()) {
      ++at_;
    } else if (line().starts_with("```")) {
      code();
    } else if (line().starts_with('#')) {
      heading();
    } else if (line().starts_with('|') && at_ + 1 < lines_.size() &&
               is_table_rule(lines_[at_ + 1])) {
      table();
    } else if (line().starts_with("- ")) {
      list();
    } else if (line().starts_with("![")) {
      pictures();
    } else {
      paragraph();
    }
  }

  void heading() {
    const std::size_t marks = std::min(line().find_first_not_of('#'), line().size());
    const std::string_view words = trimmed(line().substr(marks));
    if (title_.empty()) title_ = std::string(words);
    body_ += fmt::format("<h{0}>{1}</h{0}>\n", std::min<std::size_t>(marks, 6), inline_html(words));
    ++at_;
  }

  void code() {
    std::string text;
    for (++at_; more() && !line().starts_with("```"); ++at_) {
      text += escaped(lines_[at_]);
      text += '\n';
    }
    ++at_;
    body_ += fmt::format("<pre><code>{}</code></pre>\n", text);
  }

  void table() {
    const auto row = [&](std::string_view tag) {
      const std::vector<std::string> cells = table_cells(line());
      // A table may have no names of columns.
      if (tag == "th" && std::ranges::all_of(cells, [](auto& c) { return trimmed(c).empty(); }))
        return;
      body_ += "<tr>";
      for (const std::string& cell : cells) {
        const bool number = tag == "td" && is_number(trimmed(cell));
        body_ += fmt::format("<{0}{1}>{2}</{0}>", tag, number ? " class=\"number\"" : "",
                             inline_html(trimmed(cell)));
      }
      body_ += "</tr>\n";
    };
    body_ += "<table>\n";
    row("th");
    for (at_ += 2; more() && line().starts_with('|'); ++at_) row("td");
    body_ += "</table>\n";
  }

  void list() {
    body_ += "<ul>\n";
    while (more() && line().starts_with("- ")) {
      std::string words(line().substr(2));
      // Lines that belong to the same point are indented.
      for (++at_; more() && lines_[at_].starts_with("  ") && !line().empty(); ++at_) {
        words += fmt::format(" {}", line());
      }
      body_ += fmt::format("<li>{}</li>\n", inline_html(words));
    }
    body_ += "</ul>\n";
  }

  // Those that follow each other stand side by side where there is room. Plots have their titles
  // in them.
  void pictures() {
    std::string figures;
    while (more() && (line().empty() || line().starts_with("!["))) {
      if (!line().empty() && !picture(figures)) break;
      ++at_;
    }
    if (figures.empty()) return paragraph();
    body_ += fmt::format("<div class=\"pictures\">\n{}</div>\n", figures);
  }

  bool picture(std::string& figures) {
    Between alt;
    Between name;
    const bool whole =
        between(line(), 1, "[", "]", alt) && between(line(), alt.after, "(", ")", name);
    const std::string bytes = whole ? image_(std::string(name.inside)) : "";
    if (bytes.empty()) return false;
    const bool plot = name.inside.ends_with(".svg");
    const std::string words = escaped(alt.inside);
    figures += fmt::format("<figure><img alt=\"{}\" src=\"data:image/{};base64,{}\">{}</figure>\n",
                           words, plot ? "svg+xml" : "png", base64(bytes),
                           plot ? "" : fmt::format("<figcaption>{}</figcaption>", words));
    return true;
  }

  void paragraph() {
    std::string words;
    do {
      words += words.empty() ? "" : " ";
      words += line();
      ++at_;
    } while (more() && !line().empty() && !line().starts_with('#') && !line().starts_with('|') &&
             !line().starts_with("- ") && !line().starts_with("```") && !line().starts_with("!["));
    body_ += fmt::format("<p>{}</p>\n", inline_html(words));
  }

  const ImageSource& image_;
  std::vector<std::string_view> lines_;
  std::size_t at_ = 0;
  std::string title_;
  std::string body_;
};

}  // namespace

std::string html_page(std::string_view markdown, const ImageSource& image) {
  return PageWriter(markdown, image).write();
}

}  // namespace galet
