#include "galet/io/hdf5.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <functional>
#include <iterator>
#include <numeric>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "galet/base/error.hpp"
#include "galet/io/atomic_file.hpp"
#include "galet/io/damaged_file.hpp"

namespace galet {
namespace {

constexpr std::size_t smallest_compressed = 4096;  // bytes; below, chunks cost more than they save
constexpr std::size_t chunk_bytes = std::size_t{1} << 18;
constexpr std::size_t memory_increment = std::size_t{1} << 20;
constexpr std::size_t longest_attribute = 60000;  // bytes

template <class T>
hid_t native_type() {
  if constexpr (std::same_as<T, double>) return H5T_NATIVE_DOUBLE;
  if constexpr (std::same_as<T, std::int64_t>) return H5T_NATIVE_INT64;
  if constexpr (std::same_as<T, std::int32_t>) return H5T_NATIVE_INT32;
  if constexpr (std::same_as<T, std::uint8_t>) return H5T_NATIVE_UINT8;
}

// Files have one byte order wherever they are written.
template <class T>
hid_t file_type() {
  if constexpr (std::same_as<T, double>) return H5T_IEEE_F64LE;
  if constexpr (std::same_as<T, std::int64_t>) return H5T_STD_I64LE;
  if constexpr (std::same_as<T, std::int32_t>) return H5T_STD_I32LE;
  if constexpr (std::same_as<T, std::uint8_t>) return H5T_STD_U8LE;
}

herr_t keep_first(unsigned n, const H5E_error2_t* error, void* text) {
  if (n == 0 && error->desc != nullptr) *static_cast<std::string*>(text) = error->desc;
  return 0;
}

std::string library_reason() {
  std::string reason;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_first, &reason);  // the innermost cause comes first
  H5Eclear2(H5E_DEFAULT);
  return reason.empty() ? "failure in the HDF5 library" : reason;
}

[[noreturn]] void fail(const char* action, const std::string& file) {
  throw SystemError(fmt::format("cannot {} {}: {}", action, file, library_reason()));
}

template <class Status>
Status check(Status status, const char* action, const std::string& file) {
  if (status < 0) fail(action, file);
  return status;
}

void silence_library() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

// UTF-8 of so many bytes, filled up with zeros.
Hdf5Id text_type(std::size_t bytes) {
  Hdf5Id type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type.get(), std::max<std::size_t>(bytes, 1));
  H5Tset_strpad(type.get(), H5T_STR_NULLPAD);
  H5Tset_cset(type.get(), H5T_CSET_UTF8);
  return type;
}

std::string without_zeros(std::string_view text) {
  return std::string(text.substr(0, text.find_last_not_of('\0') + 1));
}

// Deflate makes at most 1032 bytes of one.
constexpr std::size_t largest_expansion = 1032;

void write_attribute(hid_t object, const std::string& name, hid_t stored, hid_t given,
                     const void* value, const std::string& file) {
  const Hdf5Id space(check(H5Screate(H5S_SCALAR), "write", file), H5Sclose);
  const Hdf5Id attribute(
      check(H5Acreate2(object, name.c_str(), stored, space.get(), H5P_DEFAULT, H5P_DEFAULT),
            "write", file),
      H5Aclose);
  check(H5Awrite(attribute.get(), given, value), "write", file);
}

void write_text_attribute(hid_t object, const std::string& name, const std::string& value,
                          const std::string& file) {
  const std::string text = value.substr(0, longest_attribute);
  const Hdf5Id type = text_type(text.size());
  write_attribute(object, name, type.get(), type.get(), text.c_str(), file);
}

}  // namespace

Hdf5Id::~Hdf5Id() {
  if (id_ >= 0) close_(id_);
}

Hdf5Id::Hdf5Id(Hdf5Id&& other) noexcept
    : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}

Hdf5Id& Hdf5Id::operator=(Hdf5Id&& other) noexcept {
  std::swap(id_, other.id_);
  std::swap(close_, other.close_);
  return *this;
}

Hdf5Group::Hdf5Group(Hdf5Id id, std::shared_ptr<const std::string> file)
    : id_(std::move(id)), file_(std::move(file)) {}

