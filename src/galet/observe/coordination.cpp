#include "galet/observe/coordination.hpp"

#include <vector>

namespace galet {

template <int D>
Coordination compute_coordination(const Look<D>& look, const Part<D>& part, bool walls,
                                  std::int64_t least) {
  const std::size_t n = look.bodies.size();
  std::vector<std::int64_t> degree(n, 0);
  std::vector<std::size_t> first(n + 1, 0);  // neighbours of body i: [first[i], first[i + 1])
  const auto for_each_pair = [&](auto&& f) {
    for (std::size_t c = 0; c < look.contacts.size(); ++c) {
      if (!look.is_active(c)) continue;
      const Contact<D>& contact = look.contacts[c];
      const std::size_t b = contact.b().body();
      if (contact.a().is_boundary() || look.bodies.is_fixed(contact.a().body())) {
        f(b, b);
      } else if (look.bodies.is_fixed(b)) {
        f(contact.a().body(), contact.a().body());
      } else {
        f(contact.a().body(), b);
      }
    }
  };
  for_each_pair([&](std::size_t a, std::size_t b) {
    if (a == b) {
      degree[b] += walls ? 1 : 0;
      return;
    }
    for (const std::size_t i : {a, b}) ++degree[i], ++first[i + 1];
  });
  for (std::size_t i = 0; i < n; ++i) first[i + 1] += first[i];
  std::vector<std::size_t> neighbours(first[n]);
  std::vector<std::size_t> next(first.begin(), first.end() - 1);
  for_each_pair([&](std::size_t a, std::size_t b) {
    if (a == b) return;
    neighbours[next[a]++] = b;
    neighbours[next[b]++] = a;
  });

  Coordination result;
  for (std::size_t i = 0; i < n; ++i) {
    if (look.bodies.is_fixed(i) || !part.has(look.bodies, i)) continue;
    ++result.bodies;
    result.ends += degree[i];
  }
  std::vector<bool> gone(n, false);
  std::vector<std::size_t> waiting;
  const auto visit = [&](std::size_t i) {
    if (gone[i] || degree[i] >= least) return;
    gone[i] = true;
    waiting.push_back(i);
  };
  for (std::size_t i = 0; i < n; ++i) {
    if (!look.bodies.is_fixed(i)) visit(i);
  }
  while (!waiting.empty()) {
    const std::size_t i = waiting.back();
    waiting.pop_back();
    for (std::size_t k = first[i]; k < first[i + 1]; ++k) {
      --degree[neighbours[k]];
      visit(neighbours[k]);
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    if (look.bodies.is_fixed(i) || !part.has(look.bodies, i)) continue;
    if (gone[i]) {
      ++result.rattlers;
    } else {
      result.backbone_ends += degree[i];
    }
  }
  return result;
}

template Coordination compute_coordination(const Look<2>&, const Part<2>&, bool, std::int64_t);
template Coordination compute_coordination(const Look<3>&, const Part<3>&, bool, std::int64_t);

}  // namespace galet
