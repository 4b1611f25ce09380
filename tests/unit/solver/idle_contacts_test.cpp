#include "galet/solver/idle_contacts.hpp"

#include <algorithm>
#include <numeric>

#include "support/heaps.hpp"
#include <gtest/gtest.h>

namespace galet::idle_contacts_test {
namespace {

using test::heap_of_balls;

// Balls that rest: the bodies of a contact part with its q. What else a lane holds tells which
// contact it came from.
BallLanes<float> lanes_of(const ProblemColumns<2>& heap) {
  const BodiesOperator<2> bodies = heap.bodies();
  BallLanes<float> lanes;
  lanes.rows.resize(bodies.nodes() + 1);
  lanes.tasks.resize(1);
  auto& task = lanes.tasks.front();
  std::vector<std::int32_t> order(heap.contacts.size());
  std::iota(order.begin(), order.end(), 0);
  std::vector<std::uint32_t> masks(bodies.nodes(), 0);
  plan_batches<2>(bodies, order, kLanes<float>, masks, task.plan);
  task.swept = task.batch_count();
  lanes.batches.assign(task.batch_count(), empty_batch<float>(row_offset<float>(bodies.nodes())));
  for (std::size_t k = 0; k < task.plan.size(); ++k) {
    if (task.plan[k] < 0) continue;
    const auto c = static_cast<std::size_t>(task.plan[k]);
    BallBatch<float>& batch = lanes.batches[k / 16];
    const std::size_t lane = k % 16;
    batch.a[lane] = row_offset<float>(bodies.node_of(bodies.contacts[c].a()));
    batch.b[lane] = row_offset<float>(bodies.contacts[c].b().body());
    for (int d = 0; d < 2; ++d) {
      batch.n[d][lane] = static_cast<float>(bodies.contacts[c].n[d]);
      batch.q[d][lane] = static_cast<float>(c % 5) * batch.n[d][lane];
    }
    if (c % 3 == 0) batch.p[0][lane] = 1.0F + static_cast<float>(c);
    if (c % 7 == 0) batch.p_before[1][lane] = 2.0F + static_cast<float>(c);
    batch.mu[lane] = 3.0F + static_cast<float>(c);
    batch.k_n[lane] = 4.0F + static_cast<float>(c);
    batch.k_t[lane] = 5.0F + static_cast<float>(c);
  }
  return lanes;
}

// Contact c parts with c mod 5; it has an impulse where 3 divides c, and had one where 7 does.
bool rests(std::size_t c) { return c % 5 > 2 && c % 3 != 0 && c % 7 != 0; }

TEST(IdleContacts, go_behind_the_others_with_all_that_their_lanes_hold) {
  const ProblemColumns<2> heap = heap_of_balls<2>(12, 0.3, 7);
  const BodiesOperator<2> bodies = heap.bodies();
  BallLanes<float> lanes = lanes_of(heap);
  set_idle_aside<2>(bodies, 2.5F, lanes);
  const auto& task = lanes.tasks.front();
  ASSERT_EQ(lanes.batches.size(), task.batch_count());
  ASSERT_LT(task.swept, task.batch_count());
  std::vector<int> seen(heap.contacts.size(), 0);
  for (std::size_t k = 0; k < task.plan.size(); ++k) {
    const BallBatch<float>& batch = lanes.batches[k / 16];
    const std::size_t lane = k % 16;
    if (task.plan[k] < 0) {
      EXPECT_EQ(batch.a[lane], row_offset<float>(bodies.nodes()));
      EXPECT_EQ(batch.k_n[lane], 0.0F);
      continue;
    }
    const auto c = static_cast<std::size_t>(task.plan[k]);
    ++seen[c];
    EXPECT_EQ(k / 16 >= task.swept, rests(c)) << c;
    EXPECT_EQ(batch.a[lane], row_offset<float>(bodies.node_of(bodies.contacts[c].a())));
    EXPECT_EQ(batch.b[lane], row_offset<float>(bodies.contacts[c].b().body()));
    for (int d = 0; d < 2; ++d) {
      EXPECT_EQ(batch.n[d][lane], static_cast<float>(bodies.contacts[c].n[d]));
      EXPECT_EQ(batch.q[d][lane], static_cast<float>(c % 5) * batch.n[d][lane]);
    }
    EXPECT_EQ(batch.p[0][lane], c % 3 == 0 ? 1.0F + static_cast<float>(c) : 0.0F);
    EXPECT_EQ(batch.p_before[1][lane], c % 7 == 0 ? 2.0F + static_cast<float>(c) : 0.0F);
    EXPECT_EQ(batch.mu[lane], 3.0F + static_cast<float>(c));
    EXPECT_EQ(batch.k_n[lane], 4.0F + static_cast<float>(c));
    EXPECT_EQ(batch.k_t[lane], 5.0F + static_cast<float>(c));
  }
  EXPECT_EQ(std::ranges::count(seen, 1), std::ssize(seen));
}

// Velocities of the bodies count, not q alone.
TEST(IdleContacts, are_none_where_bodies_come_nearer) {
  const ProblemColumns<2> heap = heap_of_balls<2>(12, 0.3, 7);
  const BodiesOperator<2> bodies = heap.bodies();
  BallLanes<float> lanes = lanes_of(heap);
  for (std::size_t c = 0; c < heap.contacts.size(); ++c) {
    const Contact<2>& contact = bodies.contacts[c];
    if (!rests(c) || contact.a().is_boundary()) continue;
    // b runs into a faster than q parts them.
    NodeRow<float>& b = lanes.rows[contact.b().body()];
    for (int d = 0; d < 2; ++d) b.v[d] = static_cast<float>(-9.0 * contact.n[d]);
    set_idle_aside<2>(bodies, 2.5F, lanes);
    const auto& task = lanes.tasks.front();
    const auto place = std::ranges::find(task.plan, static_cast<std::int32_t>(c));
    EXPECT_LT((place - task.plan.begin()) / 16, std::ssize(task.plan) / 16);
    EXPECT_LT(static_cast<std::size_t>(place - task.plan.begin()) / 16, task.swept);
    return;
  }
  FAIL() << "no contact that rests";
}

}  // namespace
}  // namespace galet::idle_contacts_test
