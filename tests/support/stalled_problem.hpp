// The contact problems of tests/data/stalled, which Gauss–Seidel sweeps with momentum could not
// solve; README.md there tells where they come from and how a file is laid out.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include <zlib.h>

#include "galet/problem/contact_problem.hpp"

namespace galet {

// The numbers of such a file, one after the other.
class StalledFile {
 public:
  explicit StalledFile(const std::filesystem::path& path) {
    gzFile file = gzopen(path.c_str(), "rb");
    if (!file) throw std::runtime_error("cannot read " + path.string());
    std::array<char, 65536> piece;
    for (int read = 0; (read = gzread(file, piece.data(), piece.size())) > 0;) {
      bytes_.insert(bytes_.end(), piece.data(), piece.data() + read);
    }
    gzclose(file);
    if (bytes_.size() < 4 || std::string(bytes_.data(), 4) != "GBP1") {
      throw std::runtime_error(path.string() + " holds no stalled problem");
    }
  }

  template <class T>
  T next() {
    return values<T>(1).front();
  }
  template <class T>
  std::vector<T> values(std::size_t count) {
    std::vector<T> x(count);
    if (at_ + count * sizeof(T) > bytes_.size()) throw std::runtime_error("the file is too short");
    std::memcpy(x.data(), bytes_.data() + at_, count * sizeof(T));
    at_ += count * sizeof(T);
    return x;
  }
  template <int D>
  std::vector<Vec<D>> vectors(std::size_t count) {
    const std::vector<double> x = values<double>(D * count);
    std::vector<Vec<D>> v(count);
    for (std::size_t k = 0; k < count; ++k) v[k] = Vec<D>(x.data() + D * k);
    return v;
  }

 private:
  std::vector<char> bytes_;
  std::size_t at_ = 4;
};

inline int dimension_of(const std::filesystem::path& path) {
  return StalledFile(path).next<std::int32_t>();
}

// Planes under load are nodes of negative inertia there.
template <int D>
ProblemColumns<D> read_stalled(const std::filesystem::path& path) {
  StalledFile file(path);
  if (file.next<std::int32_t>() != D) throw std::runtime_error("another dimension");
  const auto nodes = static_cast<std::size_t>(file.next<std::int32_t>());
  const auto contacts = static_cast<std::size_t>(file.next<std::int32_t>());
  file.next<std::int32_t>();  // sweeps of the run it comes from
  file.values<double>(2);     // and its residuals
  const std::vector<Vec<D>> inverse_mass = file.vectors<D>(nodes);
  const std::vector<double> inverse_inertia = file.values<double>(nodes);
  const std::vector<double> radius = file.values<double>(nodes);
  const std::vector<std::int32_t> a = file.values<std::int32_t>(contacts);
  const std::vector<std::int32_t> b = file.values<std::int32_t>(contacts);
  const std::vector<double> gap = file.values<double>(contacts);
  const std::vector<Vec<D>> n = file.vectors<D>(contacts);

  ProblemColumns<D> problem;
  problem.q = file.vectors<D>(contacts);
  const std::vector<double> friction = file.values<double>(contacts);
  problem.start = file.vectors<D>(contacts);

  std::vector<std::int32_t> place(nodes);
  for (std::size_t i = 0; i < nodes; ++i) {
    if (inverse_inertia[i] < 0.0) {
      place[i] = -2 - static_cast<std::int32_t>(problem.planes.size());  // boundary 0 is the ground
      problem.planes.push_back({Vec<D>::Zero(), inverse_mass[i][0]});
    } else {
      place[i] = static_cast<std::int32_t>(problem.radius.size());
      problem.inverse_mass.push_back(inverse_mass[i]);
      problem.inverse_inertia.push_back(inverse_inertia[i]);
      problem.radius.push_back(radius[i]);
    }
  }
  problem.plane_of.push_back(-1);
  for (std::size_t j = 0; j < problem.planes.size(); ++j) {
    problem.plane_of.push_back(static_cast<std::int32_t>(j));
  }
  for (std::size_t c = 0; c < contacts; ++c) {
    Contact<D> contact;
    contact.place.a.value = a[c] < 0 ? -1 : place[static_cast<std::size_t>(a[c])];
    contact.place.b.value = place[static_cast<std::size_t>(b[c])];
    contact.n = n[c];
    contact.gap = gap[c];
    if (const std::int32_t side = contact.place.a.value; side < -1) {
      problem.planes[static_cast<std::size_t>(-2 - side)].normal = n[c];
    }
    problem.contacts.push_back(contact);
    const auto known = std::ranges::find(problem.laws, friction[c], &ContactLaw::friction);
    if (known == problem.laws.end()) {
      problem.add_law({.friction = friction[c]});
    } else {
      problem.law.push_back(static_cast<std::int32_t>(known - problem.laws.begin()));
    }
  }
  return problem;
}

}  // namespace galet
