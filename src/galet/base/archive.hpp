// Values as bytes and back, bit for bit, for files that only the same program reads again.
//
// Plain values go as they stand in memory; vectors, optional values and texts are known; other
// types take part by one function for both directions:
//   template <class Self, class Archive>
//   static void archive(Self& self, Archive& a) { a(self.first_, self.second_); }
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "galet/base/error.hpp"

namespace galet {

// What owns nothing and points to nothing: numbers, vectors of fixed size, structs of them.
// (Eigen's vectors have constructors of their own, so that the language does not call them
// trivially copyable.)
template <class T>
concept PlainValue = std::is_trivially_destructible_v<T> && !std::is_pointer_v<T>;

class ByteWriter {
 public:
  // Room is made for so many bytes; more may come.
  explicit ByteWriter(std::size_t expected = 0) { bytes_.reserve(expected); }

  template <class... T>
  void operator()(const T&... values) {
    (put(values), ...);
  }
  const std::vector<std::byte>& bytes() const& { return bytes_; }
  std::vector<std::byte> bytes() && { return std::move(bytes_); }

 private:
  void put_raw(const void* from, std::size_t size) {
    const auto* begin = static_cast<const std::byte*>(from);
    bytes_.insert(bytes_.end(), begin, begin + size);
  }
  template <class T>
  void put(const T& value) {
    if constexpr (requires { T::archive(value, *this); }) {
      T::archive(value, *this);
    } else {
      static_assert(PlainValue<T>);
      put_raw(&value, sizeof value);
    }
  }
  template <class T>
  void put(const std::vector<T>& values) {
    put(static_cast<std::uint64_t>(values.size()));
    if constexpr (PlainValue<T>) {
      put_raw(values.data(), values.size() * sizeof(T));
    } else {
      for (const T& value : values) put(value);
    }
  }
  template <class T>
  requires(!PlainValue<T>) void put(const std::optional<T>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  void put(const std::string& text) {
    put(static_cast<std::uint64_t>(text.size()));
    put_raw(text.data(), text.size());
  }

  std::vector<std::byte> bytes_;
};

// Throws SystemError when the bytes do not hold what is asked for.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : rest_(bytes) {}

  template <class... T>
  void operator()(T&... values) {
    (take(values), ...);
  }
  bool at_end() const { return rest_.empty(); }
  std::span<const std::byte> rest() const { return rest_; }

 private:
  void take_raw(void* to, std::size_t size) {
    if (size > rest_.size()) throw SystemError("stored values are incomplete");
    if (size > 0) std::memcpy(to, rest_.data(), size);
    rest_ = rest_.subspan(size);
  }
  std::size_t take_size(std::size_t least_bytes) {
    std::uint64_t size = 0;
    take(size);
    if (size > rest_.size() / least_bytes) throw SystemError("stored values are incomplete");
    return size;
  }
  template <class T>
  void take(T& value) {
    if constexpr (requires { T::archive(value, *this); }) {
      T::archive(value, *this);
    } else {
      static_assert(PlainValue<T>);
      take_raw(&value, sizeof value);
    }
  }
  template <class T>
  void take(std::vector<T>& values) {
    values.resize(take_size(PlainValue<T> ? sizeof(T) : 1));
    if constexpr (PlainValue<T>) {
      take_raw(values.data(), values.size() * sizeof(T));
    } else {
      for (T& value : values) take(value);
    }
  }
  template <class T>
  requires(!PlainValue<T>) void take(std::optional<T>& value) {
    bool there = false;
    take(there);
    value.reset();
    if (there) take(value.emplace());
  }
  void take(std::string& text) {
    text.resize(take_size(1));
    take_raw(text.data(), text.size());
  }

  std::span<const std::byte> rest_;
};

}  // namespace galet
