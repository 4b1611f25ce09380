#include "galet/observe/fabric.hpp"

#include <Eigen/Eigenvalues>

namespace galet {

template <int D>
double Fabric<D>::anisotropy() const {
  const Eigen::SelfAdjointEigenSolver<Mat<D>> eigen(tensor, Eigen::EigenvaluesOnly);
  return eigen.eigenvalues()[D - 1] - eigen.eigenvalues()[0];
}

template <int D>
Vec<D> Fabric<D>::direction() const {
  const Eigen::SelfAdjointEigenSolver<Mat<D>> eigen(tensor);
  const Vec<D> v = eigen.eigenvectors().col(D - 1);
  return v[D - 1] < 0.0 ? Vec<D>(-v) : v;
}

template <int D>
Fabric<D> compute_fabric(const Look<D>& look, const Part<D>& part) {
  Fabric<D> fabric;
  for (std::size_t c = 0; c < look.contacts.size(); ++c) {
    if (!look.is_active(c) || !has_contact(part, look, c)) continue;
    const Vec<D> n = look.contacts[c].n;
    fabric.tensor += n * n.transpose();
    ++fabric.contacts;
  }
  if (fabric.contacts > 0) fabric.tensor /= static_cast<double>(fabric.contacts);
  return fabric;
}

template struct Fabric<2>;
template struct Fabric<3>;
template Fabric<2> compute_fabric(const Look<2>&, const Part<2>&);
template Fabric<3> compute_fabric(const Look<3>&, const Part<3>&);

}  // namespace galet
