// Bodies from a CSV file, in the plane and in space.
#include <cmath>

#include "fuzz/targets.hpp"

#include "galet/build/csv_bodies.hpp"

namespace galet::fuzz {
namespace {

template <int D>
void read_bodies(const std::string& file) {
  accepts([&] {
    for (const BodySeed<D>& body : read_csv_bodies<D>("bodies[0].file", file)) {
      expect(body.position.allFinite() && body.radius > 0.0 && std::isfinite(body.radius),
             "bodies from a file are somewhere and have a size");
    }
  });
}

}  // namespace

void read_csv(Bytes input) {
  const std::string file = put("bodies.csv", input).string();
  read_bodies<2>(file);
  read_bodies<3>(file);
}

}  // namespace galet::fuzz
