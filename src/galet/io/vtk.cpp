#include "galet/io/vtk.hpp"

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "galet/io/atomic_file.hpp"

namespace galet {
namespace {

static_assert(std::endian::native == std::endian::little, "the arrays are written as they stand");

template <class T>
constexpr std::string_view vtk_type() {
  if constexpr (std::same_as<T, double>) return "Float64";
  if constexpr (std::same_as<T, std::int64_t>) return "Int64";
  if constexpr (std::same_as<T, std::int32_t>) return "Int32";
  if constexpr (std::same_as<T, std::uint8_t>) return "UInt8";
}

// The XML of a PolyData file with its arrays appended as raw bytes, each after its length.
class VtpFile {
 public:
  VtpFile(std::size_t points, std::size_t verts, std::size_t lines, std::size_t polygons = 0) {
    xml_ = fmt::format(
        "<?xml version=\"1.0\"?>\n"
        "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
        "header_type=\"UInt64\">\n<PolyData>\n"
        "<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"{}\" NumberOfLines=\"{}\" "
        "NumberOfStrips=\"0\" NumberOfPolys=\"{}\">\n",
        points, verts, lines, polygons);
  }

  void open(std::string_view section) { xml_ += fmt::format("<{}>\n", section); }
  void close(std::string_view section) { xml_ += fmt::format("</{}>\n", section); }

  template <class T>
  void array(std::string_view name, const std::vector<T>& values, int components = 1) {
    xml_ += fmt::format(
        "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"appended\" "
        "offset=\"{}\"/>\n",
        vtk_type<T>(), name, components, data_.size());
    const auto bytes = static_cast<std::uint64_t>(values.size() * sizeof(T));
    data_.append(reinterpret_cast<const char*>(&bytes), sizeof bytes);
    data_.append(reinterpret_cast<const char*>(values.data()), bytes);
  }

  std::string finish() {
    return xml_ + "</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_" + data_ +
           "\n</AppendedData>\n</VTKFile>\n";
  }

 private:
  std::string xml_;
  std::string data_;
};

// Vectors of the frame's dimension as vectors of three components.
template <class T>
std::vector<T> in_space(const std::vector<T>& values, int dimension) {
  if (dimension == 3) return values;
  std::vector<T> out;
  out.reserve(values.size() / 2 * 3);
  for (std::size_t k = 0; k + 1 < values.size(); k += 2) {
    out.insert(out.end(), {values[k], values[k + 1], T{}});
  }
  return out;
}

// Spins of plane motion point along z.
std::vector<double> spin_in_space(const StoredFrame& frame) {
  if (frame.dimension == 3) return frame.spin;
  std::vector<double> out;
  out.reserve(frame.spin.size() * 3);
  for (const double spin : frame.spin) out.insert(out.end(), {0.0, 0.0, spin});
  return out;
}

// Cells of `size` consecutive points each.
void consecutive_cells(VtpFile& file, std::string_view section, std::size_t cells,
                       std::size_t size) {
  std::vector<std::int64_t> connectivity(cells * size);
  for (std::size_t k = 0; k < connectivity.size(); ++k) {
    connectivity[k] = static_cast<std::int64_t>(k);
  }
  std::vector<std::int64_t> offsets(cells);
  for (std::size_t k = 0; k < cells; ++k) offsets[k] = static_cast<std::int64_t>((k + 1) * size);
  file.open(section);
  file.array("connectivity", connectivity);
  file.array("offsets", offsets);
  file.close(section);
}

void listed_cells(VtpFile& file, std::string_view section,
                  const std::vector<std::vector<std::int64_t>>& cells) {
  std::vector<std::int64_t> connectivity;
  std::vector<std::int64_t> offsets;
  for (const std::vector<std::int64_t>& cell : cells) {
    connectivity.insert(connectivity.end(), cell.begin(), cell.end());
    offsets.push_back(static_cast<std::int64_t>(connectivity.size()));
  }
  file.open(section);
  file.array("connectivity", connectivity);
  file.array("offsets", offsets);
  file.close(section);
}

void append_point(std::vector<double>& points, const std::vector<double>& from, std::size_t place,
                  std::size_t d) {
  for (std::size_t i = 0; i < 3; ++i) points.push_back(i < d ? from[place * d + i] : 0.0);
}

// Where the branch of contact c begins that ends at the centre of b: in a periodic cell the centre
// of a, or the point on a boundary, may be listed on the other side.
void append_branch_start(std::vector<double>& points, const StoredFrame& frame,
                         const StoredContacts& contacts, std::size_t c,
                         const std::unordered_map<std::int64_t, std::size_t>& place_of) {
  const auto d = static_cast<std::size_t>(frame.dimension);
  const std::size_t b = place_of.at(contacts.body_b[c]);
  double length = frame.radius[b] + contacts.gap[c];
  if (contacts.body_a[c] >= 0) length += frame.radius[place_of.at(contacts.body_a[c])];
  for (std::size_t i = 0; i < 3; ++i) {
    points.push_back(i < d ? frame.position[b * d + i] - length * contacts.frame[c * d * d + i]
                           : 0.0);
  }
}

// Impulse of contact c over the length of the step, in world components.
std::array<double, 3> force_of(const StoredContacts& contacts, std::size_t c, std::size_t d,
                               double step_length) {
  std::array<double, 3> force{};
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = 0; j < d; ++j) {
      force[j] += contacts.frame[(c * d + i) * d + j] * contacts.impulse[c * d + i] / step_length;
    }
  }
  return force;
}

