#include "galet/view/session.hpp"

#include <cmath>
#include <cstring>
#include <fstream>
#include <numbers>

#include "unit/view/stored_run.hpp"
#include <gtest/gtest.h>

#include "galet/base/error.hpp"
#include "galet/base/text_file.hpp"
#include "galet/view/export_page.hpp"
#include "galet/view/viewer_page.hpp"

namespace galet::session_test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

const ViewAddress here{.host = "127.0.0.1", .port = 8000};

class Asked {
 public:
  explicit Asked(const fs::path& folder) : session_({folder}) {}
  HttpResponse get(std::string path, std::string query = "", std::string method = "GET") {
    return session_.respond({.method = std::move(method),
                             .path = std::move(path),
                             .query = std::move(query),
                             .host = "127.0.0.1:8000"},
                            here);
  }
  Json json(const std::string& path) {
    const HttpResponse response = get(path);
    EXPECT_EQ(response.status, 200) << response.body;
    return Json::parse(response.body);
  }

 private:
  ViewSession session_;
};

// Packets are read as packet.hpp describes their bytes.
std::uint32_t header_length(const std::string& bytes) {
  std::uint32_t length = 0;
  std::memcpy(&length, bytes.data() + 4, 4);
  return length;
}
Json header_of(const std::string& bytes) {
  return Json::parse(bytes.substr(8, header_length(bytes)));
}

// An array of a packet, as numbers.
std::vector<double> array_of(const std::string& bytes, const std::string& name) {
  const std::uint32_t length = header_length(bytes);
  const Json header = header_of(bytes);
  for (const Json& entry : header["arrays"]) {
    if (entry["name"] != name) continue;
    const char* from = bytes.data() + 8 + length + entry["offset"].get<std::size_t>();
    std::vector<double> values;
    for (std::size_t k = 0; k < entry["length"].get<std::size_t>(); ++k) {
      if (entry["type"] == "f32") {
        float x = 0;
        std::memcpy(&x, from + 4 * k, 4);
        values.push_back(x);
      } else if (entry["type"] == "f64") {
        double x = 0;
        std::memcpy(&x, from + 8 * k, 8);
        values.push_back(x);
      } else if (entry["type"] == "i32") {
        std::int32_t x = 0;
        std::memcpy(&x, from + 4 * k, 4);
        values.push_back(x);
      } else {
        values.push_back(static_cast<unsigned char>(from[k]));
      }
    }
    return values;
  }
  ADD_FAILURE() << "no array " << name;
  return {};
}

TEST(ViewSession, tells_of_runs_and_frames) {
  const TemporaryFolder folder;
  write_two_discs(folder.path() / "discs", 3);
  Asked asked(folder.path() / "discs");
  EXPECT_EQ(asked.json("/api/session")["runs"], 1);
  EXPECT_EQ(asked.json("/api/session")["palette"]["sequential"].size(), 64U);
  const Json index = asked.json("/api/runs/0");
  EXPECT_EQ(index["name"], "discs");
  EXPECT_EQ(index["title"], "two discs");
  EXPECT_EQ(index["dimension"], 2);
  EXPECT_EQ(index["frames"], 3);
  EXPECT_EQ(index["times"], (std::vector<double>{0.0, 0.1, 0.2}));
  EXPECT_EQ(index["finished"], true);
}

