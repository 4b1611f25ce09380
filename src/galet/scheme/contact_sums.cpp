#include "galet/scheme/contact_sums.hpp"

#include <algorithm>

#include "galet/scheme/spring_geometry.hpp"

namespace galet {
namespace {

// With fewer bodies than this, sharing sums among threads costs more than it saves.
constexpr std::size_t kSharedBodies = 4096;

template <int D>
void add_to_b(const Bodies<D>& bodies, const Contact<D>& c, const Vec<D>& p,
              std::span<Twist<D>> sums) {
  const Lever<D> lever(bodies, c);
  Twist<D>& sum = sums[c.b().body()];
  sum.linear += p;
  sum.angular -= lever.share_b * moment(lever.l, p);
}

template <int D>
void add_to_a(const Bodies<D>& bodies, const Contact<D>& c, const Vec<D>& p,
              std::span<Twist<D>> sums) {
  const Lever<D> lever(bodies, c);
  Twist<D>& sum = sums[c.a().body()];
  sum.linear -= p;
  sum.angular -= lever.share_a * moment(lever.l, p);
}

}  // namespace

template <int D>
void ContactSums<D>::compute(const Bodies<D>& bodies, std::span<const Contact<D>> contacts,
                             std::span<const Vec<D>> impulses, std::span<const Spin<D>> moments,
                             Workers& workers) {
  const std::size_t parts = bodies.size() < kSharedBodies ? 1 : workers.count();
  sums_.resize(bodies.size());
  foreign_.resize(parts * parts);
  workers.for_tasks(parts, [&](std::size_t part) { list_foreign(contacts, part, parts); });
  workers.for_tasks(
      parts, [&](std::size_t part) { sum_part(bodies, contacts, impulses, moments, part, parts); });
}

template <int D>
void ContactSums<D>::list_foreign(std::span<const Contact<D>> contacts, std::size_t part,
                                  std::size_t parts) {
  const std::size_t n = sums_.size();
  const auto part_of = [&](std::size_t i) { return ((i + 1) * parts - 1) / n; };
  for (std::size_t q = 0; q < parts; ++q) foreign_[part * parts + q].clear();
  const std::size_t end = contacts.size() * (part + 1) / parts;
  for (std::size_t k = contacts.size() * part / parts; k < end; ++k) {
    const Contact<D>& c = contacts[k];
    const std::size_t q = part_of(c.b().body());
    if (!c.a().is_boundary() && part_of(c.a().body()) == q) continue;
    foreign_[part * parts + q].push_back(static_cast<std::uint32_t>(k));
  }
}

template <int D>
void ContactSums<D>::sum_part(const Bodies<D>& bodies, std::span<const Contact<D>> contacts,
                              std::span<const Vec<D>> impulses, std::span<const Spin<D>> moments,
                              std::size_t part, std::size_t parts) {
  const std::size_t n = sums_.size();
  const std::size_t begin = n * part / parts;
  const std::size_t end = n * (part + 1) / parts;
  std::ranges::fill(std::span(sums_).subspan(begin, end - begin), Twist<D>{});
  const auto to_b = [&](std::size_t k) {
    add_to_b<D>(bodies, contacts[k], impulses[k], sums_);
    if (!moments.empty()) sums_[contacts[k].b().body()].angular += moments[k];
  };
  for (std::size_t p = 0; p < parts; ++p) {
    for (const std::uint32_t k : foreign_[p * parts + part]) to_b(k);
  }
  const auto first_of = [&](std::size_t i) {
    return std::ranges::lower_bound(contacts, static_cast<std::int32_t>(i), {},
                                    [](const Contact<D>& c) { return c.a().value; }) -
           contacts.begin();
  };
  const auto last = static_cast<std::size_t>(first_of(end));
  for (auto k = static_cast<std::size_t>(first_of(begin)); k < last; ++k) {
    if (contacts[k].b().body() < end) to_b(k);
    add_to_a<D>(bodies, contacts[k], impulses[k], sums_);
    if (!moments.empty()) sums_[contacts[k].a().body()].angular -= moments[k];
  }
}

template class ContactSums<2>;
template class ContactSums<3>;

}  // namespace galet