std::string collection(std::string_view entries) {
  return fmt::format(
      "<?xml version=\"1.0\"?>\n"
      "<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n"
      "<Collection>\n{}</Collection>\n</VTKFile>\n",
      entries);
}

std::string file_name(std::string_view kind, std::int64_t number) {
  return fmt::format("vtk/{}_{:06}.vtp", kind, number);
}

// Of a frame in the collection.
std::string entry(std::string_view kind, std::int64_t number, double time) {
  return fmt::format("<DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>\n", time,
                     file_name(kind, number));
}

}  // namespace

std::string grains_vtp(const StoredFrame& frame) {
  VtpFile file(frame.bodies(), frame.bodies(), 0);
  file.open("PointData");
  file.array("id", frame.id);
  file.array("radius", frame.radius);
  file.array("velocity", in_space(frame.velocity, frame.dimension), 3);
  file.array("spin", spin_in_space(frame), 3);
  file.array("orientation", frame.orientation, frame.dimension == 2 ? 1 : 4);
  file.array("mass", frame.mass);
  file.array("material", frame.material);
  file.array("group", frame.group);
  if (!frame.image.empty()) file.array("image", in_space(frame.image, frame.dimension), 3);
  file.close("PointData");
  file.open("Points");
  file.array("points", in_space(frame.position, frame.dimension), 3);
  file.close("Points");
  // One vertex per point: without cells several filters of ParaView show nothing.
  consecutive_cells(file, "Verts", frame.bodies(), 1);
  return file.finish();
}

std::string contacts_vtp(const StoredFrame& frame) {
  const StoredContacts none;
  const StoredContacts& contacts = frame.contacts ? *frame.contacts : none;
  const auto d = static_cast<std::size_t>(frame.dimension);
  std::unordered_map<std::int64_t, std::size_t> place_of;
  place_of.reserve(frame.bodies());
  for (std::size_t k = 0; k < frame.bodies(); ++k) place_of.emplace(frame.id[k], k);

  std::vector<double> points;
  std::vector<double> normal_force;
  std::vector<double> force;
  points.reserve(contacts.size() * 6);
  normal_force.reserve(contacts.size());
  force.reserve(contacts.size() * 3);
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const std::size_t b = place_of.at(contacts.body_b[c]);
    if (!frame.image.empty()) {
      append_branch_start(points, frame, contacts, c, place_of);
    } else if (contacts.body_a[c] < 0) {
      append_point(points, contacts.point, c, d);
    } else {
      append_point(points, frame.position, place_of.at(contacts.body_a[c]), d);
    }
    append_point(points, frame.position, b, d);
    normal_force.push_back(contacts.impulse[c * d] / frame.step_length);
    const std::array<double, 3> f = force_of(contacts, c, d, frame.step_length);
    force.insert(force.end(), f.begin(), f.end());
  }
  std::vector<double> moment = contacts.moment;
  for (double& x : moment) x /= frame.step_length;

  VtpFile file(contacts.size() * 2, 0, contacts.size());
  file.open("CellData");
  file.array("normal_force", normal_force);
  file.array("force", force, 3);
  file.array("status", contacts.status);
  file.array("gap", contacts.gap);
  file.array("body_a", contacts.body_a);
  file.array("body_b", contacts.body_b);
  if (!moment.empty()) file.array("moment", moment, d == 2 ? 1 : 3);
  if (!contacts.state.empty()) file.array("state", contacts.state);
  if (!contacts.solid.empty()) file.array("solid", contacts.solid);
  file.close("CellData");
  file.open("Points");
  file.array("points", points, 3);
  file.close("Points");
  consecutive_cells(file, "Lines", contacts.size(), 2);
  return file.finish();
}

std::string walls_vtp(const StoredFrame& frame, const Walls& walls) {
  const WallMesh mesh = wall_mesh(frame, walls);
  VtpFile file(mesh.points.size() / 3, 0, mesh.lines.size(), mesh.polygons.size());
  file.open("CellData");
  file.array("boundary", mesh.boundary);
  file.close("CellData");
  file.open("Points");
  file.array("points", mesh.points, 3);
  file.close("Points");
  listed_cells(file, "Lines", mesh.lines);
  listed_cells(file, "Polys", mesh.polygons);
  return file.finish();
}

VtkWriter::VtkWriter(std::filesystem::path folder) : folder_(std::move(folder)) {
  make_folder(folder_ / "vtk");
}

VtkWriter::VtkWriter(std::filesystem::path folder, std::span<const double> times)
    : VtkWriter(std::move(folder)) {
  for (std::size_t k = 0; k < times.size(); ++k) {
    grains_list_ += entry("grains", static_cast<std::int64_t>(k), times[k]);
    contacts_list_ += entry("contacts", static_cast<std::int64_t>(k), times[k]);
    walls_list_ += entry("walls", static_cast<std::int64_t>(k), times[k]);
  }
}

void VtkWriter::add(const StoredFrame& frame, const Walls& walls) {
  const auto put = [&](const char* kind, const std::string& content, std::string& list) {
    write_atomically(folder_ / file_name(kind, frame.number), content);
    list += entry(kind, frame.number, frame.time);
    write_atomically(folder_ / fmt::format("{}.pvd", kind), collection(list));
  };
  put("grains", grains_vtp(frame), grains_list_);
  put("contacts", contacts_vtp(frame), contacts_list_);
  put("walls", walls_vtp(frame, walls), walls_list_);
}

}  // namespace galet
