// Frames for ParaView: vtk/grains_NNNNNN.vtp, vtk/contacts_NNNNNN.vtp and vtk/walls_NNNNNN.vtp with
// the collections grains.pvd, contacts.pvd and walls.pvd. See docs/file-formats.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "galet/io/stored_frame.hpp"
#include "galet/io/wall_mesh.hpp"

namespace galet {

// Grains as points; 2D frames lie in the plane z = 0.
std::string grains_vtp(const StoredFrame& frame);
// Contacts as lines between the centres, at a boundary from the contact point to the centre.
// Without lines when the frame has no contacts stored.
std::string contacts_vtp(const StoredFrame& frame);

// Boundaries as lines (2D) or polygons (3D).
std::string walls_vtp(const StoredFrame& frame, const Walls& walls);

class VtkWriter {
 public:
  // Writes into the folder of results, which must exist.
  explicit VtkWriter(std::filesystem::path folder);
  // Goes on after the frames of these times, which are there.
  VtkWriter(std::filesystem::path folder, std::span<const double> times);

  void add(const StoredFrame& frame, const Walls& walls);

 private:
  std::filesystem::path folder_;
  std::string grains_list_;  // entries of the collections so far
  std::string contacts_list_;
  std::string walls_list_;
};

}  // namespace galet
