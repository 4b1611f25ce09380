#include "galet/report/compare.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/base/field_kinds.hpp"
#include "galet/base/near_miss.hpp"
#include "galet/draw/picture.hpp"
#include "galet/draw/run_figures.hpp"
#include "galet/io/scene_file.hpp"
#include "galet/io/stored_series.hpp"
#include "galet/report/scene_without_output.hpp"
#include "galet/sim/simulation.hpp"

namespace galet {
namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

template <class Settings>
std::vector<std::string_view> keys_of(Settings settings) {
  std::vector<std::string_view> keys;
  fields_of(settings, [&](const Field& field, auto&) { keys.push_back(field.key); });
  return keys;
}

bool has(const std::vector<std::string_view>& keys, std::string_view key) {
  return std::ranges::find(keys, key) != keys.end();
}

[[noreturn]] void refuse_variant(const std::string& variant, const std::string& message) {
  throw InputError("--with", fmt::format("\"{}\": {}", variant, message));
}

// The keys of a variant and where they stand in a scene.
class KeyPlaces {
 public:
  KeyPlaces(std::string_view scheme, const Scene& scene) : scheme_(scheme), scene_(scene) {
    for_each_alternative<SchemeSettings>([&](const auto& settings) {
      if (settings.tag == scheme) scheme_keys_ = keys_of(settings);
    });
    if (scheme == NewmarkSettings::tag) law_keys_ = keys_of(ComplianceSettings{});
    if (scheme == DemSettings::tag) law_keys_ = keys_of(SpringSettings{});
    if (scheme == MoreauJeanSettings::tag || scheme == ConvexSettings::tag ||
        scheme == FirstOrderSettings::tag) {
      std::visit([&](const auto& settings) { solver_keys_ = keys_of(settings); }, scene.solver);
    }
  }

  // The full keys that a short one stands for; none if it is unknown.
  std::vector<std::string> find(const std::string& key) const {
    if (key.find('.') != std::string::npos) return {key};
    if (key == "step") return {"time.step"};
    if (has(scheme_keys_, key)) return {"scheme." + key};
    const std::string law_key = key == kAlpha && scheme_ == NewmarkSettings::tag ? "exponent" : key;
    if (has(law_keys_, law_key)) return in_laws(law_key);
    if (has(kPairKeys, key)) return in_pairs(key);
    if (has(solver_keys_, key)) return {"solver." + key};
    return {};
  }

  bool knows(const std::string& key) const {
    return key.find('.') != std::string::npos || has(all(), key);
  }

  std::vector<std::string_view> all() const {
    std::vector<std::string_view> keys{"step"};
    for (const auto* more : {&scheme_keys_, &law_keys_, &kPairKeys, &solver_keys_}) {
      keys.insert(keys.end(), more->begin(), more->end());
    }
    if (scheme_ == NewmarkSettings::tag) keys.push_back(kAlpha);
    return keys;
  }

 private:
  static constexpr std::string_view kAlpha = "alpha";
  static inline const std::vector<std::string_view> kPairKeys{"friction", "restitution",
                                                              "restitution_t"};

  std::vector<std::string> in_pairs(const std::string& key) const {
    std::vector<std::string> keys;
    for (std::size_t k = 0; k < scene_.pair.size(); ++k) {
      keys.push_back(fmt::format("pair[{}].{}", k, key));
    }
    return keys;
  }

  std::vector<std::string> in_laws(const std::string& key) const {
    const bool compliance = scheme_ == NewmarkSettings::tag;
    std::vector<std::string> keys;
    for (std::size_t k = 0; k < scene_.pair.size(); ++k) {
      const PairSettings& pair = scene_.pair[k];
      if (compliance ? !pair.compliance : !pair.spring) continue;
      keys.push_back(fmt::format("pair[{}].{}.{}", k, compliance ? "compliance" : "spring", key));
    }
    return keys;
  }

