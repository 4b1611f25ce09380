// Every quick experiment of `galet reproduce` runs and does not fail; ids are unique; scenes load.
#include "galet/study/experiments.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "galet/io/scene_file.hpp"

namespace galet::experiments_test {
namespace {

const std::filesystem::path kScenes = GALET_SCENES;

std::vector<std::size_t> quick_ones() {
  std::vector<std::size_t> places;
  for (std::size_t k = 0; k < experiments().size(); ++k) {
    if (experiments()[k].quick) places.push_back(k);
  }
  return places;
}

class QuickExperiment : public testing::TestWithParam<std::size_t> {};

TEST_P(QuickExperiment, does_not_fail) {
  const Experiment& experiment = experiments()[GetParam()];
  const Report report = experiment.run(kScenes);
  EXPECT_EQ(report.id, experiment.id);
  EXPECT_FALSE(report.findings.empty());
  // Something must have been decided, not only shown.
  EXPECT_NE(report.verdict(), Verdict::report_only) << to_markdown(report);
  for (const Finding& f : report.findings) {
    EXPECT_NE(f.verdict, Verdict::fail)
        << fmt::format("{}: ours {:.17g}, exact {:.17g}; {}", f.quantity, f.ours,
                       f.exact.value_or(0.0), f.criterion);
    if (f.verdict == Verdict::source_wrong) {
      EXPECT_FALSE(f.note.empty()) << f.quantity;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, QuickExperiment, testing::ValuesIn(quick_ones()),
                         [](const testing::TestParamInfo<std::size_t>& parameter) {
                           std::string name = experiments()[parameter.param].id;
                           std::ranges::replace_if(
                               name, [](char c) { return std::isalnum(c) == 0; }, '_');
                           return name;
                         });

TEST(Experiments, have_unique_ids_that_name_their_folder) {
  std::set<std::string> ids;
  for (const Experiment& e : experiments()) {
    EXPECT_TRUE(ids.insert(e.id).second) << e.id;
    EXPECT_TRUE(std::filesystem::is_directory(kScenes / e.id.substr(0, e.id.find('/')))) << e.id;
    EXPECT_EQ(find_experiment(e.id), &e);
    EXPECT_FALSE(e.title.empty());
    EXPECT_FALSE(e.source.empty());
    EXPECT_FALSE(e.catalogue.empty());
  }
  EXPECT_EQ(find_experiment("no-such/experiment"), nullptr);
}

TEST(Experiments, scenes_exist_and_load) {
  for (const Experiment& e : experiments()) {
    for (const std::string& file : e.scenes) {
      ASSERT_TRUE(std::filesystem::exists(kScenes / file)) << file;
      const Scene scene = load_scene(kScenes / file).scene;
      EXPECT_FALSE(scene.title.empty()) << file;
      // Whoever runs the scene must find where it comes from.
      EXPECT_NE(scene.description.find('['), std::string::npos) << file;
      EXPECT_TRUE(std::holds_alternative<MoreauJeanSettings>(scene.scheme) ||
                  std::holds_alternative<ConvexSettings>(scene.scheme) ||
                  std::holds_alternative<FirstOrderSettings>(scene.scheme))
          << file;
    }
  }
}

// No scene of these papers stands idle.
TEST(Experiments, use_every_scene_of_their_folders) {
  std::set<std::string> used;
  std::set<std::string> folders;
  for (const Experiment& e : experiments()) {
    used.insert(e.scenes.begin(), e.scenes.end());
    folders.insert(e.id.substr(0, e.id.find('/')));
  }
  for (const std::string& folder : folders) {
    for (const auto& entry : std::filesystem::directory_iterator(kScenes / folder)) {
      if (entry.path().extension() != ".toml") continue;
      const std::string file = folder + "/" + entry.path().filename().string();
      EXPECT_TRUE(used.contains(file)) << file;
    }
  }
}

// What takes long has a part that the tests run.
TEST(Experiments, have_a_quick_one_for_every_entry_of_the_catalogue) {
  std::set<std::string> quick;
  for (const Experiment& e : experiments()) {
    if (e.quick) quick.insert(e.catalogue.begin(), e.catalogue.end());
  }
  for (const Experiment& e : experiments()) {
    for (const std::string& entry : e.catalogue) {
      EXPECT_TRUE(quick.contains(entry)) << e.id << ": " << entry;
    }
  }
}

// What the papers state without a table, entry by entry of the catalogue.
TEST(Experiments, answer_every_statement_of_the_papers) {
  std::set<std::string> answered;
  for (const Experiment& e : experiments()) {
    answered.insert(e.catalogue.begin(), e.catalogue.end());
  }
  for (const char* entry :
       {"maury-non-uniqueness", "maury-sticky-particles", "maury-2000-spheres", "maury-properties",
        "slides-lubrication-1d", "slides-gluey-1d", "slides-gluey-threshold",
        "slides-column-collapse", "slides-avalanche-angle", "slides-convex-friction-artefact",
        "moreau-integration-lemma", "moreau-gauss-seidel", "moreau-rocking-block",
        "thesis-impact-identities", "thesis-prox-regular", "thesis-strongly-convex"}) {
    EXPECT_TRUE(answered.contains(entry)) << entry;
  }
}

TEST(Experiments, missing_scenes_are_an_input_error) {
  EXPECT_THROW((void)experiments().front().run("no-such-folder"), std::runtime_error);
}

}  // namespace
}  // namespace galet::experiments_test
