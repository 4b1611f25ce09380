#include "galet/io/vtk.hpp"

#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <regex>
#include <vector>

#include "unit/io/sample.hpp"
#include <gtest/gtest.h>

namespace galet::vtk_test {
namespace {

// An array of a VTP file, found by its name and the offset in the XML, as VTK does.
template <class T>
std::vector<T> array_in(const std::string& vtp, const std::string& type, const std::string& name,
                        int components) {
  const std::regex pattern("<DataArray type=\"" + type + "\" Name=\"" + name +
                           "\" NumberOfComponents=\"" + std::to_string(components) +
                           "\" format=\"appended\" offset=\"([0-9]+)\"/>");
  std::smatch match;
  const std::string xml = vtp.substr(0, vtp.find("<AppendedData"));
  if (!std::regex_search(xml, match, pattern)) {
    ADD_FAILURE() << "no array " << name << " of type " << type;
    return {};
  }
  const std::string opening = "<AppendedData encoding=\"raw\">\n_";
  const std::size_t at = vtp.find(opening) + opening.size() + std::stoul(match[1]);
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, vtp.data() + at, sizeof bytes);
  EXPECT_LE(at + sizeof bytes + bytes, vtp.size());
  std::vector<T> values(bytes / sizeof(T));
  if (bytes > 0) std::memcpy(values.data(), vtp.data() + at + sizeof bytes, bytes);
  return values;
}

Sample<2> two_discs() {
  Sample<2> sample;
  sample.add_boundary(HalfSpace<2>{{0.0, 0.0}, {0.0, 1.0}});
  sample.add_body({0.0, 1.0}, 1.0);
  sample.add_body({0.0, 3.5}, 1.5, {4.0, 5.0});
  sample.state.bodies.spin[1][0] = 7.0;
  sample.step_length = 0.5;
  sample.add_wall_contact(0, 0, {0.0, 1.0}, {2.0, -0.5});
  sample.add_contact(0, 1, {1.0, 0.25});
  return sample;
}

TEST(Vtk, grains_read_back) {
  const std::string vtp = grains_vtp(stored(two_discs().frame()));
  EXPECT_NE(vtp.find("header_type=\"UInt64\""), std::string::npos);
  EXPECT_NE(vtp.find("NumberOfPoints=\"2\" NumberOfVerts=\"2\""), std::string::npos);
  EXPECT_EQ(array_in<double>(vtp, "Float64", "points", 3),
            (std::vector<double>{0, 1, 0, 0, 3.5, 0}));
  EXPECT_EQ(array_in<double>(vtp, "Float64", "radius", 1), (std::vector<double>{1, 1.5}));
  EXPECT_EQ(array_in<double>(vtp, "Float64", "velocity", 3),
            (std::vector<double>{0, 0, 0, 4, 5, 0}));
  EXPECT_EQ(array_in<double>(vtp, "Float64", "spin", 3), (std::vector<double>{0, 0, 0, 0, 0, 7}));
  EXPECT_EQ(array_in<std::int64_t>(vtp, "Int64", "id", 1), (std::vector<std::int64_t>{0, 1}));
  EXPECT_EQ(array_in<std::int32_t>(vtp, "Int32", "material", 1), (std::vector<std::int32_t>{0, 0}));
  EXPECT_EQ(array_in<std::int64_t>(vtp, "Int64", "offsets", 1), (std::vector<std::int64_t>{1, 2}));
}

TEST(Vtk, contacts_are_lines_with_forces) {
  const std::string vtp = contacts_vtp(stored(two_discs().frame()));
  EXPECT_NE(vtp.find("NumberOfPoints=\"4\" NumberOfVerts=\"0\" NumberOfLines=\"2\""),
            std::string::npos);
  // From the contact point of the wall to the centre, then from centre to centre.
  EXPECT_EQ(array_in<double>(vtp, "Float64", "points", 3),
            (std::vector<double>{0, 1.0 - (1.0 - 1e-6), 0, 0, 1, 0, 0, 1, 0, 0, 3.5, 0}));
  EXPECT_EQ(array_in<double>(vtp, "Float64", "normal_force", 1), (std::vector<double>{4, 2}));
  // n = (0, 1), t = (−1, 0): impulse (2, −0.5) over 0.5 s is the force (1, 4).
  EXPECT_EQ(array_in<double>(vtp, "Float64", "force", 3),
            (std::vector<double>{1, 4, 0, -0.5, 2, 0}));
  EXPECT_EQ(array_in<std::uint8_t>(vtp, "UInt8", "status", 1), (std::vector<std::uint8_t>{1, 1}));
  EXPECT_EQ(array_in<std::int64_t>(vtp, "Int64", "connectivity", 1),
            (std::vector<std::int64_t>{0, 1, 2, 3}));
  EXPECT_EQ(array_in<std::int64_t>(vtp, "Int64", "offsets", 1), (std::vector<std::int64_t>{2, 4}));
}

// Places in the arrays do not show: the body with the smaller id comes first, as side a too.
TEST(Vtk, contacts_find_bodies_by_their_ids) {
  Sample<2> sample = two_discs();
  sample.state.bodies.id = {BodyId::body(40), BodyId::body(7)};
  const std::string vtp = contacts_vtp(stored(sample.frame()));
  EXPECT_EQ(array_in<double>(vtp, "Float64", "points", 3),
            (std::vector<double>{0, 1.0 - (1.0 - 1e-6), 0, 0, 1, 0, 0, 3.5, 0, 0, 1, 0}));
}

// Two discs that touch over the seam of a cell from y = 0 to 10: the line is as long as the branch.
TEST(Vtk, lines_do_not_cross_a_periodic_cell) {
  Sample<2> sample;
  sample.world.cell = {{0.0, 0.0}, {0.0, 10.0}};
  sample.add_body({0.0, 9.5}, 1.0);
  sample.add_body({0.0, 12.0}, 1.5);
  sample.add_contact(0, 1, {1.0, 0.25});
  sample.state.bodies.position[1] = {0.0, 2.0};
  sample.state.bodies.count_images();
  sample.state.bodies.image[1] = {0, 1};
  const StoredFrame frame = stored(sample.frame());
  EXPECT_EQ(array_in<double>(contacts_vtp(frame), "Float64", "points", 3),
            (std::vector<double>{0, -0.5, 0, 0, 2, 0}));
  EXPECT_EQ(array_in<std::int32_t>(grains_vtp(frame), "Int32", "image", 3),
            (std::vector<std::int32_t>{0, 0, 0, 0, 1, 0}));
}

TEST(Vtk, grains_have_their_groups) {
  Sample<2> sample = two_discs();
  sample.state.bodies.group = {0, 3};
  EXPECT_EQ(array_in<std::int32_t>(grains_vtp(stored(sample.frame())), "Int32", "group", 1),
            (std::vector<std::int32_t>{0, 3}));
}

// A box without its upper side, moved by (1, 0), and a plane below, over what is there.
TEST(Vtk, walls_are_lines_in_the_plane) {
  Sample<2> sample;
  sample.add_boundary(BoxInside<2>{{0.0, 0.0}, {2.0, 3.0}, {true, true, true, false}}, {1.0, 0.0});
  sample.add_boundary(HalfSpace<2>{{0.0, -1.0}, {0.0, 1.0}});
  sample.world.boundaries.push_back(sample.world.boundaries[0]);
  sample.world.boundaries.back().from = 1.0;  // not there yet
  const std::string vtp =
      walls_vtp(stored(sample.frame()), std::span<const Boundary<2>>(sample.world.boundaries));
  EXPECT_NE(vtp.find("NumberOfLines=\"4\""), std::string::npos);
  EXPECT_EQ(array_in<std::int32_t>(vtp, "Int32", "boundary", 1),
            (std::vector<std::int32_t>{0, 0, 0, 1}));
  const std::vector<double> points = array_in<double>(vtp, "Float64", "points", 3);
  EXPECT_EQ(std::vector<double>(points.begin(), points.begin() + 18),
            (std::vector<double>{1, 0, 0, 1, 3, 0, 3, 0, 0, 3, 3, 0, 1, 0, 0, 3, 0, 0}));
  // The plane at y = −1, on both sides of the middle of the box.
  ASSERT_EQ(points.size(), 24U);
  EXPECT_EQ(points[19], -1.0);
  EXPECT_EQ(points[22], -1.0);
  EXPECT_DOUBLE_EQ(points[18] + points[21], 4.0);
  EXPECT_GT(std::abs(points[18] - points[21]), 2.0);
}

// All points of a closed drum are at its radius and half its length from the centre; 72 sides, 2
// ends.
TEST(Vtk, walls_are_polygons_in_space) {
  Sample<3> sample;
  sample.add_boundary(Drum<3>{.radius = 2.0, .axis = {0.0, 1.0, 0.0}, .length = 6.0},
                      {1.0, 0.0, 0.0});
  const std::string vtp =
      walls_vtp(stored(sample.frame()), std::span<const Boundary<3>>(sample.world.boundaries));
  EXPECT_NE(vtp.find("NumberOfPolys=\"74\""), std::string::npos);
  const std::vector<double> points = array_in<double>(vtp, "Float64", "points", 3);
  ASSERT_EQ(points.size(), 3U * 144U);
  for (std::size_t k = 0; k < points.size(); k += 3) {
    EXPECT_NEAR(std::hypot(points[k] - 1.0, points[k + 2]), 2.0, 1e-14);
    EXPECT_NEAR(std::abs(points[k + 1]), 3.0, 1e-14);
  }
}

TEST(Vtk, empty_frames_are_valid) {
  StoredFrame frame = stored(Sample<3>().frame());
  EXPECT_TRUE(array_in<double>(grains_vtp(frame), "Float64", "points", 3).empty());
  frame.contacts.reset();
  EXPECT_TRUE(array_in<double>(contacts_vtp(frame), "Float64", "force", 3).empty());
}

TEST(Vtk, collections_list_the_frames) {
  const TemporaryFolder folder;
  Sample<3> sample = packed_sample<3>({2, 2, 2}, 0.1);
  VtkWriter writer(folder.path());
  for (int k = 0; k < 3; ++k) {
    sample.state.time = 0.1 * k;
    writer.add(stored(sample.frame(k)), std::span<const Boundary<3>>(sample.world.boundaries));
  }
  for (const std::string kind : {"grains", "contacts", "walls"}) {
    std::ifstream file(folder.path() / (kind + ".pvd"));
    const std::string pvd{std::istreambuf_iterator<char>(file), {}};
    for (const std::string number : {"000000", "000001", "000002"}) {
      const std::string name = "vtk/" + kind + "_" + number + ".vtp";
      EXPECT_NE(pvd.find("file=\"" + name + "\""), std::string::npos);
      EXPECT_TRUE(std::filesystem::exists(folder.path() / name));
    }
    EXPECT_NE(pvd.find("timestep=\"0.2\""), std::string::npos);
  }
}

}  // namespace
}  // namespace galet::vtk_test