  std::string_view scheme_;
  const Scene& scene_;
  std::vector<std::string_view> scheme_keys_;
  std::vector<std::string_view> law_keys_;
  std::vector<std::string_view> solver_keys_;
};

template <int D>
void draw_ends(const std::vector<Simulation<D>>& simulations, std::vector<CompareRow>& rows) {
  const PictureOptions options;
  std::optional<PictureScale<D>> scale;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (!rows[k].broke_down.empty()) continue;
    const PictureScale<D> own = picture_scale(simulations[k].frame(0), options);
    if (scale) {
      scale->include(own);
    } else {
      scale = own;
    }
  }
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (!rows[k].broke_down.empty()) continue;
    rows[k].picture = picture_bytes(simulations[k].frame(0), PictureFormat::png, options, *scale);
  }
}

template <int D>
Comparison compare_in(const CompareRequest& request, const std::vector<SceneFile>& files) {
  std::vector<Setup<D>> setups;
  for (std::size_t k = 0; k < files.size(); ++k) {
    try {
      setups.push_back(build_located<D>(files[k]));
    } catch (const InputError& error) {
      throw InputError(error.where(), error.key(),
                       fmt::format("{} (variant \"{}\")", error.message(), request.variants[k]));
    }
  }
  Comparison comparison;
  std::vector<Simulation<D>> simulations;  // kept for their pictures
  for (std::size_t k = 0; k < files.size(); ++k) {
    const Scene& scene = files[k].scene;
    CompareRow row;
    row.variant = request.variants[k];
    row.solves = !std::holds_alternative<DemSettings>(scene.scheme);
    simulations.emplace_back(scene, std::move(setups[k]), request.threads);
    RunHooks<D> hooks;
    hooks.on_output = [&](const Frame<D>&, const SeriesRow& at) { row.series.push_back(at); };
    try {
      row.summary = run(simulations.back(), hooks);
    } catch (const NumericalError& error) {
      row.broke_down = error.what();
    }
    comparison.title = scene.title;
    comparison.time_end = std::max(comparison.time_end, row.summary.time_end);
    comparison.rows.push_back(std::move(row));
  }
  draw_ends(simulations, comparison.rows);
  return comparison;
}

}  // namespace

std::vector<std::string> overrides_of(const std::string& variant, const Scene& scene) {
  const std::vector<std::string> parts = split(variant, ':');
  const std::string& name = parts.front();
  const std::vector<std::string_view> names = tags_of<SchemeSettings>();
  if (!has(names, name)) {
    refuse_variant(variant,
                   fmt::format("unknown scheme \"{}\"; {}", name, suggestion(name, names)));
  }
  std::vector<std::string> overrides;
  const std::string_view own = std::visit([](const auto& s) { return s.tag; }, scene.scheme);
  if (name != own) overrides.push_back(fmt::format("scheme={{name = \"{}\"}}", name));
  const KeyPlaces places(name, scene);
  for (std::size_t k = 1; k < parts.size(); ++k) {
    const std::size_t equals = parts[k].find('=');
    if (equals == std::string::npos) {
      refuse_variant(variant, fmt::format("expected key=value, got \"{}\"", parts[k]));
    }
    const std::string key = parts[k].substr(0, equals);
    if (!places.knows(key)) {
      refuse_variant(variant,
                     fmt::format("unknown key \"{}\"; {}", key, suggestion(key, places.all())));
    }
    for (const std::string& full : places.find(key)) {
      overrides.push_back(full + parts[k].substr(equals));
    }
  }
  return overrides;
}

Comparison compare(const CompareRequest& request) {
  if (request.variants.empty()) {
    throw InputError("--with", "expected at least one variant, such as moreau-jean or dem");
  }
  const Scene base = load_without_output(request.scene, request.overrides).scene;
  std::vector<SceneFile> files;
  for (const std::string& variant : request.variants) {
    std::vector<std::string> overrides = request.overrides;
    for (std::string& text : overrides_of(variant, base)) overrides.push_back(std::move(text));
    files.push_back(load_without_output(request.scene, overrides));
  }
  Comparison comparison =
      base.dimension == 2 ? compare_in<2>(request, files) : compare_in<3>(request, files);
  comparison.scene = to_toml(base);
  return comparison;
}

