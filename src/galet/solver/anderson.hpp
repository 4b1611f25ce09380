// Anderson's mixing for a fixed point x = G(x) [Anderson1965, Walker2011]: of the last few x and
// G(x) the combination whose f = G(x) − x, were G affine, is the least, in a norm weighted by
// component. For affine maps it is GMRES.
//
// Cost of a step: 4 × window passes over vectors, and their memory 2 × window + 2.
// Fails where G is far from affine: f that more than doubles starts anew from the image. Where G
// does not tell apart points along a line (self-stresses), mixtures would go far along it at no
// gain: they have to stay within a norm.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "galet/base/workers.hpp"

namespace galet {

class Anderson {
 public:
  explicit Anderson(std::size_t window = 10) : window_(window) {}

  void clear();
  // From x and its image g: the next x, of a squared norm up to `largest2`. Weights by component.
  // Same bits for any number of threads.
  void mix(Workers& workers, std::span<const double> weight, double largest2,
           std::span<const double> g, std::span<double> x);
  static double norm2(Workers& workers, std::span<const double> weight, std::span<const double> x);
  // Gives back memory.
  void release() { *this = Anderson(window_); }

 private:
  struct Difference {
    std::vector<double> g;
    std::vector<double> f;
  };

  void add_difference(Workers& workers, std::span<const double> weight, std::span<const double> g,
                      std::span<const double> x);
  void combine(Workers& workers, std::span<const double> weight, std::span<const double> g,
               std::span<double> x) const;

  std::size_t window_;
  std::size_t next_ = 0;  // which difference is the oldest
  std::vector<Difference> differences_;
  Eigen::MatrixXd products_;  // of the differences of f
  std::vector<double> g_last_;
  std::vector<double> f_last_;
  double f2_last_ = 0.0;
};

}  // namespace galet
