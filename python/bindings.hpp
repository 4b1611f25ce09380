// What the parts of the module share.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

namespace galet::python {

namespace py = pybind11;

void bind_scenes(py::module_& m);
void bind_simulations(py::module_& m);
void bind_results(py::module_& m);
void bind_problems(py::module_& m);
void bind_sets(py::module_& m);

// A copy, n rows of `width` numbers; a width of 0 is a plain list.
template <class T>
py::array_t<T> copied_array(const std::vector<T>& values, py::ssize_t width = 0) {
  const auto count = static_cast<py::ssize_t>(values.size());
  if (width == 0) return py::array_t<T>(count, values.data());
  return py::array_t<T>({count / width, width}, values.data());
}

// A look at memory that the owner keeps as long as the array is there; not to be written to.
template <class T>
py::array_t<T> constant_view(const T* data, std::vector<py::ssize_t> shape,
                             const py::object& owner) {
  py::array_t<T> array(std::move(shape), data, owner);
  array.attr("flags").attr("writeable") = false;
  return array;
}

}  // namespace galet::python
