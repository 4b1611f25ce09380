#include "galet/vary/points.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/base/random.hpp"
#include "galet/io/toml_text.hpp"
#include "galet/sweep/expression.hpp"
#include "galet/vary/study_file.hpp"

namespace galet {
namespace {

constexpr std::size_t most_runs = 100000;

// One of the values of a parameter.
struct ParameterValue {
  std::string text;
  std::optional<double> number = {};
  std::vector<std::string> overrides = {};
};

std::vector<std::string> settings_of(const ParameterCommon& common, const std::string& value) {
  std::vector<std::string> settings;
  if (!common.key.empty()) settings.push_back(fmt::format("{}={}", common.key, value));
  for (const std::string& key : common.also) settings.push_back(fmt::format("{}={}", key, value));
  return settings;
}

ParameterValue number_value(const ParameterCommon& common, double x) {
  return {fmt::format("{}", x), x, settings_of(common, toml_text(x))};
}

// `share` of the way from one end to the other.
double between(double low, double high, double share, bool logarithmic) {
  if (share <= 0.0) return low;
  if (share >= 1.0) return high;
  return logarithmic ? low * std::pow(high / low, share) : low + share * (high - low);
}

// 0.1 + 2·0.1 is meant to be 0.3: twelve digits are enough for a value that is computed.
double without_noise(double x) { return std::strtod(fmt::format("{:.12g}", x).c_str(), nullptr); }

// The values of a parameter of the grid; none for the others.
std::vector<ParameterValue> grid_values(const ListParameter& p) {
  std::vector<ParameterValue> values;
  for (const double x : p.values.values) values.push_back(number_value(p.common, x));
  return values;
}
std::vector<ParameterValue> grid_values(const RangeParameter& p) {
  std::vector<ParameterValue> values;
  for (std::int64_t k = 0; k < p.count; ++k) {
    const double share = static_cast<double>(k) / static_cast<double>(p.count - 1);
    const double x = between(p.from, p.to, share, p.logarithmic);
    values.push_back(number_value(p.common, without_noise(x)));
  }
  return values;
}
std::vector<ParameterValue> grid_values(const WordsParameter& p) {
  std::vector<ParameterValue> values;
  for (const std::string& word : p.values) {
    values.push_back({word, std::nullopt, settings_of(p.common, toml_text(word))});
  }
  return values;
}
std::vector<ParameterValue> grid_values(const CasesParameter& p) {
  std::vector<ParameterValue> values;
  for (const StudyCase& one : p.cases) values.push_back({one.name, std::nullopt, one.set});
  return values;
}
std::vector<ParameterValue> grid_values(const LatinParameter&) { return {}; }
std::vector<ParameterValue> grid_values(const FormulaParameter&) { return {}; }

std::vector<ParameterValue> samples_of(const LatinParameter& p, std::int64_t count,
                                       Random& random) {
  std::vector<std::int64_t> parts(static_cast<std::size_t>(count));
  std::iota(parts.begin(), parts.end(), 0);
  for (std::size_t k = parts.size(); k > 1; --k) {
    std::swap(parts[k - 1], parts[static_cast<std::size_t>(random.below(k))]);
  }
  std::vector<ParameterValue> values;
  for (const std::int64_t part : parts) {
    const double share =
        (static_cast<double>(part) + random.uniform()) / static_cast<double>(count);
    values.push_back(number_value(p.common, between(p.low, p.high, share, p.logarithmic)));
  }
  return values;
}

class PointMaker {
 public:
  PointMaker(const StudySettings& study, std::int64_t scene_seed)
      : study_(study), seed_(study.seed.value_or(scene_seed)) {
    Random random(static_cast<std::uint64_t>(seed_));
    double count = static_cast<double>(study.replicas);
    for (std::size_t k = 0; k < study.parameter.size(); ++k) {
      const ParameterSettings& parameter = study.parameter[k];
      if (const auto* latin = std::get_if<LatinParameter>(&parameter)) {
        values_.push_back(samples_of(*latin, study.samples, random));
      } else {
        values_.push_back(std::visit([](const auto& p) { return grid_values(p); }, parameter));
        check_different(k);
        if (!values_.back().empty()) {
          grid_.push_back(k);
          count *= static_cast<double>(values_.back().size());
        }
      }
      read_formula(k);
    }
    count *= static_cast<double>(std::max<std::int64_t>(study.samples, 1));
    if (count > static_cast<double>(most_runs)) {
      throw InputError("parameter", fmt::format("these are {:.0f} runs; at most {} are one study",
                                                count, most_runs));
    }
  }

