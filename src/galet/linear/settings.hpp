// The linear solvers by name, with their settings.
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>

#include "galet/base/fields.hpp"

namespace galet {

// Chosen by symmetry and size, see choose_linear.
struct AutoLinear {
  static constexpr std::string_view tag_key = "name";
  static constexpr std::string_view tag = "auto";
};

template <class V>
void fields_of(AutoLinear&, V&&) {}

// LU with partial pivoting of the full matrix.
struct DenseLu {
  static constexpr std::string_view tag_key = "name";
  static constexpr std::string_view tag = "dense-lu";
};

template <class V>
void fields_of(DenseLu&, V&&) {}

// Sparse LU of the SuperLU library [Demmel1999].
struct SuperLu {
  static constexpr std::string_view tag_key = "name";
  static constexpr std::string_view tag = "superlu";
};

template <class V>
void fields_of(SuperLu&, V&&) {}

// Sparse LU of Eigen, the same supernodal method.
struct SparseLu {
  static constexpr std::string_view tag_key = "name";
  static constexpr std::string_view tag = "sparse-lu";
};

template <class V>
void fields_of(SparseLu&, V&&) {}

// Sparse L L^T of Eigen; symmetric matrices only.
struct SparseCholesky {
  static constexpr std::string_view tag_key = "name";
  static constexpr std::string_view tag = "sparse-cholesky";
};

template <class V>
void fields_of(SparseCholesky&, V&&) {}

namespace linear_fields {

template <class V>
void iterative(double& tolerance, std::int64_t& max_iterations, V&& visit) {
  visit(Field{"tolerance", "", "Relative residual |b − A x|/|b| that ends a solve.",
              Range::positive()},
        tolerance);
  visit(Field{"max_iterations", "", "Iterations after which a solve gives up.",
              Range::between(1, 1e9)},
        max_iterations);
}

}  // namespace linear_fields

// GMRES with incomplete LU [Saad2003, §6.5, §10.4].
struct GmresIlut {
  static constexpr std::string_view tag_key = "name";
  static constexpr std::string_view tag = "gmres-ilut";

  double tolerance = 1e-10;
  std::int64_t max_iterations = 1000;
  std::int64_t restart = 30;
  double drop = 1e-3;
  std::int64_t fill = 5;
};

template <class V>
void fields_of(GmresIlut& s, V&& visit) {
  auto& [tolerance, max_iterations, restart, drop, fill] = s;
  linear_fields::iterative(tolerance, max_iterations, visit);
  visit(
      Field{"restart", "", "Vectors kept before the method starts again.", Range::between(1, 1e6)},
      restart);
  visit(Field{"drop", "", "Entries of the incomplete factors below this are dropped.",
              Range::at_least(0.0)},
        drop);
  visit(Field{"fill", "", "Entries of the incomplete factors, over those of the matrix.",
              Range::between(1, 1000)},
        fill);
}

// Conjugate gradients with incomplete Cholesky [Saad2003, §9.2]; symmetric matrices only.
struct PcgIc {
  static constexpr std::string_view tag_key = "name";
  static constexpr std::string_view tag = "pcg-ic";

  double tolerance = 1e-10;
  std::int64_t max_iterations = 1000;
};

// Conjugate gradients with the diagonal; symmetric matrices only.
struct PcgJacobi {
  static constexpr std::string_view tag_key = "name";
  static constexpr std::string_view tag = "pcg-jacobi";

  double tolerance = 1e-10;
  std::int64_t max_iterations = 1000;
};

template <class V>
void fields_of(PcgIc& s, V&& visit) {
  auto& [tolerance, max_iterations] = s;
  linear_fields::iterative(tolerance, max_iterations, visit);
}

template <class V>
void fields_of(PcgJacobi& s, V&& visit) {
  auto& [tolerance, max_iterations] = s;
  linear_fields::iterative(tolerance, max_iterations, visit);
}

using LinearSettings = std::variant<AutoLinear, DenseLu, SuperLu, SparseLu, SparseCholesky,
                                    GmresIlut, PcgIc, PcgJacobi>;

// Whether the method needs a symmetric positive definite matrix.
inline bool needs_symmetry(const LinearSettings& settings) {
  return std::holds_alternative<SparseCholesky>(settings) ||
         std::holds_alternative<PcgIc>(settings) || std::holds_alternative<PcgJacobi>(settings);
}

}  // namespace galet
