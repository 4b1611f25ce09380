// The part of HDF5 that the project needs, with owned identifiers. Failures throw SystemError with
// the file named, DamagedFile while reading; the library's own messages are silenced.
//
// Files that are read may have been damaged or made by others. Reading goes to no other file (links
// and datasets that lead elsewhere are refused), to no filter but those that write() uses, and
// takes no more memory than the stored bytes can stand for. Texts have fixed lengths: the library's
// variable ones are pointers into a heap, which it follows without looking.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <hdf5.h>

namespace galet {

// Owns an identifier, closed by the function that belongs to its kind.
class Hdf5Id {
 public:
  Hdf5Id(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  ~Hdf5Id();
  Hdf5Id(Hdf5Id&& other) noexcept;
  Hdf5Id& operator=(Hdf5Id&& other) noexcept;

  hid_t get() const { return id_; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

template <class T>
concept Hdf5Number = std::same_as<T, double> || std::same_as<T, std::int64_t> ||
    std::same_as<T, std::int32_t> || std::same_as<T, std::uint8_t>;

enum class Hdf5Storage {
  plain,
  compressed,  // shuffle and gzip 1, for arrays that are long enough
};

// A column of numbers in another file.
struct Hdf5Piece {
  std::string file;     // relative to the folder of the file that refers to it
  std::string dataset;  // with its groups
  std::size_t rows = 0;
};

// A dataset whose rows are written part by part, in their order.
template <Hdf5Number T>
class Hdf5Rows {
 public:
  void append(std::span<const T> rows);

 private:
  friend class Hdf5Group;
  Hdf5Rows(Hdf5Id dataset, std::vector<hsize_t> shape, std::shared_ptr<const std::string> file);

  Hdf5Id dataset_;
  std::vector<hsize_t> shape_;
  hsize_t written_ = 0;                      // rows
  std::shared_ptr<const std::string> file_;  // for messages
};

class Hdf5Group {
 public:
  Hdf5Group create(const std::string& name);
  Hdf5Group open(const std::string& name) const;
  bool has(const std::string& name) const;

  // An array of rows of the given shape (numbers by default). Its length follows from the values.
  template <Hdf5Number T>
  void write(const std::string& name, std::span<const T> values,
             std::initializer_list<std::size_t> row = {}, Hdf5Storage storage = Hdf5Storage::plain);
  // The same for those who have not all values at once.
  template <Hdf5Number T>
  Hdf5Rows<T> create_rows(const std::string& name, std::size_t rows,
                          std::initializer_list<std::size_t> row = {},
                          Hdf5Storage storage = Hdf5Storage::plain);
  // All values in row-major order. Numbers are stored as integers or not as T is.
  template <Hdf5Number T>
  std::vector<T> read(const std::string& name) const;

  // A list of texts, UTF-8 without zero bytes.
  void write_texts(const std::string& name, std::span<const std::string> texts);
  std::vector<std::string> read_texts(const std::string& name) const;

  template <Hdf5Number T>
  void set_attribute(const std::string& name, T value);
  // At most 60 000 bytes, the rest is cut off: an attribute has no room for more than 64 KiB.
  void set_attribute(const std::string& name, const std::string& value);
  // On a dataset of this group.
  void set_attribute_of(const std::string& dataset, const std::string& name,
                        const std::string& value);
  template <Hdf5Number T>
  T attribute(const std::string& name) const;
  std::string text_attribute(const std::string& name) const;

  // Makes `name` stand for an object of another file; `file` is relative to the folder of this one.
  void link_external(const std::string& name, const std::string& file, const std::string& object);
  // Makes `name` a column of doubles that consists of columns of other files, one after the other.
  void join(const std::string& name, std::span<const Hdf5Piece> pieces);

 private:
  friend class Hdf5File;
  Hdf5Group(Hdf5Id id, std::shared_ptr<const std::string> file);
  std::string path_of(const std::string& name) const;
  [[noreturn]] void refuse(const std::string& name, const std::string& why) const;
  void check_links(const std::string& name) const;
  Hdf5Id open_attribute(const std::string& name) const;
  // Checked to be stored here, and to have so many bytes a value.
  Hdf5Id open_dataset(const std::string& name) const;

  Hdf5Id id_;
  std::shared_ptr<const std::string> file_;  // for messages
};

class Hdf5File {
 public:
  // A new file that lives in memory until its image is written: the library then never meets a full
  // disk, after which it could neither close the file nor end in order.
  static Hdf5File in_memory(const std::filesystem::path& name_in_messages);
  static Hdf5File open(const std::filesystem::path& path);  // to read

  Hdf5Group root() const;
  std::size_t size() const;  // bytes so far
  // The file as it would stand on the disk; valid until it is changed or closed.
  std::span<const std::byte> image() const;

 private:
  Hdf5File(Hdf5Id id, std::shared_ptr<const std::string> file);

  Hdf5Id id_;
  std::shared_ptr<const std::string> file_;
};

}  // namespace galet
