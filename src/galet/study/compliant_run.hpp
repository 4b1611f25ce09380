// Runs of scenes with compliant contacts and what the tables of [Nguyen2024] say about them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "galet/study/run_curve.hpp"
#include "galet/study/scene_run.hpp"

namespace galet {

// A method of the tables: its name there, and how a scene is run with it. R is the compliance of
// its linear spring, 1/R its stiffness.
struct TableMethod {
  std::string name;
  void (*apply)(Scene& scene, double R);
};

// "SNC", "INC2", "INC3", "INC4" as in the program of the thesis: potential d^α/(2R), Newton
// tolerance 1e-5 m. "DEM" with the update of the thesis, at any step.
const TableMethod& table_method(const std::string& name);

// One pair of materials with this compliance and friction, and the scheme of the thesis' program.
struct ProgramSettings {
  ComplianceKind kind = ComplianceKind::inc;
  double exponent = 3.0;
  double stiffness = 0.0;
  Normalisation normalisation = Normalisation::half_potential;
  double friction = 0.0;
  double c_t = 0.0;
  double newton = 1e-5;  // m
  LinearSettings linear = AutoLinear{};
  MatrixAssembly assembly = MatrixAssembly::sparse;
};

void set_program(Scene& scene, const ProgramSettings& settings);

// The same law with variant = "exact".
void make_exact(Scene& scene);

struct CompliantRun {
  double energy_first = 0.0;  // kinetic, J
  double energy_last = 0.0;
  double total_first = 0.0;  // kinetic, potential and stored, J
  double total_last = 0.0;
  double overlap = 0.0;         // largest at ends of steps, over 2 max r
  std::int64_t contacts = 0;    // sum over the steps ("N.C.")
  std::int64_t iterations = 0;  // of Newton, sum ("N.L.")
  std::int64_t iterations_max = 0;
  std::int64_t unsolved = 0;     // steps
  double drift = 0.0;            // largest change of kinetic + potential + stored energy, J
  double balance = 0.0;          // relative error of the energy balance at the end
  double dissipated = 0.0;       // J
  double scale = 0.0;            // largest energy in play, J
  double cpu = 0.0;              // s, of the steps
  std::vector<Vec<2>> velocity;  // at the end
  RunCurve curve;

  double loss() const { return (energy_first - energy_last) / energy_first; }
};

// Runs the scene to its end; look(simulation), if given, after every step.
CompliantRun run_compliant(const Scene& scene,
                           const std::function<void(const Simulation<2>&)>& look = {});

}  // namespace galet
