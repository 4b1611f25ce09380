#include "documents.hpp"

#include <fmt/format.h>

namespace galet::python {
namespace {

py::tuple line_and_column(const TomlPlace& place) {
  return py::make_tuple(place.line, place.column);
}

std::string path_of_key(const std::string& table, const std::string& key) {
  return table.empty() ? key : table + "." + key;
}

void note_places(const TomlValue& value, const std::string& path, py::dict& places) {
  if (const auto* table = value.table()) {
    for (const TomlEntry& entry : *table) {
      const std::string key = path_of_key(path, entry.key);
      places[py::str(key)] = line_and_column(entry.place) + line_and_column(entry.value.place);
      note_places(entry.value, key, places);
    }
  } else if (const auto* array = value.array()) {
    for (std::size_t k = 0; k < array->size(); ++k) {
      const TomlValue& child = (*array)[k];
      if (child.table() == nullptr && child.array() == nullptr) continue;
      const std::string key = fmt::format("{}[{}]", path, k);
      places[py::str(key)] = line_and_column(child.place) + line_and_column(child.place);
      note_places(child, key, places);
    }
  }
}

// From Python to a document, with the places of what is still as in the source.
class DocumentMaker {
 public:
  DocumentMaker(const py::dict& places, const std::string& source)
      : places_(places), source_(std::make_shared<const std::string>(source)) {}

  TomlValue make(const py::handle& value, const std::string& path, const TomlPlace& around) const {
    TomlValue result;
    result.place = place_at(path, 2, around);
    if (py::isinstance<py::bool_>(value)) {
      result.data = value.cast<bool>();
    } else if (py::isinstance<py::int_>(value)) {
      result.data = integer_in(value, path);
    } else if (py::isinstance<py::float_>(value)) {
      result.data = value.cast<double>();
    } else if (py::isinstance<py::str>(value)) {
      result.data = value.cast<std::string>();
    } else if (py::isinstance<py::dict>(value)) {
      result.data = table_of(py::reinterpret_borrow<py::dict>(value), path, result.place);
    } else if (py::isinstance<py::list>(value)) {
      result.data = array_of(py::reinterpret_borrow<py::list>(value), path, result.place);
    } else {
      throw py::type_error(fmt::format(
          "{}: expected a number, a text, a list or a dict, got {}", path.empty() ? "scene" : path,
          std::string(py::str(py::type::handle_of(value).attr("__name__")))));
    }
    return result;
  }

  // Without a place of its own a key is blamed on the source alone.
  TomlPlace whole() const { return {source_, 0, 0}; }

 private:
  static std::int64_t integer_in(const py::handle& value, const std::string& path) {
    int overflow = 0;
    const long long integer = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
    if (overflow != 0) throw py::value_error(fmt::format("{}: the integer is too large", path));
    return integer;
  }

  TomlPlace place_at(const std::string& path, std::size_t from, const TomlPlace& around) const {
    const py::str key(path);
    if (!places_.contains(key)) return around;
    const py::tuple found = places_[key];
    return {source_, found[from].cast<int>(), found[from + 1].cast<int>()};
  }

  TomlValue::Table table_of(const py::dict& entries, const std::string& path,
                            const TomlPlace& around) const {
    TomlValue::Table table;
    for (const auto& [key, value] : entries) {
      if (!py::isinstance<py::str>(key)) {
        throw py::type_error(fmt::format("{}: keys are texts, got {}",
                                         path.empty() ? "scene" : path,
                                         std::string(py::repr(key))));
      }
      const auto name = key.cast<std::string>();
      const std::string inner = path_of_key(path, name);
      table.push_back({name, place_at(inner, 0, around), make(value, inner, around)});
    }
    return table;
  }

  TomlValue::Array array_of(const py::list& elements, const std::string& path,
                            const TomlPlace& around) const {
    TomlValue::Array array;
    array.reserve(elements.size());
    for (std::size_t k = 0; k < elements.size(); ++k) {
      // Of the many numbers of a list none has a place of its own.
      if (const py::handle element = elements[k]; PyFloat_Check(element.ptr())) {
        array.push_back({element.cast<double>(), around});
      } else {
        array.push_back(make(element, fmt::format("{}[{}]", path, k), around));
      }
    }
    return array;
  }

  const py::dict& places_;
  std::shared_ptr<const std::string> source_;
};

}  // namespace

py::object to_python(const TomlValue& value) {
  if (const auto* table = value.table()) {
    py::dict result;
    for (const TomlEntry& entry : *table) result[py::str(entry.key)] = to_python(entry.value);
    return result;
  }
  if (const auto* array = value.array()) {
    py::list result;
    for (const TomlValue& element : *array) result.append(to_python(element));
    return result;
  }
  if (const auto* text = value.string()) return py::str(*text);
  if (const auto* integer = std::get_if<std::int64_t>(&value.data)) return py::int_(*integer);
  if (const auto* number = std::get_if<double>(&value.data)) return py::float_(*number);
  if (const auto* yes = std::get_if<bool>(&value.data)) return py::bool_(*yes);
  return py::none();
}

py::dict places_in(const TomlValue& document) {
  py::dict places;
  note_places(document, "", places);
  return places;
}

TomlValue to_toml_value(const py::object& value, const py::dict& places,
                        const std::string& source) {
  const DocumentMaker maker(places, source);
  TomlValue document = maker.make(value, "", maker.whole());
  return document;
}

}  // namespace galet::python
