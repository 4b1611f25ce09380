// A problem as data: parts of it, and to bytes and back.
#include "galet/problem/contact_problem.hpp"

#include <algorithm>
#include <cstring>
#include <set>

#include "support/random_problems.hpp"
#include <gtest/gtest.h>

#include "galet/base/archive.hpp"
#include "galet/problem/residual.hpp"

namespace galet::contact_problem_test {
namespace {

using test::ProblemKind;
using test::random_problem;
using test::random_vector;

// The contacts of a problem dealt out to two parts.
struct Deal {
  std::vector<std::int32_t> contacts[2];

  Deal(Random& random, std::size_t count) {
    for (std::size_t c = 0; c < count; ++c) {
      contacts[random.below(2)].push_back(static_cast<std::int32_t>(c));
    }
  }
};

template <int D>
std::vector<Vec<D>> taken(const std::vector<Vec<D>>& x, const std::vector<std::int32_t>& places) {
  std::vector<Vec<D>> y;
  for (const std::int32_t c : places) y.push_back(x[static_cast<std::size_t>(c)]);
  return y;
}

// What the impulses of the given contacts alone do to the nodes.
template <int D>
std::vector<Twist<D>> motion_of(const ProblemColumns<D>& columns, std::vector<Vec<D>> p,
                                const std::vector<std::int32_t>& contacts) {
  for (std::size_t c = 0; c < p.size(); ++c) {
    if (std::ranges::find(contacts, static_cast<std::int32_t>(c)) == contacts.end()) p[c].setZero();
  }
  return node_velocities<D>(columns.bodies(), p);
}

// With the motion that the impulses of the other part give in its q, a part has the velocities, the
// blocks and the residual of the full problem at its contacts; so the larger of the two residuals
// is that of the full problem, whose impulses the parts hold between them. The scale v_ref is not
// compared: it is made of q, which holds more now.
template <int D>
void check_shares(const ProblemKind& kind) {
  Random random(1);
  for (int k = 0; k < 20; ++k) {
    const ProblemColumns<D> columns = random_problem<D>(random, kind);
    const ContactProblem<D> problem = columns.view();
    std::vector<Vec<D>> p;
    for (std::size_t c = 0; c < problem.contacts(); ++c) {
      p.push_back(random_vector<D>(random) + columns.contacts[c].n);
    }
    const std::vector<Vec<D>> u = compute_velocities<D>(problem, p);
    const std::vector<Mat<D>> blocks = diagonal_blocks(problem);
    const Residual whole = compute_residual<D>(problem, p);
    const Deal deal(random, problem.contacts());
    double larger = 0.0;
    for (const int part : {0, 1}) {
      const std::vector<std::int32_t>& mine = deal.contacts[part];
      const ProblemColumns<D> share =
          share_of<D>(problem, mine, motion_of(columns, p, deal.contacts[1 - part]));
      const std::vector<Vec<D>> p_share = taken<D>(p, mine);
      const std::vector<Vec<D>> u_share = compute_velocities<D>(share.view(), p_share);
      const std::vector<Mat<D>> blocks_share = diagonal_blocks(share.view());
      ASSERT_EQ(u_share.size(), mine.size());
      std::set<std::int32_t> bodies;
      std::set<std::int32_t> planes;
      for (std::size_t j = 0; j < mine.size(); ++j) {
        const auto c = static_cast<std::size_t>(mine[j]);
        // Velocities of order 10, summed in another order.
        EXPECT_LE((u_share[j] - u[c]).norm(), 1e-13);
        EXPECT_LE((blocks_share[j] - blocks[c]).norm(), 1e-14);
        EXPECT_EQ(share.view().law_of(j).friction, problem.law_of(c).friction);
        EXPECT_EQ(share.contacts[j].n, columns.contacts[c].n);
        EXPECT_EQ(share.contacts[j].place.feature, columns.contacts[c].place.feature);
        for (const NodeRef side : {columns.contacts[c].a(), columns.contacts[c].b()}) {
          if (!side.is_boundary()) {
            bodies.insert(side.value);
          } else if (columns.plane_of.size() > side.boundary() &&
                     columns.plane_of[side.boundary()] >= 0) {
            planes.insert(columns.plane_of[side.boundary()]);
          }
        }
      }
      larger = std::max(larger, compute_residual<D>(share.view(), p_share).velocity);
      // Only the nodes it touches, the bodies in their order.
      EXPECT_EQ(share.planes.size(), planes.size());
      ASSERT_EQ(share.inverse_mass.size(), bodies.size());
      EXPECT_EQ(share.radius.size(), bodies.size());
      EXPECT_EQ(share.inverse_inertia.size(), bodies.size());
      EXPECT_EQ(share.inertia_blocks.size(), kind.inertia_blocks ? bodies.size() : 0u);
      EXPECT_EQ(share.arms.size(), kind.balls ? 0u : mine.size());
      std::size_t place = 0;
      for (const std::int32_t body : bodies) {
        const auto i = static_cast<std::size_t>(body);
        EXPECT_EQ(share.radius[place], columns.radius[i]);
        EXPECT_EQ(share.inverse_mass[place], columns.inverse_mass[i]);
        if (kind.inertia_blocks) {
          EXPECT_EQ(share.inertia_blocks[place], columns.inertia_blocks[i]);
        } else {
          EXPECT_EQ(share.inverse_inertia[place], columns.inverse_inertia[i]);
        }
        ++place;
      }
    }
    EXPECT_NEAR(larger, whole.velocity, 1e-12 * whole.reference);
  }
}

template <int D>
void check_shares_of_all_kinds() {
  check_shares<D>({.bodies = 12, .contacts = 14});
  check_shares<D>({.bodies = 12, .contacts = 14, .fixed = true});
  check_shares<D>({.bodies = 12, .contacts = 20, .ground = 0.6, .planes = 3});
  check_shares<D>({.bodies = 12,
                   .contacts = 20,
                   .balls = false,
                   .ground = 0.6,
                   .locked = true,
                   .planes = 3,
                   .contacts_per_pair = 2,
                   .inertia_blocks = true});
}
TEST(ShareOf, two_parts_have_the_residual_of_the_whole_2d) { check_shares_of_all_kinds<2>(); }
TEST(ShareOf, two_parts_have_the_residual_of_the_whole_3d) { check_shares_of_all_kinds<3>(); }

// All contacts, backwards: the same problem in another order, with all nodes that are touched.
TEST(ShareOf, takes_the_contacts_in_the_order_given) {
  Random random(2);
  const ProblemColumns<2> columns = random_problem<2>(random, {.bodies = 3, .contacts = 9});
  std::vector<std::int32_t> backwards{8, 7, 6, 5, 4, 3, 2, 1, 0};
  const std::vector<Twist<2>> none(columns.bodies().nodes() + 1);
  const ProblemColumns<2> share = share_of<2>(columns.view(), backwards, none);
  EXPECT_EQ(share.radius, columns.radius);
  for (std::size_t c = 0; c < 9; ++c) {
    EXPECT_EQ(share.contacts[8 - c].place, columns.contacts[c].place);
    EXPECT_EQ(share.q[8 - c], columns.q[c]);
    EXPECT_EQ(share.law[8 - c], columns.law[c]);
  }
  const ProblemColumns<2> nothing = share_of<2>(columns.view(), {}, none);
  EXPECT_TRUE(nothing.contacts.empty() && nothing.radius.empty());
  EXPECT_EQ(nothing.view().contacts(), 0u);
}

template <class T>
bool same_bits(const std::vector<T>& x, const std::vector<T>& y) {
  return x.size() == y.size() &&
         (x.empty() || std::memcmp(x.data(), y.data(), x.size() * sizeof(T)) == 0);
}

// Something to be replaced altogether.
template <int D>
ProblemColumns<D> junk() {
  Random random(9);
  ProblemColumns<D> columns = random_problem<D>(random, {.balls = false, .inertia_blocks = true});
  columns.matrix = assemble(columns.bodies());
  columns.start = columns.q;
  return columns;
}

template <int D>
void check_bytes(const ProblemColumns<D>& columns) {
  ByteWriter writer;
  writer(columns);
  const std::vector<std::byte> bytes = std::move(writer).bytes();
  ProblemColumns<D> loaded = junk<D>();
  ByteReader reader(bytes);
  reader(loaded);
  EXPECT_TRUE(reader.at_end());
  EXPECT_EQ(loaded.is_matrix(), columns.is_matrix());
  EXPECT_TRUE(same_bits(loaded.inverse_mass, columns.inverse_mass));
  EXPECT_TRUE(same_bits(loaded.inverse_inertia, columns.inverse_inertia));
  EXPECT_TRUE(same_bits(loaded.inertia_blocks, columns.inertia_blocks));
  EXPECT_TRUE(same_bits(loaded.radius, columns.radius));
  EXPECT_TRUE(same_bits(loaded.arms, columns.arms));
  EXPECT_TRUE(same_bits(loaded.planes, columns.planes));
  EXPECT_TRUE(same_bits(loaded.plane_of, columns.plane_of));
  EXPECT_TRUE(same_bits(loaded.matrix.row_start, columns.matrix.row_start));
  EXPECT_TRUE(same_bits(loaded.matrix.column, columns.matrix.column));
  EXPECT_TRUE(same_bits(loaded.matrix.block, columns.matrix.block));
  EXPECT_TRUE(same_bits(loaded.q, columns.q));
  EXPECT_TRUE(same_bits(loaded.laws, columns.laws));
  EXPECT_TRUE(same_bits(loaded.law, columns.law));
  EXPECT_TRUE(same_bits(loaded.start, columns.start));
  ASSERT_EQ(loaded.contacts.size(), columns.contacts.size());
  for (std::size_t c = 0; c < loaded.contacts.size(); ++c) {
    EXPECT_EQ(loaded.contacts[c].place, columns.contacts[c].place);
    EXPECT_EQ(loaded.contacts[c].gap, columns.contacts[c].gap);
    EXPECT_EQ(loaded.contacts[c].n, columns.contacts[c].n);
  }
  // What is cut off is not taken for a smaller problem.
  ProblemColumns<D> cut;
  const std::span<const std::byte> all(bytes);
  ByteReader short_reader(all.first(all.size() - 1));
  EXPECT_THROW(short_reader(cut), SystemError);
}

template <int D>
void check_bytes_of_all_kinds() {
  Random random(3);
  ProblemColumns<D> columns = random_problem<D>(
      random, {.balls = false, .planes = 2, .contacts_per_pair = 2, .inertia_blocks = true});
  for (std::size_t c = 0; c < columns.q.size(); ++c) {
    columns.start.push_back(random_vector<D>(random));
    columns.contacts[c].gap = random.normal();
  }
  check_bytes<D>(columns);
  check_bytes<D>(in_matrix_form<D>(columns.view(), columns.start));
  check_bytes<D>({});
}
TEST(ProblemColumns, bytes_and_back_2d) { check_bytes_of_all_kinds<2>(); }
TEST(ProblemColumns, bytes_and_back_3d) { check_bytes_of_all_kinds<3>(); }

}  // namespace
}  // namespace galet::contact_problem_test
