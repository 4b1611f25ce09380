// Results of runs, through the readers that check what they read.
#include <filesystem>

#include "bindings.hpp"
#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/io/damaged_file.hpp"
#include "galet/io/manifest.hpp"
#include "galet/io/stored_frame.hpp"
#include "galet/io/stored_series.hpp"
#include "galet/io/summary_json.hpp"
#include "galet/io/trajectory.hpp"

namespace galet::python {
namespace {

namespace fs = std::filesystem;

// A look at an array of a frame, rows of `width` numbers (1: a plain list).
template <class T>
py::array frame_array(const py::object& self, const std::vector<T>& values, std::size_t width) {
  const auto count = static_cast<py::ssize_t>(values.size() / width);
  std::vector<py::ssize_t> shape{count};
  if (width > 1) shape.push_back(static_cast<py::ssize_t>(width));
  return constant_view(values.data(), shape, self);
}

enum class RowOf { number, vector, spin, orientation, frame };

std::size_t width_of(RowOf row, int dimension) {
  const auto d = static_cast<std::size_t>(dimension);
  switch (row) {
    case RowOf::number:
      return 1;
    case RowOf::vector:
      return d;
    case RowOf::spin:
      return d == 2 ? 1 : 3;
    case RowOf::orientation:
      return d == 2 ? 1 : 4;
    case RowOf::frame:
      return d * d;
  }
  return 1;
}

// The contacts of a frame, which keep it.
struct FrameContacts {
  std::shared_ptr<const StoredFrame> frame;

