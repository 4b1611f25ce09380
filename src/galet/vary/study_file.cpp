#include "galet/vary/study_file.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "galet/base/near_miss.hpp"
#include "galet/base/text_file.hpp"
#include "galet/io/settings_reader.hpp"
#include "galet/io/settings_reference.hpp"
#include "galet/scene/range_check.hpp"
#include "galet/sim/record_fields.hpp"
#include "galet/vary/study_table.hpp"

namespace galet {
namespace {

// "friction" of "pair[0].friction", "velocity" of "bodies[1].velocity[0]".
std::string last_word(std::string_view key) {
  key = key.substr(0, key.find_last_not_of("0123456789[]") + 1);
  const std::size_t point = key.find_last_of(".]");
  return std::string(point == key.npos ? key : key.substr(point + 1));
}

bool is_name(std::string_view text) {
  const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
  return !text.empty() && is_letter(text.front()) && std::ranges::all_of(text, [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '_';
  });
}

// Names of those fields of a record that are numbers.
template <class Record>
std::vector<std::string_view> names_of_numbers() {
  std::vector<std::string_view> names;
  for_each_field(Record{}, [&]<class T>(const Field& field, const T&) {
    if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) names.push_back(field.key);
  });
  return names;
}

class StudyCheck {
 public:
  std::vector<InputError> errors;

  void check(const StudySettings& study) {
    std::vector<std::string> names(reserved_columns.begin(), reserved_columns.end());
    const auto add_name = [&](const std::string& path, const std::string& name) {
      if (!is_name(name)) {
        fail(path + ".name", fmt::format("\"{}\" is no name of a column: it takes letters, digits "
                                         "and _, a letter first",
                                         name));
      } else if (std::ranges::find(names, name) != names.end()) {
        fail(path + ".name",
             fmt::format("there is a column \"{}\" already; give another name", name));
      }
      names.push_back(name);
    };
    bool sampled = false;
    for (std::size_t k = 0; k < study.parameter.size(); ++k) {
      const std::string path = fmt::format("parameter[{}]", k);
      add_name(path, name_of_parameter(study.parameter[k]));
      std::visit([&](const auto& p) { check_values(path, p); }, study.parameter[k]);
      sampled |= std::holds_alternative<LatinParameter>(study.parameter[k]);
    }
    if (sampled != (study.samples > 0)) {
      fail("samples", sampled ? "parameters of the kind latin-hypercube need a number of samples"
                              : "there is no parameter of the kind latin-hypercube");
    }
    if (study.replicas > 1 && study.seed_keys.empty()) {
      fail("replicas", "without seed_keys all replicas would be the same run");
    }
    if (study.figure.empty()) fail("figure", "a study needs a figure that each run gives");
    for (std::size_t k = 0; k < study.figure.size(); ++k) {
      const std::string path = fmt::format("figure[{}]", k);
      add_name(path, name_of_figure(study.figure[k]));
      std::visit([&](const auto& f) { check_source(path, f); }, study.figure[k]);
    }
    check_plots(study);
  }

 private:
  void fail(std::string key, std::string message) {
    errors.emplace_back(std::move(key), std::move(message));
  }

  void check_interval(const std::string& path, double low, double high, bool logarithmic) {
    if (logarithmic && !(low > 0.0 && high > 0.0)) {
      fail(path + ".logarithmic", "both ends must be positive");
    }
    if (low == high) fail(path, fmt::format("both ends are {}", low));
  }
  void check_values(const std::string& path, const ListParameter& p) {
    if (p.values.values.empty()) fail(path + ".values", "must not be empty");
  }
  void check_values(const std::string& path, const WordsParameter& p) {
    if (p.values.empty()) fail(path + ".values", "must not be empty");
  }
  void check_values(const std::string& path, const CasesParameter& p) {
    if (p.cases.empty()) fail(path + ".case", "must not be empty");
  }
  void check_values(const std::string& path, const RangeParameter& p) {
    check_interval(path, p.from, p.to, p.logarithmic);
  }
  void check_values(const std::string& path, const LatinParameter& p) {
    check_interval(path, p.low, p.high, p.logarithmic);
  }
  void check_values(const std::string&, const FormulaParameter&) {}

