// Scenes: documents read by the reader of scene files, checked by the builder of runs.
#include <filesystem>
#include <optional>

#include "bindings.hpp"
#include "documents.hpp"
#include "schema.hpp"

#include "galet/build/build.hpp"
#include "galet/build/suggest_step.hpp"
#include "galet/io/scene_file.hpp"
#include "galet/scene/step_count.hpp"

namespace galet::python {
namespace {

py::list warnings_as_list(const std::vector<Warning>& warnings) {
  py::list list;
  for (const Warning& warning : warnings) {
    list.append(py::make_tuple(std::string(name_of(warning.code)), warning.message));
  }
  return list;
}

template <int D>
py::dict check_scene(const SceneFile& file) {
  std::optional<Setup<D>> setup;
  std::optional<StepAdvice> advice;
  {
    const py::gil_scoped_release release;
    try {
      setup = build<D>(file.scene);
      advice = suggest_step<D>(file.scene, *setup);
    } catch (const InputError& error) {
      throw located(error, file.sources);
    }
  }
  py::dict found;
  found["dimension"] = D;
  found["bodies"] = setup->bodies.size();
  found["boundaries"] = setup->world.boundaries.size();
  found["steps"] = count_steps(file.scene.time);
  found["suggested_step"] = advice ? py::object(py::float_(advice->seconds)) : py::none();
  found["warnings"] = warnings_as_list(setup->warnings);
  return found;
}

}  // namespace

void bind_scenes(py::module_& m) {
  m.def("parse", [](const std::string& text, const std::string& source) {
    const TomlValue document = parse_toml(text, source);
    return py::make_tuple(to_python(document), places_in(document));
  });
  m.def("scene_schema", &scene_schema);
  m.def("sweep_schema", &sweep_schema);

  py::class_<SceneFile, std::shared_ptr<SceneFile>>(m, "SceneFile")
      .def_static(
          "from_text",
          [](const std::string& text, const std::string& source, const std::string& folder) {
            return make_scene(parse_toml(text, source), folder);
          })
      .def_static("from_document",
                  [](const py::object& document, const py::dict& places, const std::string& source,
                     const std::string& folder) {
                    return make_scene(to_toml_value(document, places, source), folder);
                  })
      .def_property_readonly("dimension",
                             [](const SceneFile& file) { return file.scene.dimension; })
      .def("to_toml", [](const SceneFile& file) { return to_toml(file.scene); })
      .def("check", [](const SceneFile& file) {
        return file.scene.dimension == 2 ? check_scene<2>(file) : check_scene<3>(file);
      });
}

}  // namespace galet::python