  const StoredContacts& get() const { return *frame->contacts; }
};

void bind_frame(py::module_& m) {
  py::class_<StoredFrame, std::shared_ptr<StoredFrame>> frame(
      m, "Frame",
      "The bodies and contacts of one instant, in the words of docs/file-formats.md. Arrays look "
      "at "
      "the memory of the frame and cannot be written to.");
  const auto array = [&](const char* name, auto member, RowOf row, const char* doc) {
    frame.def_property_readonly(
        name,
        [member, row](const py::object& self) {
          const auto& f = self.cast<const StoredFrame&>();
          return frame_array(self, f.*member, width_of(row, f.dimension));
        },
        doc);
  };
  frame.def_readonly("dimension", &StoredFrame::dimension, "2 or 3.")
      .def_readonly("number", &StoredFrame::number, "Of the output, from 0.")
      .def_readonly("step", &StoredFrame::step, "Steps done.")
      .def_readonly("time", &StoredFrame::time, "s")
      .def_readonly("step_length", &StoredFrame::step_length, "s; force = impulse / step_length")
      .def("__len__", &StoredFrame::bodies)
      .def_property_readonly(
          "materials", [](const StoredFrame& f) { return f.names.materials; },
          "Names that `material` counts.")
      .def_property_readonly(
          "groups", [](const StoredFrame& f) { return f.names.groups; },
          "Names that `group` counts; the first is \"\".")
      .def_property_readonly(
          "boundaries", [](const StoredFrame& f) { return f.names.boundaries; },
          "Names; boundary k is -1 - k in `contacts.body_a`.");
  array("id", &StoredFrame::id, RowOf::number, "Ids of the bodies.");
  array("position", &StoredFrame::position, RowOf::vector, "Centres, m.");
  array("orientation", &StoredFrame::orientation, RowOf::orientation,
        "2D: angle, rad; 3D: unit quaternion w, x, y, z.");
  array("velocity", &StoredFrame::velocity, RowOf::vector, "m/s");
  array("spin", &StoredFrame::spin, RowOf::spin, "rad/s");
  array("radius", &StoredFrame::radius, RowOf::number, "m");
  array("mass", &StoredFrame::mass, RowOf::number, "kg");
  array("inertia", &StoredFrame::inertia, RowOf::number, "kg m²");
  array("free", &StoredFrame::free, RowOf::number,
        "Bits: 1, 2, 4 for moving along x, y, z, 8 for turning.");
  array("material", &StoredFrame::material, RowOf::number, "Index into `materials`.");
  array("group", &StoredFrame::group, RowOf::number, "Index into `groups`.");
  array("image", &StoredFrame::image, RowOf::vector,
        "Periods gone; empty unless the scene is periodic.");
  array("boundary_position", &StoredFrame::boundary_position, RowOf::vector, "m");
  array("boundary_orientation", &StoredFrame::boundary_orientation, RowOf::orientation,
        "As of the bodies.");
  array("boundary_present", &StoredFrame::boundary_present, RowOf::number, "1 where it is there.");
  array("boundary_displacement", &StoredFrame::boundary_displacement, RowOf::number,
        "Of planes under load, along their normals, m.");
  array("boundary_velocity", &StoredFrame::boundary_velocity, RowOf::number, "The same, m/s.");
  frame.def_property_readonly(
      "contacts",
      [](const std::shared_ptr<StoredFrame>& f) -> py::object {
        if (!f->contacts) return py::none();
        return py::cast(FrameContacts{f});
      },
      "The contacts of the step that ended here; None when the run did not store them.");
}

void bind_contacts(py::module_& m) {
  py::class_<FrameContacts> contacts(
      m, "Contacts",
      "The contacts of a step, in the words of docs/file-formats.md. Arrays look at the memory of "
      "the frame and cannot be written to.");
  contacts.def("__len__", [](const FrameContacts& c) { return c.get().size(); });
  const auto array = [&](const char* name, auto member, RowOf row, const char* doc) {
    contacts.def_property_readonly(
        name,
        [member, row](const py::object& self) {
          const auto& c = self.cast<const FrameContacts&>();
          return frame_array(self, c.get().*member, width_of(row, c.frame->dimension));
        },
        doc);
  };
  array("body_a", &StoredContacts::body_a, RowOf::number, "Id of a body; boundary k is -1 - k.");
  array("body_b", &StoredContacts::body_b, RowOf::number, "Id, always of a body.");
  array("feature", &StoredContacts::feature, RowOf::number,
        "Tells several contacts of one pair apart.");
  array("gap", &StoredContacts::gap, RowOf::number, "m, > 0 separated.");
  array("point", &StoredContacts::point, RowOf::vector, "m");
  array("impulse", &StoredContacts::impulse, RowOf::vector,
        "N s, on b, along the rows of the frame: normal first.");
  array("status", &StoredContacts::status, RowOf::number, "galet.GAP, galet.STICK or galet.SLIP.");
  array("moment", &StoredContacts::moment, RowOf::spin,
        "N m s, on b, world axes; empty where no law has any.");
  array("state", &StoredContacts::state, RowOf::number, "Of the law; empty where no law has any.");
  array("solid", &StoredContacts::solid, RowOf::number,
        "N s, of gluey laws; empty where there are none.");
  contacts.def_property_readonly(
      "frame",
      [](const py::object& self) {
        const auto& c = self.cast<const FrameContacts&>();
        const py::ssize_t d = c.frame->dimension;
        const auto count = static_cast<py::ssize_t>(c.get().size());
        return constant_view(c.get().frame.data(), {count, d, d}, self);
      },
      "Rows n (from a to b), t, …");
  m.attr("GAP") = static_cast<int>(ContactStatus::gap);
  m.attr("STICK") = static_cast<int>(ContactStatus::stick);
  m.attr("SLIP") = static_cast<int>(ContactStatus::slip);
}

py::list columns_of(const StoredSeries& table) {
  py::list columns;
  for (const SeriesColumn& c : table.columns) {
    columns.append(py::make_tuple(c.name, c.unit, copied_array(c.values)));
  }
  return columns;
}

// Throws what is damaged; tells whether the run has ended.
bool verify_run(const std::string& folder) {
  const auto manifest = find_manifest(folder);
  if (!manifest) throw InputError({folder, 0, 0}, "", "contains no run (no manifest.json)");
  for (const ManifestFile& file : manifest->files) {
    check_sum(fs::path(folder) / file.name, file.sum, file.grows);
  }
  return manifest->finished;
}

}  // namespace

void bind_results(py::module_& m) {
  bind_frame(m);
  bind_contacts(m);
  py::class_<TrajectoryReader>(m, "Trajectory")
      .def(py::init<const std::string&>())
      .def_property_readonly("dimension", &TrajectoryReader::dimension)
      .def_property_readonly("title", &TrajectoryReader::title)
      .def_property_readonly("times",
                             [](const TrajectoryReader& t) { return copied_array(t.times()); })
      .def_property_readonly("steps",
                             [](const TrajectoryReader& t) { return copied_array(t.steps()); })
      .def("__len__", [](const TrajectoryReader& t) { return t.frames(); })
      .def("read", [](const TrajectoryReader& t, std::int64_t number) {
        if (number < 0 || number >= t.frames()) throw py::index_error("no such frame");
        return std::make_shared<StoredFrame>(t.read(number));
      });
  m.def("read_series", [](const std::string& folder) { return columns_of(read_series(folder)); });
  m.def("read_observed", [](const std::string& folder, const std::string& name) {
    return columns_of(read_observed(folder, name));
  });
  m.def("check_summary", [](const std::string& file) { static_cast<void>(read_summary(file)); });
  m.def("verify", &verify_run, py::call_guard<py::gil_scoped_release>());
}

}  // namespace galet::python
