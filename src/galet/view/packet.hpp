// Named arrays of numbers as bytes that a browser takes without parsing them: "GLT1", the length of
// the header (uint32), the header in JSON filled up with spaces, then the arrays. Everything is
// little-endian; the header and each array end at a multiple of 8 bytes. The header lists for each
// array its name, type (f32, f64, i32, u8), row (numbers that belong together), length (numbers)
// and offset (bytes from the end of the header).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace galet {

class Packet {
 public:
  // `facts` are the other members of the header.
  explicit Packet(nlohmann::ordered_json facts) : header_(std::move(facts)) {}

  void add(std::string_view name, std::span<const float> values, std::size_t row = 1);
  void add(std::string_view name, std::span<const double> values, std::size_t row = 1);
  void add(std::string_view name, std::span<const std::int32_t> values, std::size_t row = 1);
  void add(std::string_view name, std::span<const std::uint8_t> values, std::size_t row = 1);

  std::string bytes() const;

 private:
  void add_bytes(std::string_view name, std::string_view type, std::size_t row, std::size_t length,
                 const void* data, std::size_t size);

  nlohmann::ordered_json header_;
  nlohmann::ordered_json arrays_ = nlohmann::ordered_json::array();
  std::string data_;
};

}  // namespace galet