  std::vector<StudyPoint> make() {
    std::vector<std::size_t> chosen(values_.size(), 0);
    while (true) {
      for (std::int64_t sample = 0; sample < std::max<std::int64_t>(study_.samples, 1); ++sample) {
        for (std::size_t k = 0; k < values_.size(); ++k) {
          if (std::holds_alternative<LatinParameter>(study_.parameter[k])) {
            chosen[k] = static_cast<std::size_t>(sample);
          }
        }
        add_replicas(chosen);
      }
      if (!advance(chosen)) return std::move(points_);
    }
  }

 private:
  void check_different(std::size_t k) const {
    for (std::size_t i = 0; i < values_[k].size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (values_[k][i].text != values_[k][j].text) continue;
        throw InputError(fmt::format("parameter[{}]", k),
                         fmt::format("the value {} stands twice", values_[k][i].text));
      }
    }
  }

  void read_formula(std::size_t k) {
    formulas_.emplace_back();
    if (const auto* p = std::get_if<FormulaParameter>(&study_.parameter[k])) {
      formulas_.back().emplace(p->formula, names_, fmt::format("parameter[{}].formula", k));
    }
    if (has_numbers(study_.parameter[k])) names_.push_back(name_of_parameter(study_.parameter[k]));
  }

  // To the next point of the grid; false after the last.
  bool advance(std::vector<std::size_t>& chosen) const {
    for (std::size_t i = grid_.size(); i-- > 0;) {
      if (++chosen[grid_[i]] < values_[grid_[i]].size()) return true;
      chosen[grid_[i]] = 0;
    }
    return false;
  }

  void add_replicas(const std::vector<std::size_t>& chosen) {
    StudyPoint point;
    const auto set = [&](const std::string& text, int origin) {
      point.overrides.push_back(text);
      point.origins.push_back(origin);
    };
    for (const std::string& text : study_.set) set(text, -1);
    std::vector<double> numbers;
    for (std::size_t k = 0; k < values_.size(); ++k) {
      const ParameterValue value = formulas_[k] ? computed(k, numbers) : values_[k][chosen[k]];
      if (value.number) numbers.push_back(*value.number);
      point.values.push_back(value.text);
      for (const std::string& text : value.overrides) set(text, static_cast<int>(k));
    }
    for (std::int64_t replica = 1; replica <= study_.replicas; ++replica) {
      StudyPoint one = point;
      one.replica = replica;
      one.seed = seed_ + replica - 1;
      for (const std::string& key : study_.seed_keys) {
        one.overrides.push_back(fmt::format("{}={}", key, one.seed));
        one.origins.push_back(-1);
      }
      points_.push_back(std::move(one));
    }
  }

  ParameterValue computed(std::size_t k, const std::vector<double>& numbers) const {
    const double x = (*formulas_[k])(numbers);
    const auto& parameter = std::get<FormulaParameter>(study_.parameter[k]);
    if (!std::isfinite(x)) {
      throw InputError(fmt::format("parameter[{}].formula", k),
                       fmt::format("\"{}\" gives {} at a point", parameter.formula, x));
    }
    return number_value(parameter.common, without_noise(x));
  }

  const StudySettings& study_;
  std::int64_t seed_;
  std::vector<std::vector<ParameterValue>> values_;         // by parameter
  std::vector<std::optional<sweep::Expression>> formulas_;  // the same
  std::vector<std::string> names_;                          // of those with numbers
  std::vector<std::size_t> grid_;                           // parameters of the grid
  std::vector<StudyPoint> points_;
};

}  // namespace

std::vector<StudyPoint> points_of(const StudySettings& study, std::int64_t scene_seed) {
  return PointMaker(study, scene_seed).make();
}

}  // namespace galet
