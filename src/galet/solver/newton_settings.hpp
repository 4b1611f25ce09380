// Settings of Newton's method for a ComplianceProblem. Scenes give them with those of the scheme
// (scheme/settings.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "galet/base/fields.hpp"
#include "galet/linear/settings.hpp"
#include "galet/problem/compliant_contact.hpp"

namespace galet {

enum class MatrixAssembly { sparse, dense };

template <>
struct EnumNames<MatrixAssembly> {
  static constexpr std::array<std::string_view, 2> names{"sparse", "dense"};
};

struct NewtonSettings {
  NewmarkVariant variant = NewmarkVariant::exact;
  LinearSettings linear = AutoLinear{};
  MatrixAssembly assembly = MatrixAssembly::sparse;
  double tolerance = 1e-14;         // of residual and Newton step as velocities, over the largest
  std::optional<double> step_norm;  // m, required unless NewmarkVariant::exact
  std::int64_t max_iterations = 50;
};

}  // namespace galet