Hdf5Group Hdf5Group::create(const std::string& name) {
  return {Hdf5Id(check(H5Gcreate2(id_.get(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                       "write", *file_),
                 H5Gclose),
          file_};
}

std::string Hdf5Group::path_of(const std::string& name) const {
  std::string path(256, '\0');
  const ssize_t length = H5Iget_name(id_.get(), path.data(), path.size());
  path.resize(static_cast<std::size_t>(std::clamp<ssize_t>(length, 0, 255)));
  if (!path.ends_with('/')) path += '/';
  return path.substr(1) + name;
}

void Hdf5Group::refuse(const std::string& name, const std::string& why) const {
  throw DamagedFile(*file_, path_of(name), why);
}

// Every part of a path is in this file.
void Hdf5Group::check_links(const std::string& name) const {
  for (std::size_t end = name.find('/'); true; end = name.find('/', end + 1)) {
    const std::string part = name.substr(0, end);
    H5L_info_t info{};
    if (H5Lget_info(id_.get(), part.c_str(), &info, H5P_DEFAULT) < 0) {
      H5Eclear2(H5E_DEFAULT);
      refuse(part, "missing");
    }
    if (info.type != H5L_TYPE_HARD)
      refuse(part, "a link to another place, which galet never makes");
    if (end == name.npos) return;
  }
}

Hdf5Group Hdf5Group::open(const std::string& name) const {
  check_links(name);
  const hid_t id = H5Gopen2(id_.get(), name.c_str(), H5P_DEFAULT);
  if (id < 0) refuse(name, library_reason());
  return {Hdf5Id(id, H5Gclose), file_};
}

bool Hdf5Group::has(const std::string& name) const {
  const htri_t found = H5Lexists(id_.get(), name.c_str(), H5P_DEFAULT);
  if (found < 0) refuse(name, library_reason());
  return found > 0;
}

template <Hdf5Number T>
void Hdf5Group::write(const std::string& name, std::span<const T> values,
                      std::initializer_list<std::size_t> row, Hdf5Storage storage) {
  const std::size_t row_values =
      std::accumulate(row.begin(), row.end(), std::size_t{1}, std::multiplies());
  create_rows<T>(name, values.size() / row_values, row, storage).append(values);
}

template <Hdf5Number T>
Hdf5Rows<T> Hdf5Group::create_rows(const std::string& name, std::size_t rows,
                                   std::initializer_list<std::size_t> row, Hdf5Storage storage) {
  std::vector<hsize_t> shape{rows};
  std::size_t row_bytes = sizeof(T);
  for (const std::size_t n : row) {
    row_bytes *= n;
    shape.push_back(n);
  }
  const Hdf5Id space(check(H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr),
                           "write", *file_),
                     H5Sclose);

  const Hdf5Id layout(check(H5Pcreate(H5P_DATASET_CREATE), "write", *file_), H5Pclose);
  check(H5Pset_obj_track_times(layout.get(), false), "write", *file_);
  if (storage == Hdf5Storage::compressed && rows * row_bytes >= smallest_compressed) {
    std::vector<hsize_t> chunk = shape;
    chunk[0] = std::clamp<hsize_t>(chunk_bytes / row_bytes, 1, shape[0]);
    check(H5Pset_chunk(layout.get(), static_cast<int>(chunk.size()), chunk.data()), "write",
          *file_);
    check(H5Pset_shuffle(layout.get()), "write", *file_);
    check(H5Pset_deflate(layout.get(), 1), "write", *file_);
  }

  // Rows come in order: one chunk at a time is enough.
  const Hdf5Id access(check(H5Pcreate(H5P_DATASET_ACCESS), "write", *file_), H5Pclose);
  check(H5Pset_chunk_cache(access.get(), H5D_CHUNK_CACHE_NSLOTS_DEFAULT, chunk_bytes,
                           H5D_CHUNK_CACHE_W0_DEFAULT),
        "write", *file_);
  Hdf5Id dataset(check(H5Dcreate2(id_.get(), name.c_str(), file_type<T>(), space.get(), H5P_DEFAULT,
                                  layout.get(), access.get()),
                       "write", *file_),
                 H5Dclose);
  return {std::move(dataset), std::move(shape), file_};
}

template <Hdf5Number T>
Hdf5Rows<T>::Hdf5Rows(Hdf5Id dataset, std::vector<hsize_t> shape,
                      std::shared_ptr<const std::string> file)
    : dataset_(std::move(dataset)), shape_(std::move(shape)), file_(std::move(file)) {}

template <Hdf5Number T>
void Hdf5Rows<T>::append(std::span<const T> rows) {
  if (rows.empty()) return;
  const std::size_t row_values =
      std::accumulate(std::next(shape_.begin()), shape_.end(), std::size_t{1}, std::multiplies());
  GALET_ASSERT(rows.size() % row_values == 0);
  std::vector<hsize_t> part = shape_;
  part[0] = rows.size() / row_values;
  std::vector<hsize_t> begin(shape_.size(), 0);
  begin[0] = written_;
  written_ += part[0];
  GALET_ASSERT(written_ <= shape_[0]);
  const Hdf5Id there(check(H5Dget_space(dataset_.get()), "write", *file_), H5Sclose);
  check(
      H5Sselect_hyperslab(there.get(), H5S_SELECT_SET, begin.data(), nullptr, part.data(), nullptr),
      "write", *file_);
  const Hdf5Id here(
      check(H5Screate_simple(static_cast<int>(part.size()), part.data(), nullptr), "write", *file_),
      H5Sclose);
  check(
      H5Dwrite(dataset_.get(), native_type<T>(), here.get(), there.get(), H5P_DEFAULT, rows.data()),
      "write", *file_);
}

Hdf5Id Hdf5Group::open_dataset(const std::string& name) const {
  check_links(name);
  Hdf5Id dataset(H5Dopen2(id_.get(), name.c_str(), H5P_DEFAULT), H5Dclose);
  if (dataset.get() < 0) refuse(name, library_reason());
  const Hdf5Id space(H5Dget_space(dataset.get()), H5Sclose);
  const Hdf5Id type(H5Dget_type(dataset.get()), H5Tclose);
  const Hdf5Id layout(H5Dget_create_plist(dataset.get()), H5Pclose);
  const hssize_t count = H5Sget_simple_extent_npoints(space.get());
  if (type.get() < 0 || layout.get() < 0 || count < 0) refuse(name, library_reason());
  if (H5Pget_external_count(layout.get()) != 0) refuse(name, "its values are in another file");
  if (count == 0) return dataset;

  const auto values = static_cast<std::size_t>(count);
  const std::size_t value = H5Tget_size(type.get());
  const std::size_t stored = H5Dget_storage_size(dataset.get());
  const H5D_layout_t kind = H5Pget_layout(layout.get());
  if (kind == H5D_VIRTUAL) refuse(name, "its values are in another file");
  if (value == 0 || values > stored * (kind == H5D_CHUNKED ? largest_expansion : 1) / value) {
    refuse(name, fmt::format("{} values, but {} bytes are stored", values, stored));
  }
  for (int k = 0; k < H5Pget_nfilters(layout.get()); ++k) {
    std::size_t options = 0;
    unsigned flags = 0;
    unsigned config = 0;
    const H5Z_filter_t filter = H5Pget_filter2(layout.get(), static_cast<unsigned>(k), &flags,
                                               &options, nullptr, 0, nullptr, &config);
    if (filter != H5Z_FILTER_SHUFFLE && filter != H5Z_FILTER_DEFLATE) {
      refuse(name, "stored through a filter that galet does not use");
    }
  }
  if (kind == H5D_CHUNKED) {
    constexpr int most = 3;
    std::array<hsize_t, most> shape{};
    std::array<hsize_t, most> chunk{};
    const bool fits = H5Sget_simple_extent_ndims(space.get()) <= most &&
                      H5Sget_simple_extent_dims(space.get(), shape.data(), nullptr) >= 0 &&
                      H5Pget_chunk(layout.get(), most, chunk.data()) >= 0;
    if (!fits || !std::ranges::equal(chunk, shape, std::less_equal())) {
      refuse(name, "stored in chunks larger than itself");
    }
  }
  return dataset;
}

template <Hdf5Number T>
std::vector<T> Hdf5Group::read(const std::string& name) const {
  const Hdf5Id dataset = open_dataset(name);
  const Hdf5Id type(H5Dget_type(dataset.get()), H5Tclose);
  if (H5Tget_class(type.get()) != (std::integral<T> ? H5T_INTEGER : H5T_FLOAT)) {
    refuse(name, std::integral<T> ? "not of integers" : "not of floating-point numbers");
  }
  const Hdf5Id space(H5Dget_space(dataset.get()), H5Sclose);
  std::vector<T> values(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space.get())));
  if (values.empty()) return values;
  if (H5Dread(dataset.get(), native_type<T>(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0) {
    refuse(name, library_reason());
  }
  return values;
}

void Hdf5Group::write_texts(const std::string& name, std::span<const std::string> texts) {
  std::size_t longest = 1;
  for (const std::string& text : texts) longest = std::max(longest, text.size());
  std::string all;
  for (std::string text : texts) {
    text.resize(longest);
    all += text;
  }
  const Hdf5Id type = text_type(longest);
  const hsize_t count = texts.size();
  const Hdf5Id space(check(H5Screate_simple(1, &count, nullptr), "write", *file_), H5Sclose);
  const Hdf5Id layout(check(H5Pcreate(H5P_DATASET_CREATE), "write", *file_), H5Pclose);
  check(H5Pset_obj_track_times(layout.get(), false), "write", *file_);
  const Hdf5Id dataset(check(H5Dcreate2(id_.get(), name.c_str(), type.get(), space.get(),
                                        H5P_DEFAULT, layout.get(), H5P_DEFAULT),
                             "write", *file_),
                       H5Dclose);
  if (texts.empty()) return;
  check(H5Dwrite(dataset.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, all.data()), "write",
        *file_);
}

std::vector<std::string> Hdf5Group::read_texts(const std::string& name) const {
  const Hdf5Id dataset = open_dataset(name);
  const Hdf5Id stored(H5Dget_type(dataset.get()), H5Tclose);
  if (H5Tget_class(stored.get()) != H5T_STRING || H5Tis_variable_str(stored.get()) != 0) {
    refuse(name, "not of texts of fixed length");
  }
  const Hdf5Id space(H5Dget_space(dataset.get()), H5Sclose);
  const auto count = static_cast<std::size_t>(H5Sget_simple_extent_npoints(space.get()));
  const std::size_t length = H5Tget_size(stored.get());
  std::vector<std::string> texts;
  if (count == 0) return texts;
  std::string all(count * length, '\0');
  if (H5Dread(dataset.get(), stored.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, all.data()) < 0) {
    refuse(name, library_reason());
  }
  for (std::size_t k = 0; k < count; ++k) {
    texts.push_back(without_zeros(std::string_view(all).substr(k * length, length)));
  }
  return texts;
}

template <Hdf5Number T>
void Hdf5Group::set_attribute(const std::string& name, T value) {
  write_attribute(id_.get(), name, file_type<T>(), native_type<T>(), &value, *file_);
}

void Hdf5Group::set_attribute(const std::string& name, const std::string& value) {
  write_text_attribute(id_.get(), name, value, *file_);
}

void Hdf5Group::set_attribute_of(const std::string& dataset, const std::string& name,
                                 const std::string& value) {
  const Hdf5Id object(check(H5Dopen2(id_.get(), dataset.c_str(), H5P_DEFAULT), "write", *file_),
                      H5Dclose);
  write_text_attribute(object.get(), name, value, *file_);
}

Hdf5Id Hdf5Group::open_attribute(const std::string& name) const {
  Hdf5Id attribute(H5Aopen(id_.get(), name.c_str(), H5P_DEFAULT), H5Aclose);
  if (attribute.get() < 0) {
    H5Eclear2(H5E_DEFAULT);
    refuse(name, "the attribute is missing or cannot be read");
  }
  const Hdf5Id space(H5Aget_space(attribute.get()), H5Sclose);
  if (H5Sget_simple_extent_npoints(space.get()) != 1) refuse(name, "not one value");
  return attribute;
}

template <Hdf5Number T>
T Hdf5Group::attribute(const std::string& name) const {
  const Hdf5Id attribute = open_attribute(name);
  const Hdf5Id type(H5Aget_type(attribute.get()), H5Tclose);
  if (H5Tget_class(type.get()) != (std::integral<T> ? H5T_INTEGER : H5T_FLOAT)) {
    refuse(name, std::integral<T> ? "not an integer" : "not a floating-point number");
  }
  T value{};
  if (H5Aread(attribute.get(), native_type<T>(), &value) < 0) refuse(name, library_reason());
  return value;
}

std::string Hdf5Group::text_attribute(const std::string& name) const {
  const Hdf5Id attribute = open_attribute(name);
  const Hdf5Id stored(H5Aget_type(attribute.get()), H5Tclose);
  if (H5Tget_class(stored.get()) != H5T_STRING || H5Tis_variable_str(stored.get()) != 0) {
    refuse(name, "not a text of fixed length");
  }
  // What an attribute can hold; damaged headers claim anything.
  constexpr std::size_t most = 65536;
  const std::size_t length = H5Tget_size(stored.get());
  if (length > most) refuse(name, "longer than an attribute can be");
  std::string text(length, '\0');
  if (H5Aread(attribute.get(), stored.get(), text.data()) < 0) refuse(name, library_reason());
  return without_zeros(text);
}

void Hdf5Group::link_external(const std::string& name, const std::string& file,
                              const std::string& object) {
  check(H5Lcreate_external(file.c_str(), object.c_str(), id_.get(), name.c_str(), H5P_DEFAULT,
                           H5P_DEFAULT),
        "write", *file_);
}

void Hdf5Group::join(const std::string& name, std::span<const Hdf5Piece> pieces) {
  hsize_t total = 0;
  for (const Hdf5Piece& piece : pieces) total += piece.rows;
  if (total == 0) {
    write(name, std::span<const double>());
    return;
  }
  const Hdf5Id space(check(H5Screate_simple(1, &total, nullptr), "write", *file_), H5Sclose);
  const Hdf5Id layout(check(H5Pcreate(H5P_DATASET_CREATE), "write", *file_), H5Pclose);
  check(H5Pset_obj_track_times(layout.get(), false), "write", *file_);
  hsize_t begin = 0;
  for (const Hdf5Piece& piece : pieces) {
    if (piece.rows == 0) continue;
    const hsize_t rows = piece.rows;
    const Hdf5Id source(check(H5Screate_simple(1, &rows, nullptr), "write", *file_), H5Sclose);
    check(H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, &begin, nullptr, &rows, nullptr),
          "write", *file_);
    check(H5Pset_virtual(layout.get(), space.get(), piece.file.c_str(), piece.dataset.c_str(),
                         source.get()),
          "write", *file_);
    begin += rows;
  }
  check(H5Sselect_all(space.get()), "write", *file_);
  const Hdf5Id dataset(check(H5Dcreate2(id_.get(), name.c_str(), file_type<double>(), space.get(),
                                        H5P_DEFAULT, layout.get(), H5P_DEFAULT),
                             "write", *file_),
                       H5Dclose);
}