namespace {

std::string compare_table(const Comparison& comparison) {
  std::string text = fmt::format(
      "# Comparison: {}\n\nUp to t = {:.6g} s.\n\n"
      "| variant | steps | energy balance error | dissipated, J | largest overlap, m | over the "
      "radius | iterations | most in a step | largest relative residual | steps not solved | CPU, "
      "s |\n|---|---|---|---|---|---|---|---|---|---|---|\n",
      comparison.title, comparison.time_end);
  for (const CompareRow& row : comparison.rows) {
    if (!row.broke_down.empty()) {
      text +=
          fmt::format("| {} | broke down: {} | | | | | | | | | |\n", row.variant, row.broke_down);
      continue;
    }
    const RunSummary& s = row.summary;
    const auto solved = [&](const std::string& value) {
      return row.solves ? value : std::string("–");
    };
    text += fmt::format(
        "| {} | {} | {:.2e} | {:.4g} | {:.3e} | {:.3e} | {} | {} | {} | {} | {:.2f} |\n",
        row.variant, s.steps, s.energy.balance_error_relative(), s.energy.work.dissipated,
        s.penetration_max, s.penetration_relative_max,
        solved(fmt::format("{}", s.iterations_total)), solved(fmt::format("{}", s.iterations_max)),
        solved(fmt::format("{:.2e}", s.residual_relative_max)),
        solved(fmt::format("{}", s.unconverged_steps)), s.cpu_seconds);
  }
  return text + "\n";
}

}  // namespace

ReportPage compare_page(const Comparison& comparison) {
  ReportPage page{.markdown = compare_table(comparison), .images = {}};
  std::vector<RunSeries> runs;
  for (const CompareRow& row : comparison.rows) {
    if (row.broke_down.empty()) runs.push_back({row.variant, series_table(row.series)});
  }
  if (!runs.empty()) page.markdown += "## Plots\n\n";
  for (const RunFigure& figure : standard_figures(runs)) page.add_figure(figure, "compare-");
  if (!runs.empty()) page.markdown += "## At the end\n\n";
  for (std::size_t k = 0; k < comparison.rows.size(); ++k) {
    const CompareRow& row = comparison.rows[k];
    if (row.picture.empty()) continue;
    page.add_image(fmt::format("compare-end-{}.png", k + 1), row.variant, row.picture);
  }
  page.markdown += "## Scene\n\n```toml\n" + comparison.scene + "```\n";
  return page;
}

std::string to_csv(const Comparison& comparison) {
  std::string text =
      "variant,steps,time_end,balance_error,kinetic,potential,stored,dissipated,penetration_max,"
      "penetration_relative_max,iterations,iterations_max,residual_relative_max,unconverged_steps,"
      "cpu_seconds,wall_seconds,state_hash\n";
  for (const CompareRow& row : comparison.rows) {
    const RunSummary& s = row.summary;
    if (!row.broke_down.empty()) {
      text += fmt::format("\"{}\",,,,,,,,,,,,,,,,\n", row.variant);
      continue;
    }
    const std::string solve = row.solves
                                  ? fmt::format("{},{},{},{}", s.iterations_total, s.iterations_max,
                                                s.residual_relative_max, s.unconverged_steps)
                                  : std::string(",,,");
    text += fmt::format("\"{}\",{},{},{},{},{},{},{},{},{},{},{},{},{}\n", row.variant, s.steps,
                        s.time_end, s.energy.balance_error_relative(), s.energy.kinetic,
                        s.energy.potential, s.energy.stored, s.energy.work.dissipated,
                        s.penetration_max, s.penetration_relative_max, solve, s.cpu_seconds,
                        s.wall_seconds, s.state_hash);
  }
  return text;
}

}  // namespace galet