  void check_known(const std::string& path, const std::string& name,
                   const std::vector<std::string_view>& known, std::string_view where) {
    if (std::ranges::find(known, name) != known.end()) return;
    const auto near = near_miss(name, known);
    fail(path, fmt::format("{} has no number \"{}\"; {}", where, name,
                           near ? fmt::format("did you mean \"{}\"?", *near)
                                : fmt::format("it has {}", fmt::join(known, ", "))));
  }
  void check_source(const std::string& path, const SummaryFigure& f) {
    check_known(path + ".key", f.key, names_of_numbers<RunSummary>(), "summary.json");
  }
  void check_source(const std::string& path, const SeriesFigure& f) {
    check_known(path + ".column", f.column, names_of_numbers<SeriesRow>(), "series.csv");
  }
  void check_source(const std::string&, const ObserverFigure&) {}

  void check_plots(const StudySettings& study) {
    std::vector<std::string> names;
    for (const ParameterSettings& p : study.parameter) {
      if (has_numbers(p)) names.push_back(name_of_parameter(p));
    }
    for (const FigureSettings& f : study.figure) names.push_back(name_of_figure(f));
    const std::vector<std::string_view> known(names.begin(), names.end());
    for (std::size_t k = 0; k < study.plot.size(); ++k) {
      const std::string path = fmt::format("plot[{}]", k);
      check_known(path + ".x", study.plot[k].x, known, "the study");
      check_known(path + ".y", study.plot[k].y, known, "the study");
    }
  }
};

}  // namespace

StudyFile load_study(const std::filesystem::path& file) {
  StudyFile study;
  study.text = read_text_file(file);
  const TomlValue document = parse_toml(study.text, file.string());
  study.sources = places_of(document);
  SettingsReader reader;
  reader.read_document(document, study.settings);
  reader.throw_errors();
  StudyCheck check;
  check.errors = range_errors(study.settings);
  if (check.errors.empty()) check.check(study.settings);
  if (!check.errors.empty()) {
    for (InputError& error : check.errors) error = located(error, study.sources);
    throw joined(std::move(check.errors));
  }
  return study;
}

std::string name_of_parameter(const ParameterSettings& parameter) {
  return std::visit(
      [](const auto& p) {
        if constexpr (requires { p.common; }) {
          return p.common.name.empty() ? last_word(p.common.key) : p.common.name;
        } else {
          return p.name;
        }
      },
      parameter);
}

std::string unit_of_parameter(const ParameterSettings& parameter) {
  return std::visit(
      [](const auto& p) {
        if constexpr (requires { p.common; }) {
          return p.common.unit;
        } else {
          return std::string();
        }
      },
      parameter);
}

std::string name_of_figure(const FigureSettings& figure) {
  return std::visit(
      [](const auto& f) {
        if (!f.name.empty()) return f.name;
        if constexpr (requires { f.key; }) {
          return last_word(f.key);
        } else {
          return f.column;
        }
      },
      figure);
}

bool has_numbers(const ParameterSettings& parameter) {
  return !std::holds_alternative<WordsParameter>(parameter) &&
         !std::holds_alternative<CasesParameter>(parameter);
}

std::string study_reference() {
  return SettingsReference().write(
      "# Reference of study files\n\n"
      "Every key of a file for `galet study`, with its type, unit, default and meaning; "
      "[studies.md](studies.md) explains them. Values and intervals of parameters are in the units "
      "of the key that they set. A dash in the column of defaults means that the key may be left "
      "out. Unknown keys are errors.\n",
      StudySettings{});
}

}  // namespace galet
