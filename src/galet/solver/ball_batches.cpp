#include "galet/solver/ball_batches.hpp"

#include <array>
#include <bit>

namespace galet {
namespace {

constexpr int kWindow = 32;

class Window {
 public:
  Window(std::size_t nodes, int lanes, BatchPlan& plan) : masks_(nodes, 0), plan_(plan) {
    for (Open& batch : open_) batch.contacts.reserve(static_cast<std::size_t>(lanes));
  }

  // a, b: the balls that can move, or −1.
  void add(std::int32_t contact, std::int32_t a, std::int32_t b) {
    const std::uint32_t taken = mask(a) | mask(b);
    // All batches of the window hold one of the balls: send the oldest off as it is.
    const int k = taken == UINT32_MAX ? emit_next() : std::countr_one(taken);
    Open& batch = open_[static_cast<std::size_t>(k)];
    batch.contacts.push_back(contact);
    batch.balls.push_back(a);
    batch.balls.push_back(b);
    mark(a, k);
    mark(b, k);
    if (static_cast<int>(batch.contacts.size()) == plan_.lanes) emit(k);
  }

  void emit_all() {
    for (int k = 0; k < kWindow; ++k) emit(k);
  }

 private:
  struct Open {
    std::vector<std::int32_t> contacts;
    std::vector<std::int32_t> balls;
  };

  std::uint32_t mask(std::int32_t ball) const {
    return ball < 0 ? 0U : masks_[static_cast<std::size_t>(ball)];
  }
  void mark(std::int32_t ball, int k) {
    if (ball >= 0) masks_[static_cast<std::size_t>(ball)] |= 1U << k;
  }
  int emit_next() {
    const int k = next_;
    next_ = (next_ + 1) % kWindow;
    emit(k);
    return k;
  }
  void emit(int k) {
    Open& batch = open_[static_cast<std::size_t>(k)];
    if (batch.contacts.empty()) return;
    for (const std::int32_t ball : batch.balls) {
      if (ball >= 0) masks_[static_cast<std::size_t>(ball)] &= ~(1U << k);
    }
    plan_.contact.insert(plan_.contact.end(), batch.contacts.begin(), batch.contacts.end());
    plan_.contact.insert(plan_.contact.end(),
                         static_cast<std::size_t>(plan_.lanes) - batch.contacts.size(), -1);
    batch.contacts.clear();
    batch.balls.clear();
  }

  std::vector<std::uint32_t> masks_;
  std::array<Open, kWindow> open_;
  BatchPlan& plan_;
  int next_ = 0;
};

template <int D>
bool can_move(const BallProblem<D>& problem, std::int32_t node) {
  const auto& n = problem.nodes[static_cast<std::size_t>(node)];
  return n.inverse_mass > 0.0 || n.inverse_inertia > 0.0;
}

}  // namespace

template <int D>
BatchPlan plan_batches(const BallProblem<D>& problem, std::span<const std::int32_t> contacts,
                       int lanes) {
  BatchPlan plan;
  plan.lanes = lanes;
  plan.contact.reserve(contacts.size() + kWindow * static_cast<std::size_t>(lanes));
  Window window(problem.nodes.size(), lanes, plan);
  for (const std::int32_t c : contacts) {
    const auto& contact = problem.contacts[static_cast<std::size_t>(c)];
    window.add(c, can_move(problem, contact.a) ? contact.a : -1,
               can_move(problem, contact.b) ? contact.b : -1);
  }
  window.emit_all();
  return plan;
}

template <class T, int D>
std::vector<BallRow<T>> make_rows(const BallProblem<D>& problem) {
  std::vector<BallRow<T>> rows(problem.nodes.size() + 1, BallRow<T>{});
  for (std::size_t k = 0; k < problem.nodes.size(); ++k) {
    rows[k].inverse_mass = static_cast<T>(problem.nodes[k].inverse_mass);
    rows[k].inverse_inertia = static_cast<T>(problem.nodes[k].inverse_inertia);
  }
  return rows;
}

template <class T, int D>
std::vector<BallBatch<T>> make_batches(const BallProblem<D>& problem, const BatchPlan& plan) {
  const std::size_t lanes = static_cast<std::size_t>(plan.lanes);
  const auto nothing = static_cast<std::int32_t>(problem.nodes.size());
  std::vector<BallBatch<T>> batches(plan.contact.size() / lanes, BallBatch<T>{});
  for (std::size_t k = 0; k < plan.contact.size(); ++k) {
    BallBatch<T>& batch = batches[k / lanes];
    const std::size_t lane = k % lanes;
    if (plan.contact[k] < 0) {
      batch.a[lane] = batch.b[lane] = nothing;
      continue;
    }
    const auto& c = problem.contacts[static_cast<std::size_t>(plan.contact[k])];
    const auto& node_a = problem.nodes[static_cast<std::size_t>(c.a)];
    const auto& node_b = problem.nodes[static_cast<std::size_t>(c.b)];
    batch.a[lane] = can_move(problem, c.a) ? c.a : nothing;
    batch.b[lane] = can_move(problem, c.b) ? c.b : nothing;
    for (int d = 0; d < D; ++d) {
      batch.n[d][lane] = static_cast<T>(c.n[d]);
      batch.q[d][lane] = static_cast<T>(c.q[d]);
    }
    const double w_n = node_a.inverse_mass + node_b.inverse_mass;
    const double w_t = w_n + node_a.inverse_inertia + node_b.inverse_inertia;
    batch.mu[lane] = static_cast<T>(c.mu);
    batch.k_n[lane] = w_n > 0.0 ? static_cast<T>(1.0 / w_n) : T(0);
    batch.k_t[lane] = w_t > 0.0 ? static_cast<T>(1.0 / w_t) : T(0);
  }
  return batches;
}

#define GALET_INSTANTIATE(D)                                                                  \
  template BatchPlan plan_batches(const BallProblem<D>&, std::span<const std::int32_t>, int); \
  template std::vector<BallRow<float>> make_rows<float, D>(const BallProblem<D>&);            \
  template std::vector<BallRow<double>> make_rows<double, D>(const BallProblem<D>&);          \
  template std::vector<BallBatch<float>> make_batches<float, D>(const BallProblem<D>&,        \
                                                                const BatchPlan&);            \
  template std::vector<BallBatch<double>> make_batches<double, D>(const BallProblem<D>&,      \
                                                                  const BatchPlan&)
GALET_INSTANTIATE(2);
GALET_INSTANTIATE(3);
#undef GALET_INSTANTIATE

}  // namespace galet
