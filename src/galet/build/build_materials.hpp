// Materials of a scene and the laws of their pairs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "galet/model/materials.hpp"
#include "galet/scene/scene.hpp"

namespace galet {

class MaterialList {
 public:
  // Checks that there is one, and that the names differ.
  explicit MaterialList(const Scene& scene);

  // The material that the setting `key` names; without a name the only one.
  MaterialIndex index_of(const std::string& key, const std::string& name) const;
  const std::vector<std::string>& names() const { return names_; }
  std::optional<double> density(MaterialIndex k) const {
    return densities_[static_cast<std::size_t>(k)];
  }
  // Whether bodies have neither inertia nor spin: all weigh 1 kg, whatever they are made of.
  bool without_inertia() const { return without_inertia_; }

 private:
  std::vector<std::string> names_;
  std::vector<std::optional<double>> densities_;
  bool without_inertia_;
};

PairTable build_pairs(const Scene& scene, const MaterialList& materials);

}  // namespace galet
