// What the viewer asks of a frame, each as arrays by a name. Bodies are in the order of the file.
//
//   id            number of the body, which it keeps
//   position      d, m              velocity   d, m/s
//   orientation   2D: angle, rad; 3D: unit quaternion w, x, y, z
//   radius, mass  m, kg             fixed      1 where the body cannot move
//   speed, spin, pressure, contacts, material   as draw/coloring.hpp has them
//   group         its place in the list of names
//   forces        for each contact that pushes its line, from a or the wall to the centre of b, the
//                 normal force in N and 2 where it slips: ax ay az bx by bz f s
//   walls         walls.lines and walls.edges (two points each), walls.faces (triangles)
#pragma once

#include <span>
#include <string_view>

#include "galet/draw/coloring.hpp"
#include "galet/io/stored_frame.hpp"
#include "galet/view/packet.hpp"

namespace galet {

std::span<const std::string_view> slice_names();

// `name` is one of them. The frame is the stored one, put together again.
template <int D>
void add_slice(Packet& packet, std::string_view name, const StoredFrame& stored,
               const Frame<D>& frame);

// Quantities that grains can be coloured by: name, unit, kind ("number", "signed", "count" or
// "names"), and the names.
template <int D>
nlohmann::ordered_json color_fields(const World<D>& world, const StoredNames& names);

// What numbers of a frame the colours should span, by field; the strongest force; the part of the
// world that is worth showing.
template <int D>
nlohmann::ordered_json frame_scales(const Frame<D>& frame);

// All that is known of one body, in full precision; null where there is none of that id.
template <int D>
nlohmann::ordered_json grain_facts(const StoredFrame& stored, const Frame<D>& frame,
                                   std::int64_t id);

}  // namespace galet