TEST(ViewSession, gives_slices_of_a_frame) {
  const TemporaryFolder folder;
  write_two_discs(folder.path(), 3);
  Asked asked(folder.path());
  const HttpResponse response = asked.get("/api/runs/0/frames/2",
                                          "slices=id,position,speed,spin,pressure,contacts,fixed,"
                                          "forces,walls");
  ASSERT_EQ(response.status, 200) << response.body;
  EXPECT_EQ(response.content_type, "application/octet-stream");
  const auto values = [&](const char* name) { return array_of(response.body, name); };
  EXPECT_EQ(values("id"), (std::vector<double>{0, 1}));
  const float x = 1.2F;
  EXPECT_EQ(values("position"), (std::vector<double>{x, 0.5, x, 1.25}));
  EXPECT_EQ(values("speed"), (std::vector<double>{5.0, 1.0F / 3.0F}));
  EXPECT_EQ(values("spin"), (std::vector<double>{-2.0, 0.0}));
  EXPECT_EQ(values("contacts"), (std::vector<double>{2, 1}));
  EXPECT_EQ(values("fixed"), (std::vector<double>{0, 0}));
  // Σ f r / (2 π r²): of the lower one (2000 + 1000) N · 0.5 m / (2 π 0.25 m²).
  EXPECT_NEAR(values("pressure")[0], 3000.0 / std::numbers::pi, 1e-3);
  // From the plane to the centre of the first; from the first to the second.
  const std::vector<double> forces = values("forces");
  ASSERT_EQ(forces.size(), 16U);
  EXPECT_NEAR(forces[1], 0.0, 1e-5);
  EXPECT_NEAR(forces[4], 0.5, 1e-6);
  EXPECT_NEAR(forces[6], 2000.0, 1e-3);
  EXPECT_NEAR(forces[9], 0.5, 1e-6);
  EXPECT_NEAR(forces[12], 1.25, 1e-6);
  EXPECT_NEAR(forces[14], 1000.0, 1e-3);
  // The plane y = 0 as one line.
  const std::vector<double> lines = values("walls.lines");
  ASSERT_EQ(lines.size(), 6U);
  EXPECT_EQ(lines[1], 0.0);
  EXPECT_EQ(lines[4], 0.0);
}

TEST(ViewSession, gives_a_grain_in_all_digits) {
  const TemporaryFolder folder;
  write_two_discs(folder.path(), 2);
  Asked asked(folder.path());
  const Json grain = asked.json("/api/runs/0/frames/1/grains/1");
  EXPECT_EQ(grain["velocity"][1], -1.0 / 3.0);
  EXPECT_EQ(grain["position"][0], 1.1);
  EXPECT_EQ(grain["material"], "glass");
  EXPECT_EQ(grain["pushes"].size(), 1U);
  EXPECT_EQ(grain["pushes"][0]["with"], 0);
  EXPECT_NEAR(grain["pushes"][0]["normal_force"].get<double>(), 1000.0, 1e-9);
  EXPECT_EQ(asked.json("/api/runs/0/frames/1/grains/0")["pushes"][0]["with"], -1);
}

TEST(ViewSession, gives_the_series) {
  const TemporaryFolder folder;
  write_two_discs(folder.path(), 2);
  const HttpResponse response = Asked(folder.path()).get("/api/runs/0/series");
  ASSERT_EQ(response.status, 200) << response.body;
  EXPECT_EQ(array_of(response.body, "kinetic"), (std::vector<double>{12.5, 13.0}));
  // The figures of `galet plot` that these columns allow, with their curves.
  EXPECT_EQ(array_of(response.body, "energies/kinetic"), (std::vector<double>{12.5, 13.0}));
  const Json figures = header_of(response.body)["figures"];
  ASSERT_EQ(figures.size(), 1U);
  EXPECT_EQ(figures[0]["label"], "energy");
  EXPECT_EQ(figures[0]["unit"], "J");
  EXPECT_EQ(figures[0]["curves"][0]["array"], "energies/kinetic");
}

TEST(ViewSession, refuses_what_there_is_not) {
  const TemporaryFolder folder;
  write_two_discs(folder.path(), 2);
  Asked asked(folder.path());
  for (const char* path : {"/nothing",
                           "/api",
                           "/api/",
                           "/api/session/",
                           "/api/runs",
                           "/api/runs/1",
                           "/api/runs/-1",
                           "/api/runs/00",
                           "/api/runs/0x0",
                           "/api/runs/0/",
                           "/api/runs/0/scene.toml",
                           "/api/runs/0/frames",
                           "/api/runs/0/frames/2",
                           "/api/runs/0/frames/99999999999999999999",
                           "/api/runs/0/frames/0/grains/2",
                           "/api/runs/0/frames/0/grains/",
                           "/scene.toml",
                           "/../scene.toml",
                           "/%2e%2e/scene.toml",
                           "/api/runs/../../etc/passwd",
                           "//etc/passwd"}) {
    EXPECT_EQ(asked.get(path).status, 404) << path;
  }
  for (const char* query : {"", "slices=", "slices=position,", "slices=positio", "slices=id,id",
                            "frames=1", "slices=../scene.toml"}) {
    EXPECT_EQ(asked.get("/api/runs/0/frames/0", query).status, 400) << query;
  }
  EXPECT_NE(asked.get("/api/runs/0/frames/0", "slices=positio").body.find("position"),
            std::string::npos);
  for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT"}) {
    EXPECT_EQ(asked.get("/", "", method).status, 405) << method;
  }
}

