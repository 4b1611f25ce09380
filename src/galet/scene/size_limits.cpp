#include "galet/scene/size_limits.hpp"

#include <limits>

#include <fmt/format.h>

#include "galet/base/memory_limit.hpp"
#include "galet/base/refuse.hpp"
#include "galet/collision/contact_set.hpp"
#include "galet/model/bodies.hpp"

namespace galet {
namespace {

// The least a run holds per body: the state, a copy of it during a step, and D contacts (a dense
// packing has about 2D per body, each shared by two) with two vectors for each.
template <int D>
constexpr double bytes_per_body = 2.0 * sizeof(Body<D>) + D*(sizeof(Contact<D>) +
                                                             2.0 * sizeof(Vec<D>));

}  // namespace

template <int D>
void check_body_count(const std::string& key, double count) {
  constexpr double most = std::numeric_limits<std::int32_t>::max();
  check_memory(key, fmt::format("{:.10g} bodies", count), count * bytes_per_body<D>);
  if (count > most) {
    refuse(key, fmt::format("{:.10g} bodies; at most {:.10g} can be numbered", count, most));
  }
}

void check_material_count(const std::string& key, double count) {
  check_memory(key, fmt::format("the pairs of {:.10g} materials", count),
               count * count * sizeof(PairLaw));
}

template void check_body_count<2>(const std::string&, double);
template void check_body_count<3>(const std::string&, double);

}  // namespace galet
