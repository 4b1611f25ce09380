#include "galet/view/packet.hpp"

#include <bit>

namespace galet {
namespace {

static_assert(std::endian::native == std::endian::little, "packets are little-endian");

constexpr std::size_t packet_alignment = 8;

void fill_up(std::string& bytes, char filling) {
  while (bytes.size() % packet_alignment != 0) bytes += filling;
}

}  // namespace

void Packet::add_bytes(std::string_view name, std::string_view type, std::size_t row,
                       std::size_t length, const void* data, std::size_t size) {
  arrays_.push_back(
      {{"name", name}, {"type", type}, {"row", row}, {"length", length}, {"offset", data_.size()}});
  if (size > 0) data_.append(static_cast<const char*>(data), size);
  fill_up(data_, '\0');
}

void Packet::add(std::string_view name, std::span<const float> values, std::size_t row) {
  add_bytes(name, "f32", row, values.size(), values.data(), values.size_bytes());
}
void Packet::add(std::string_view name, std::span<const double> values, std::size_t row) {
  add_bytes(name, "f64", row, values.size(), values.data(), values.size_bytes());
}
void Packet::add(std::string_view name, std::span<const std::int32_t> values, std::size_t row) {
  add_bytes(name, "i32", row, values.size(), values.data(), values.size_bytes());
}
void Packet::add(std::string_view name, std::span<const std::uint8_t> values, std::size_t row) {
  add_bytes(name, "u8", row, values.size(), values.data(), values.size_bytes());
}

std::string Packet::bytes() const {
  nlohmann::ordered_json all = header_;
  all["arrays"] = arrays_;
  std::string header = all.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  fill_up(header, ' ');
  const auto length = static_cast<std::uint32_t>(header.size());
  std::string out = "GLT1";
  out.append(reinterpret_cast<const char*>(&length), sizeof length);
  out += header;
  out += data_;
  return out;
}

}  // namespace galet
