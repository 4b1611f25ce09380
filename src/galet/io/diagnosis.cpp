#include "galet/io/diagnosis.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "galet/io/atomic_file.hpp"
#include "galet/sim/finite_check.hpp"

namespace galet {
namespace {

using DiagnosisJson = nlohmann::ordered_json;

constexpr std::size_t kShown = 10;

// Places of the largest values, those that are no numbers first.
template <class F>
std::vector<std::size_t> largest(std::size_t count, F&& value) {
  const auto rank = [&](std::size_t k) {
    const double x = value(k);
    return std::isnan(x) ? -std::numeric_limits<double>::infinity() : -x;
  };
  std::vector<std::size_t> places(count);
  std::iota(places.begin(), places.end(), std::size_t{0});
  const std::size_t shown = std::min(kShown, count);
  std::ranges::partial_sort(places, places.begin() + static_cast<std::ptrdiff_t>(shown), {}, rank);
  places.resize(shown);
  return places;
}

template <class Vector>
DiagnosisJson numbers(const Vector& x) {
  return std::vector<double>(x.data(), x.data() + x.size());
}

template <int D>
DiagnosisJson body_json(const Bodies<D>& bodies, std::size_t i) {
  return {{"id", bodies.id[i].value},
          {"position", numbers(bodies.position[i])},
          {"velocity", numbers(bodies.velocity[i])},
          {"spin", numbers(bodies.spin[i])},
          {"radius", bodies.radius[i]},
          {"mass", bodies.mass[i]}};
}

}  // namespace

template <int D>
void write_diagnosis(const std::filesystem::path& folder, const Simulation<D>& simulation,
                     const std::string& message) {
  const State<D>& state = simulation.state();
  const StepOutcome<D>& last = simulation.last();
  DiagnosisJson json;
  json["message"] = message;
  json["step"] = state.step;
  json["time"] = state.time;
  json["step_length"] = simulation.step_length();
  json["scheme"] =
      std::visit([](const auto& s) { return std::string(s.tag); }, simulation.scene().scheme);
  json["bodies"] = state.bodies.size();
  json["contacts"] = last.contacts.size();
  json["iterations"] = last.solve.iterations;
  json["residual_relative"] = last.solve.residual_relative;
  json["fastest"] = DiagnosisJson::array();
  for (const std::size_t i : largest(state.bodies.size(), [&](std::size_t k) {
         return state.bodies.velocity[k].stableNorm();
       })) {
    json["fastest"].push_back(body_json(state.bodies, i));
  }
  json["deepest"] = DiagnosisJson::array();
  for (const std::size_t c :
       largest(last.contacts.size(), [&](std::size_t k) { return -last.contacts[k].gap; })) {
    json["deepest"].push_back(
        {{"between", describe_sides(simulation.world(), state.bodies, last.contacts[c].place)},
         {"gap", last.contacts[c].gap},
         {"normal", numbers(last.contacts[c].n)},
         {"impulse", numbers(last.impulses[c])}});
  }
  constexpr auto on_bad_text = DiagnosisJson::error_handler_t::replace;
  write_atomically(folder / "diagnosis.json", json.dump(2, ' ', false, on_bad_text) + "\n");
}

template void write_diagnosis(const std::filesystem::path&, const Simulation<2>&,
                              const std::string&);
template void write_diagnosis(const std::filesystem::path&, const Simulation<3>&,
                              const std::string&);

}  // namespace galet
