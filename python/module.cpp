// The module galet._core: what the package galet (python/galet/*.py) is made of.
#include "bindings.hpp"

#include "galet/base/error.hpp"
#include "galet/base/version.hpp"
#include "galet/io/damaged_file.hpp"

namespace galet::python {
namespace {

// Errors of galet become those of galet.errors, which are written in Python.
void raise_error(const char* type, const py::tuple& arguments) {
  const py::object kind = py::module_::import("galet.errors").attr(type);
  const py::object error = kind(*arguments);
  PyErr_SetObject(kind.ptr(), error.ptr());
}

void translate(std::exception_ptr raised) {
  try {
    if (raised) std::rethrow_exception(raised);
  } catch (const InputError& error) {
    const SourceLocation& at = error.where();
    raise_error("InputError", py::make_tuple(error.what(), error.key(), error.message(), at.file,
                                             at.line, at.column));
  } catch (const DamagedFile& error) {
    raise_error("DamagedFile", py::make_tuple(error.what()));
  } catch (const SystemError& error) {
    raise_error("SystemFailure", py::make_tuple(error.what()));
  } catch (const NumericalError& error) {
    raise_error("NumericalError", py::make_tuple(error.what()));
  }
}

}  // namespace

PYBIND11_MODULE(_core, m) {
  m.doc() = "What the package galet is made of; use that.";
  m.attr("version") = std::string(version());
  py::register_exception_translator(translate);
  bind_scenes(m);
  bind_simulations(m);
  bind_results(m);
  bind_problems(m);
  bind_sets(m);
}

}  // namespace galet::python