TEST(ViewSession, follows_a_run_that_is_still_going) {
  const TemporaryFolder folder;
  write_two_discs(folder.path(), 2, false);
  Asked asked(folder.path());
  EXPECT_EQ(asked.json("/api/runs/0")["frames"], 2);
  EXPECT_EQ(asked.json("/api/runs/0")["finished"], false);
  write_two_discs(folder.path(), 5);
  EXPECT_EQ(asked.json("/api/runs/0")["frames"], 5);
  EXPECT_EQ(asked.json("/api/runs/0")["finished"], true);
  EXPECT_EQ(asked.get("/api/runs/0/frames/4", "slices=id").status, 200);
}

TEST(ViewSession, waits_for_the_first_frames) {
  const TemporaryFolder folder;
  write_two_discs(folder.path(), 0, false);
  Asked asked(folder.path());
  EXPECT_EQ(asked.json("/api/runs/0")["frames"], 0);
  EXPECT_EQ(asked.get("/api/runs/0/frames/0", "slices=id").status, 404);
  write_two_discs(folder.path(), 2);
  EXPECT_EQ(asked.json("/api/runs/0")["frames"], 2);
}

TEST(ViewSession, names_the_file_that_is_damaged) {
  const TemporaryFolder folder;
  write_two_discs(folder.path(), 4);
  Asked asked(folder.path());
  const fs::path segment = folder.path() / "trajectory" / "000001.h5";
  fs::resize_file(segment, fs::file_size(segment) / 2);
  EXPECT_EQ(asked.get("/api/runs/0/frames/1", "slices=id").status, 200);
  const HttpResponse response = asked.get("/api/runs/0/frames/2", "slices=id");
  EXPECT_EQ(response.status, 500);
  EXPECT_NE(response.body.find("000001.h5"), std::string::npos) << response.body;
  write_atomically(folder.path() / "series.csv", "step,time\n1,x\n");
  EXPECT_EQ(asked.get("/api/runs/0/series").status, 500);
}

TEST(ViewSession, refuses_folders_without_a_run) {
  const TemporaryFolder folder;
  EXPECT_THROW(ViewSession({folder.path()}), InputError);
  EXPECT_THROW(ViewSession({folder.path() / "none"}), InputError);
}

TEST(ExportPage, holds_the_data_once_and_says_what_is_left_out) {
  const TemporaryFolder folder;
  write_two_discs(folder.path() / "discs", 9);
  ViewSession session({folder.path() / "discs"});
  const ExportedPage all = export_page(session, {});
  EXPECT_TRUE(all.notes.empty());
  EXPECT_EQ(all.html.find(viewer_data_mark), std::string::npos);
  const ExportedPage some = export_page(session, {.frames = 3});
  EXPECT_EQ(some.notes, std::vector<std::string>{"discs: 3 of 9 frames"});
  const std::string begin = "id=\"galet-data\">";
  const std::size_t from = some.html.find(begin) + begin.size();
  const Json data = Json::parse(some.html.substr(from, some.html.find("</script>", from) - from));
  EXPECT_EQ(data["runs"][0]["index"]["times"], (std::vector<double>{0.0, 0.4, 0.8}));
  EXPECT_EQ(data["runs"][0]["index"]["numbers"], (std::vector<int>{0, 4, 8}));
  EXPECT_EQ(data["runs"][0]["frames"].size(), 3U);
  EXPECT_THROW(export_page(session, {.megabytes = 1e-4}), InputError);
}

// A title is a user's text: it must not end the element that holds the data.
TEST(ExportPage, text_of_a_run_is_no_markup) {
  const TemporaryFolder folder;
  write_two_discs(folder.path() / "</script><script>alert(1)<", 2);
  ViewSession session({folder.path() / "</script><script>alert(1)<"});
  EXPECT_EQ(export_page(session, {}).html.find("<script>alert"), std::string::npos);
}

}  // namespace
}  // namespace galet::session_test
