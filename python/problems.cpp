// The contact problem by itself: û = W p + q with Coulomb's law at every contact.
#include <cmath>

#include "bindings.hpp"
#include "documents.hpp"
#include <fmt/format.h>

#include "galet/io/settings_reader.hpp"
#include "galet/problem/contact_problem.hpp"
#include "galet/scene/range_check.hpp"
#include "galet/solver/nlgs.hpp"

namespace galet::python {
namespace {

// The part of a scene that says how a problem is solved.
struct SolverChoice {
  SolverSettings solver = NlgsSettings{};
};
template <class V>
void fields_of(SolverChoice& s, V&& visit) {
  auto& [solver] = s;
  visit(Field{"solver", "", "Solver of the contact problem."}, solver);
}

SolverSettings solver_settings(const py::dict& document) {
  const TomlValue value = to_toml_value(document, py::dict(), "");
  SolverChoice choice;
  SettingsReader reader;
  reader.read_document(value, choice);
  reader.throw_errors();
  if (auto errors = range_errors(choice); !errors.empty()) throw joined(std::move(errors));
  return choice.solver;
}

using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;
using Integers = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>;

// W by rows of blocks, as scipy's bsr_matrix has it; the package has checked sizes and symmetry.
struct MatrixProblem {
  Integers row_start;
  Integers column;
  Doubles block;
  Doubles q;
  Doubles friction;
  Doubles start;
};

template <int D>
ProblemColumns<D> columns_from(const MatrixProblem& given) {
  ProblemColumns<D> problem;
  const auto contacts = static_cast<std::size_t>(given.q.shape(0));
  const auto blocks = static_cast<std::size_t>(given.column.shape(0));
  problem.matrix.row_start.assign(given.row_start.data(), given.row_start.data() + contacts + 1);
  problem.matrix.column.resize(blocks);
  problem.matrix.block.resize(blocks);
  using RowMajor = Eigen::Matrix<double, D, D, Eigen::RowMajor>;
  for (std::size_t k = 0; k < blocks; ++k) {
    problem.matrix.column[k] = static_cast<std::int32_t>(given.column.data()[k]);
    problem.matrix.block[k] = Eigen::Map<const RowMajor>(given.block.data() + k * D * D);
  }
  problem.q.resize(contacts);
  problem.start.resize(contacts);
  for (std::size_t c = 0; c < contacts; ++c) {
    problem.q[c] = Eigen::Map<const Vec<D>>(given.q.data() + c * D);
    problem.start[c] = Eigen::Map<const Vec<D>>(given.start.data() + c * D);
    problem.add_law({.friction = given.friction.data()[c]});
  }
  return problem;
}

template <int D>
Doubles rows_of_vectors(const std::vector<Vec<D>>& rows) {
  Doubles array({static_cast<py::ssize_t>(rows.size()), static_cast<py::ssize_t>(D)});
  for (std::size_t c = 0; c < rows.size(); ++c) {
    std::copy_n(rows[c].data(), D, array.mutable_data() + c * D);
  }
  return array;
}

template <int D>
py::dict solve_matrix_of(const MatrixProblem& given, const SolverSettings& settings) {
  const ProblemColumns<D> problem = columns_from<D>(given);
  std::vector<Vec<D>> p = problem.start;
  std::vector<Vec<D>> u;
  SolveReport report;
  {
    const py::gil_scoped_release release;
    report = solve<D>(problem.view(), settings, p);
    u = compute_velocities<D>(problem.view(), p);
  }
  py::dict result;
  result["p"] = rows_of_vectors<D>(p);
  result["u"] = rows_of_vectors<D>(u);
  result["status"] = std::string(name_of(report.status));
  result["iterations"] = report.iterations;
  result["residual_velocity"] = report.residual_velocity;
  result["residual_relative"] = report.residual_relative;
  return result;
}

}  // namespace

void bind_problems(py::module_& m) {
  m.def("solve_matrix", [](const Integers& row_start, const Integers& column, const Doubles& block,
                           const Doubles& q, const Doubles& friction, const Doubles& start,
                           const py::dict& solver) {
    const MatrixProblem given{row_start, column, block, q, friction, start};
    const SolverSettings settings = solver_settings(solver);
    return q.shape(1) == 2 ? solve_matrix_of<2>(given, settings)
                           : solve_matrix_of<3>(given, settings);
  });
}

}  // namespace galet::python
