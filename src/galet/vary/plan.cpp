#include "galet/vary/plan.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "galet/base/near_miss.hpp"
#include "galet/base/text_file.hpp"
#include "galet/build/build.hpp"
#include "galet/io/atomic_file.hpp"
#include "galet/vary/points.hpp"

namespace galet {
namespace {

namespace fs = std::filesystem;

// What is wrong with the scene at a point, as an error of the study where that set it.
InputError error_at(const StudyFile& study, const StudyPoint& point, const InputError& error) {
  for (std::size_t k = 0; k < point.overrides.size(); ++k) {
    const std::string& text = point.overrides[k];
    if (error.where().file != "--set " + text) continue;
    const std::string what = fmt::format("{} of the scene: {}", text, error.message());
    const auto& set = study.settings.set;
    if (point.origins[k] >= 0) {
      const std::string key = fmt::format("parameter[{}]", point.origins[k]);
      return InputError(study.sources.find(key), key, what);
    }
    if (std::ranges::find(set, text) != set.end()) {
      return InputError(study.sources.find("set"), "set", what);
    }
    const bool is_seed = std::ranges::any_of(study.settings.seed_keys, [&](const std::string& key) {
      return text.starts_with(key + "=");
    });
    if (is_seed) return InputError(study.sources.find("seed_keys"), "seed_keys", what);
  }
  return error;
}

template <int D>
std::vector<ObserverTable> tables_of(const SceneFile& file) {
  try {
    return build<D>(file.scene).observers.tables();
  } catch (const InputError& error) {
    throw located(error, file.sources);
  }
}

template <class Names>
std::string known_names(const std::string& name, const Names& names) {
  const std::vector<std::string_view> views(names.begin(), names.end());
  return views.empty() ? "it has none" : suggestion(name, views);
}

// Figures of observers can only be checked where there are tables.
void check_observers(const StudyFile& study, const std::vector<ObserverTable>& tables) {
  const auto fail = [&](const std::string& key, const std::string& message) {
    throw InputError(study.sources.find(key), key, message);
  };
  std::vector<std::string> names;
  for (const ObserverTable& table : tables) names.push_back(table.name);
  for (std::size_t k = 0; k < study.settings.figure.size(); ++k) {
    const auto* figure = std::get_if<ObserverFigure>(&study.settings.figure[k]);
    if (figure == nullptr) continue;
    const std::string path = fmt::format("figure[{}]", k);
    const auto table = std::ranges::find(tables, figure->observer, &ObserverTable::name);
    if (table == tables.end()) {
      fail(path + ".observer", fmt::format("the scene has no observer \"{}\"; {}", figure->observer,
                                           known_names(figure->observer, names)));
    }
    std::vector<std::string> columns;
    for (const Column& column : table->columns) columns.push_back(column.name);
    const auto check_column = [&](const std::string& key, const std::string& name) {
      if (std::ranges::find(columns, name) != columns.end()) return;
      fail(key, fmt::format("the table of \"{}\" has no column \"{}\"; {}", figure->observer, name,
                            known_names(name, columns)));
    };
    check_column(path + ".column", figure->column);
    if (figure->where) check_column(path + ".where.column", figure->where->column);
  }
}

bool has_observer_figures(const StudySettings& study) {
  return std::ranges::any_of(study.figure, [](const FigureSettings& figure) {
    return std::holds_alternative<ObserverFigure>(figure);
  });
}

// The numbers that the folder has given out, by the scenes they stand for.
std::map<std::string, std::int64_t> known_scenes(const StudyFolder& folder,
                                                 const StudyManifest& before) {
  std::map<std::string, std::int64_t> known;
  for (const auto* runs : {&before.runs, &before.earlier}) {
    for (const StudyRun& run : *runs) {
      if (fs::exists(folder.scene(run.number))) {
        known.emplace(read_text_file(folder.scene(run.number)), run.number);
      }
    }
  }
  return known;
}

std::int64_t largest_number(const StudyManifest& manifest) {
  std::int64_t largest = 0;
  for (const auto* runs : {&manifest.runs, &manifest.earlier}) {
    for (const StudyRun& run : *runs) largest = std::max(largest, run.number);
  }
  return largest;
}

}  // namespace

std::vector<PlannedRun> plan_runs(const StudyFile& study, const fs::path& scene,
                                  std::span<const std::string> overrides) {
  StudyFile complete = study;
  complete.settings.set.insert(complete.settings.set.end(), overrides.begin(), overrides.end());
  std::vector<StudyPoint> points;
  try {
    points = points_of(complete.settings, load_scene(scene).scene.seed);
  } catch (const InputError& error) {
    throw located(error, study.sources);
  }
  std::vector<PlannedRun> runs;
  std::set<std::string> scenes;
  for (StudyPoint& point : points) {
    PlannedRun run;
    try {
      const SceneFile file = load_scene(scene, point.overrides);
      if (runs.empty() && has_observer_figures(study.settings)) {
        check_observers(study, file.scene.dimension == 2 ? tables_of<2>(file) : tables_of<3>(file));
      }
      run.scene = to_toml(file.scene);
      run.end = file.scene.time.end;
    } catch (const InputError& error) {
      throw error_at(study, point, error);
    }
    if (!scenes.insert(run.scene).second) {
      throw InputError(
          study.sources.find("parameter"), "parameter",
          fmt::format("the point ({}) is the same scene as an earlier one: a parameter "
                      "without key, or one that another one sets again",
                      fmt::join(point.values, ", ")));
    }
    run.point = std::move(point);
    runs.push_back(std::move(run));
  }
  return runs;
}

StudyManifest adopt(const StudyFile& study, std::span<const PlannedRun> runs,
                    const StudyFolder& folder) {
  const StudyManifest before = folder.find_manifest().value_or(StudyManifest{});
  const std::map<std::string, std::int64_t> known = known_scenes(folder, before);
  StudyManifest plan{study.settings.title, {}, {}, {}};
  for (const ParameterSettings& parameter : study.settings.parameter) {
    plan.parameters.push_back(name_of_parameter(parameter));
  }
  std::int64_t last = largest_number(before);
  std::set<std::int64_t> used;
  make_folder(folder.path() / "scenes");
  for (const PlannedRun& run : runs) {
    const auto found = known.find(run.scene);
    const std::int64_t number = found != known.end() ? found->second : ++last;
    if (found == known.end()) write_atomically(folder.scene(number), run.scene);
    used.insert(number);
    plan.runs.push_back({number, run.point.values, run.point.replica, run.point.seed, run.end});
  }
  for (const auto* earlier : {&before.runs, &before.earlier}) {
    std::ranges::copy_if(*earlier, std::back_inserter(plan.earlier),
                         [&](const StudyRun& run) { return !used.contains(run.number); });
  }
  write_atomically(folder.study(), study.text);
  folder.write_manifest(plan);
  return plan;
}

}  // namespace galet
