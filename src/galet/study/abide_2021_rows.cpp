// [Abide2021, §5]: one visit of EPDAS and IPDAS, row by row. A single contact with W = diag(w_n,
// w_t, …) and a start p has û = W p + q; one step of the active set method then is
//   gap    p_n − γ û_n <= 0        p⁺ = 0
//   both other rows                p_n⁺ = p_n − û_n/w_n
//   slip   |p_t − γ û_t| >= µ p_n  p_t⁺ = µ p_n⁺ z/|z|, z = p_t − γ û_t (in 2D)
//   stick  EPDAS, from p_n û_t = 0 linearised [eq. 3.41], p_t⁺ = p_t − (p_n⁺/p_n) û_t/w_t
//          IPDAS, from û_t = 0 [eq. 5.8],                 p_t⁺ = p_t − û_t/w_t.
// Fixed points do not tell these rows apart; single visits do.
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "galet/solver/nlgs.hpp"
#include "galet/study/abide_2021.hpp"
#include "galet/study/checks.hpp"
#include "galet/study/scene_run.hpp"

namespace galet {
namespace {

constexpr double kNormalMobility = 2.0;
constexpr double kTangentialMobility = 5.0;
constexpr double kRowFriction = 0.5;

// What one visit makes of p.
template <int D>
Vec<D> one_visit(const LocalSolver& local, Vec<D> p, const Vec<D>& u) {
  Mat<D> W = kTangentialMobility * Mat<D>::Identity();
  W(0, 0) = kNormalMobility;
  MatrixColumns<D> columns;
  columns.row_start = {0, 1};
  columns.column = {0};
  columns.block = {W};
  const std::array<Vec<D>, 1> q{u - W * p};
  const std::array<ContactLaw, 1> laws{ContactLaw{.friction = kRowFriction}};
  const std::array<std::int32_t, 1> law{0};
  NlgsSettings settings;
  settings.local = local;
  settings.batches = false;
  // Stops after the first sweep whatever it changes, and keeps what it has made.
  settings.criterion = NlgsCriterion::stagnation;
  settings.tolerance = 1e12;
  static_cast<void>(
      solve<D>(ContactProblem<D>{columns.view(), q, laws, law}, settings, std::span(&p, 1)));
  return p;
}

template <int D>
void add_row(Report& report, const std::string& name, const LocalSolver& local, const Vec<D>& p,
             const Vec<D>& u, const Vec<D>& exact) {
  const double error = (one_visit<D>(local, p, u) - exact).norm();
  report.add(
      check_at_most({fmt::format("{}, {}D: error of the visit", name, D), "N s", error, {}, ""},
                    32.0 * kEpsilon * (p.norm() + exact.norm()), "round-off"));
}

template <int D>
void add_stick_rows(Report& report) {
  Vec<D> p = Vec<D>::Constant(0.1), u = Vec<D>::Constant(0.2);
  p[0] = 1.0;
  u[0] = -0.8;
  p[D - 1] = -0.05;
  const double p_n = p[0] - u[0] / kNormalMobility;
  const auto after = [&](double ratio) {
    Vec<D> next = p - ratio / kTangentialMobility * u;
    next[0] = p_n;
    return next;
  };
  add_row<D>(report, "stick, EPDAS", EpdasLocal{}, p, u, after(p_n / p[0]));
  add_row<D>(report, "stick, IPDAS", IpdasLocal{}, p, u, after(1.0));
  // Ours: where p_n more than doubles, EPDAS takes the row of IPDAS.
  u[0] = -4.0;
  Vec<D> grown = p - u / kTangentialMobility;
  grown[0] = p[0] - u[0] / kNormalMobility;
  add_row<D>(report, "stick, EPDAS, p_n grows threefold", EpdasLocal{}, p, u, grown);
}

void fill_rows(const std::filesystem::path&, Report& report) {
  add_stick_rows<2>(report);
  add_stick_rows<3>(report);
  for (const auto& [name, local] :
       {std::pair<std::string, LocalSolver>{"EPDAS", EpdasLocal{}}, {"IPDAS", IpdasLocal{}}}) {
    add_row<2>(report, "slip, " + name, local, {1.0, 0.45}, {-0.8, -1.0},
               {1.4, kRowFriction * 1.4});
    add_row<2>(report, "gap, " + name, local, {0.1, 0.01}, {1.0, 0.0}, {0.0, 0.0});
  }
  report.notes = {
      "Eq. 3.43 loses the division by p_n of eq. 3.41, and eq. 5.4 has γ_t µ in the place of W_tt: "
      "the row compared is the one that follows from eq. 3.41."};
}

}  // namespace

std::vector<Experiment> abide_2021::row_experiments() {
  return {{.id = "abide-2021/5-rows",
           .title = "One visit of EPDAS and IPDAS, row by row",
           .source = "[Abide2021, §5]",
           .quick = true,
           .catalogue = {"pdas-rows"},
           .scenes = {},
           .fill = fill_rows}};
}

}  // namespace galet
