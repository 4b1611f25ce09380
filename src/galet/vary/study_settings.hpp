// A parameter study as data, in the words of its file: a scene, what is varied in it, and the
// figures that each run gives. vary/plan.hpp makes the list of runs of it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "galet/base/fields.hpp"
#include "galet/scene/values.hpp"

namespace galet {

// ---- Parameters --------------------------------------------------------------------------------

struct ParameterCommon {
  std::string name = {};
  std::string unit = {};
  std::string key = {};
  std::vector<std::string> also = {};
};

template <class V>
void fields_of(ParameterCommon& s, V&& visit) {
  auto& [name, unit, key, also] = s;
  visit(Field{"name", "",
              "Name of its column: letters, digits and _, a letter first; by default the last word "
              "of the key."},
        name);
  visit(Field{"unit", "", "Unit of its values, for plots."}, unit);
  visit(Field{"key", "",
              "Key of the scene that gets the value, as for `--set`: \"pair[0].friction\". Without "
              "one the values are there for formulas only."},
        key);
  visit(Field{"also", "", "More keys that get the same value."}, also);
}

struct ListParameter {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "list";
  ParameterCommon common = {};
  Numbers values = {};
};

template <class V>
void fields_of(ListParameter& s, V&& visit) {
  auto& [common, values] = s;
  fields_of(common, visit);
  visit(Field{"values", "", "The values.", {}, true}, values);
}

struct RangeParameter {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "range";
  ParameterCommon common = {};
  double from = 0.0;
  double to = 0.0;
  std::int64_t count = 0;
  bool logarithmic = false;
};

template <class V>
void fields_of(RangeParameter& s, V&& visit) {
  auto& [common, from, to, count, logarithmic] = s;
  fields_of(common, visit);
  visit(Field{"from", "", "First value.", {}, true}, from);
  visit(Field{"to", "", "Last value.", {}, true}, to);
  visit(Field{"count", "", "Number of values.", Range::between(2, 100000), true}, count);
  visit(Field{"logarithmic", "", "Equal ratios instead of equal differences; both ends positive."},
        logarithmic);
}

struct WordsParameter {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "words";
  ParameterCommon common = {};
  std::vector<std::string> values = {};
};

template <class V>
void fields_of(WordsParameter& s, V&& visit) {
  auto& [common, values] = s;
  fields_of(common, visit);
  visit(Field{"values", "", "The values: names of schemes, say.", {}, true}, values);
}

struct StudyCase {
  std::string name = {};
  std::vector<std::string> set = {};
};

template <class V>
void fields_of(StudyCase& s, V&& visit) {
  auto& [name, set] = s;
  visit(Field{"name", "", "The value in the table.", {}, true}, name);
  visit(Field{"set", "", "Settings of the scene, each \"KEY=VALUE\" as for `--set`."}, set);
}

// What differs in several settings at once.
struct CasesParameter {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "cases";
  std::string name = {};
  std::vector<StudyCase> cases = {};
};

template <class V>
void fields_of(CasesParameter& s, V&& visit) {
  auto& [name, cases] = s;
  visit(Field{"name", "", "Name of its column.", {}, true}, name);
  visit(Field{"case", "", "The cases: each a name and settings of its own.", {}, true}, cases);
}

struct LatinParameter {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "latin-hypercube";
  ParameterCommon common = {};
  double low = 0.0;
  double high = 0.0;
  bool logarithmic = false;
};

template <class V>
void fields_of(LatinParameter& s, V&& visit) {
  auto& [common, low, high, logarithmic] = s;
  fields_of(common, visit);
  visit(Field{"low", "", "Lower end of the interval.", {}, true}, low);
  visit(Field{"high", "", "Upper end.", {}, true}, high);
  visit(Field{"logarithmic", "", "Uniform in the logarithm; both ends positive."}, logarithmic);
}

struct FormulaParameter {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "formula";
  ParameterCommon common = {};
  std::string formula = {};
};

template <class V>
void fields_of(FormulaParameter& s, V&& visit) {
  auto& [common, formula] = s;
  fields_of(common, visit);
  visit(Field{"formula",
              "",
              "Of the parameters with numbers that stand before it: \"0.33/speed\", with the "
              "functions of [sweep files](sweep-reference.md).",
              {},
              true},
        formula);
}

using ParameterSettings = std::variant<ListParameter, RangeParameter, WordsParameter,
                                       CasesParameter, LatinParameter, FormulaParameter>;

// ---- Figures -----------------------------------------------------------------------------------

// From the rows of a table to one number.
enum class Reduce { last, first, mean, min, max, deviation, change, slope };

template <>
struct EnumNames<Reduce> {
  static constexpr std::array<std::string_view, 8> names{"last", "first",     "mean",   "min",
                                                         "max",  "deviation", "change", "slope"};
};

struct ReduceSettings {
  Reduce reduce = Reduce::last;
  double skip = 0.0;
  std::optional<double> after = {};
  std::optional<double> until = {};
};

template <class V>
void fields_of(ReduceSettings& s, V&& visit) {
  auto& [reduce, skip, after, until] = s;
  visit(Field{"reduce", "",
              "From the rows to a number: the last, the first, their mean, least, greatest, "
              "standard deviation, the last less the first, or the slope of a straight line in "
              "time."},
        reduce);
  visit(Field{"skip", "", "Share of the run, from its start, whose rows do not count.",
              Range::between(0, 1)},
        skip);
  visit(Field{"after", "s", "Rows before this time do not count."}, after);
  visit(Field{"until", "s", "Rows after this time do not count."}, until);
}

struct SummaryFigure {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "summary";
  std::string name = {};
  std::string key = {};
};

template <class V>
void fields_of(SummaryFigure& s, V&& visit) {
  auto& [name, key] = s;
  visit(Field{"name", "", "Name of its column; by default the last word of the key."}, name);
  visit(Field{"key",
              "",
              "Number of summary.json: \"energy.dissipated\" ([all](record-reference.md)).",
              {},
              true},
        key);
}

struct SeriesFigure {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "series";
  std::string name = {};
  std::string column = {};
  ReduceSettings rows = {};
};

template <class V>
void fields_of(SeriesFigure& s, V&& visit) {
  auto& [name, column, rows] = s;
  visit(Field{"name", "", "Name of its column; by default that of the series."}, name);
  visit(Field{"column", "", "Column of series.csv ([all](record-reference.md)).", {}, true},
        column);
  fields_of(rows, visit);
}

// Of a table with several rows for an instant.
struct WhereSettings {
  std::string column = {};
  double value = 0.0;
};

template <class V>
void fields_of(WhereSettings& s, V&& visit) {
  auto& [column, value] = s;
  visit(Field{"column", "", "Column of the same table.", {}, true}, column);
  visit(Field{"value", "", "Only rows with this number in it count.", {}, true}, value);
}

struct ObserverFigure {
  static constexpr std::string_view tag_key = "kind";
  static constexpr std::string_view tag = "observer";
  std::string name = {};
  std::string observer = {};
  std::string column = {};
  std::optional<WhereSettings> where = {};
  ReduceSettings rows = {};
};

template <class V>
void fields_of(ObserverFigure& s, V&& visit) {
  auto& [name, observer, column, where, rows] = s;
  visit(Field{"name", "", "Name of its column; by default that of the observer's table."}, name);
  visit(Field{"observer", "", "Name of an observer of the scene.", {}, true}, observer);
  visit(Field{"column", "", "Column of its table ([observers](observers.md)).", {}, true}, column);
  visit(Field{"where", "",
              "Which rows, in tables with several for an instant: {column = \"boundary\", value = "
              "1}."},
        where);
  fields_of(rows, visit);
}

using FigureSettings = std::variant<SummaryFigure, SeriesFigure, ObserverFigure>;

// ---- The study ---------------------------------------------------------------------------------

struct StudyPlotSettings {
  std::string x = {};
  std::string y = {};
  bool logarithmic_x = false;
  bool logarithmic_y = false;
};

template <class V>
void fields_of(StudyPlotSettings& s, V&& visit) {
  auto& [x, y, logarithmic_x, logarithmic_y] = s;
  visit(Field{"x", "", "Name of a parameter with numbers, or of a figure.", {}, true}, x);
  visit(Field{"y", "", "The same.", {}, true}, y);
  visit(Field{"logarithmic_x", "", "Logarithmic axis."}, logarithmic_x);
  visit(Field{"logarithmic_y", "", "Logarithmic axis."}, logarithmic_y);
}

struct StudySettings {
  std::string title = {};
  std::string description = {};
  std::string scene = {};
  std::vector<std::string> set = {};
  std::int64_t replicas = 1;
  std::optional<std::int64_t> seed = {};
  std::vector<std::string> seed_keys{"seed"};
  std::int64_t samples = 0;
  std::vector<ParameterSettings> parameter = {};
  std::vector<FigureSettings> figure = {};
  std::vector<StudyPlotSettings> plot = {};
};

template <class V>
void fields_of(StudySettings& s, V&& visit) {
  auto& [title, description, scene, set, replicas, seed, seed_keys, samples, parameter, figure,
         plot] = s;
  visit(Field{"title", "", "What the study is, in one line.", {}, true}, title);
  visit(Field{"description", "", "What it shows, in a paragraph."}, description);
  visit(Field{"scene",
              "",
              "Scene file, relative to this file, or a name shown by `galet list`.",
              {},
              true},
        scene);
  visit(Field{"set", "", "Settings of the scene for all runs, each \"KEY=VALUE\" as for `--set`."},
        set);
  visit(Field{"replicas", "",
              "Runs of each point, which differ in their seeds: replica k has `seed` + k − 1.",
              Range::between(1, 100000)},
        replicas);
  visit(Field{"seed", "",
              "Seed of the first replica, and of the samples; by default the `seed` of the scene.",
              Range::between(0, 1e15)},
        seed);
  visit(
      Field{"seed_keys", "",
            "Keys of the scene that get the seed of the replica; an empty list for none, with one "
            "replica."},
      seed_keys);
  visit(Field{"samples", "",
              "Points of the Latin hypercube, for parameters of the kind latin-hypercube.",
              Range::between(0, 100000)},
        samples);
  visit(
      Field{"parameter", "",
            "What is varied. Lists, ranges, words and cases make a grid: every value with every "
            "other, the last varying fastest; at each of its points stand all samples of the Latin "
            "hypercube."},
      parameter);
  visit(Field{"figure", "", "Numbers that each run gives, one column each.", {}, true}, figure);
  visit(Field{"plot", "",
              "Plots; by default each figure over each parameter with several numbers. Runs that "
              "differ in the seed only are one point with an error bar."},
        plot);
}

}  // namespace galet
