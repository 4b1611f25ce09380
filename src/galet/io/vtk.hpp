// Frames for ParaView: vtk/grains_NNNNNN.vtp and vtk/contacts_NNNNNN.vtp with the collections
// grains.pvd and contacts.pvd. See docs/file-formats.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "galet/io/stored_frame.hpp"

namespace galet {

// Grains as points; 2D frames lie in the plane z = 0.
std::string grains_vtp(const StoredFrame& frame);
// Contacts as lines between the centres, at a boundary from the contact point to the centre.
// Without lines when the frame has no contacts stored.
std::string contacts_vtp(const StoredFrame& frame);

class VtkWriter {
 public:
  // Writes into the folder of results, which must exist.
  explicit VtkWriter(std::filesystem::path folder);
  // Goes on after the frames of these times, which are there.
  VtkWriter(std::filesystem::path folder, std::span<const double> times);

  void add(const StoredFrame& frame);

 private:
  std::filesystem::path folder_;
  std::string grains_list_;  // entries of the collections so far
  std::string contacts_list_;
};

}  // namespace galet