Hdf5File::Hdf5File(Hdf5Id id, std::shared_ptr<const std::string> file)
    : id_(std::move(id)), file_(std::move(file)) {}

Hdf5File Hdf5File::in_memory(const std::filesystem::path& name_in_messages) {
  silence_library();
  auto name = std::make_shared<const std::string>(name_in_messages.string());
  const Hdf5Id access(check(H5Pcreate(H5P_FILE_ACCESS), "write", *name), H5Pclose);
  check(H5Pset_fapl_core(access.get(), memory_increment, false), "write", *name);
  // The default, oldest file format: the images that HDF5 1.10 makes of the next one have a wrong
  // checksum in the first block.
  Hdf5Id id(
      check(H5Fcreate(name->c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.get()), "write", *name),
      H5Fclose);
  return {std::move(id), std::move(name)};
}

Hdf5File Hdf5File::open(const std::filesystem::path& path) {
  silence_library();
  if (::access(path.c_str(), R_OK) != 0) throw file_error("open", path, errno);
  auto name = std::make_shared<const std::string>(path.string());
  Hdf5Id id(H5Fopen(name->c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  if (id.get() < 0) throw DamagedFile(*name, "", library_reason());
  return {std::move(id), std::move(name)};
}

Hdf5Group Hdf5File::root() const {
  return {Hdf5Id(check(H5Gopen2(id_.get(), "/", H5P_DEFAULT), "read", *file_), H5Gclose), file_};
}

std::size_t Hdf5File::size() const {
  hsize_t bytes = 0;
  check(H5Fget_filesize(id_.get(), &bytes), "read", *file_);
  return bytes;
}

std::span<const std::byte> Hdf5File::image() const {
  check(H5Fflush(id_.get(), H5F_SCOPE_GLOBAL), "write", *file_);
  const auto bytes = check(H5Fget_file_image(id_.get(), nullptr, 0), "write", *file_);
  void* handle = nullptr;  // of a file in memory: where the address of its content stands
  check(H5Fget_vfd_handle(id_.get(), H5P_DEFAULT, &handle), "write", *file_);
  return {*static_cast<const std::byte* const*>(handle), static_cast<std::size_t>(bytes)};
}

#define GALET_INSTANTIATE(T)                                                                       \
  template void Hdf5Group::write<T>(const std::string&, std::span<const T>,                        \
                                    std::initializer_list<std::size_t>, Hdf5Storage);              \
  template Hdf5Rows<T> Hdf5Group::create_rows<T>(const std::string&, std::size_t,                  \
                                                 std::initializer_list<std::size_t>, Hdf5Storage); \
  template class Hdf5Rows<T>;                                                                      \
  template std::vector<T> Hdf5Group::read<T>(const std::string&) const;                            \
  template void Hdf5Group::set_attribute<T>(const std::string&, T);                                \
  template T Hdf5Group::attribute<T>(const std::string&) const
GALET_INSTANTIATE(double);
GALET_INSTANTIATE(std::int64_t);
GALET_INSTANTIATE(std::int32_t);
GALET_INSTANTIATE(std::uint8_t);
#undef GALET_INSTANTIATE

}  // namespace galet
