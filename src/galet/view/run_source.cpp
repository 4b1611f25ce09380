#include "galet/view/run_source.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "galet/draw/run_figures.hpp"
#include "galet/io/damaged_file.hpp"
#include "galet/io/manifest.hpp"
#include "galet/view/slices.hpp"

namespace galet {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::size_t most_series_rows = 20'000;

// A run that has begun and not closed its first segment yet.
bool waits_for_frames(const fs::path& folder) {
  return has_manifest(folder) && !fs::exists(folder / "trajectory" / "000000.h5");
}

std::string name_of_folder(const fs::path& folder) {
  const fs::path path = fs::absolute(folder).lexically_normal();
  return (path.has_filename() ? path : path.parent_path()).filename().string();
}

// Of a curve, beside the columns of series.csv, whose names have no slash.
std::string array_of(const RunFigure& figure, const Curve& curve) {
  return fmt::format("{}/{}", figure.name, curve.name);
}

// A standard figure, as `galet plot` draws it.
Json figure_facts(const RunFigure& figure) {
  const AxisSettings& y = figure.chart.y;
  Json curves = Json::array();
  for (const Curve& curve : figure.chart.curves) {
    curves.push_back({{"name", curve.name}, {"array", array_of(figure, curve)}});
  }
  return {{"name", figure.name},
          {"label", y.name},
          {"unit", y.unit},
          {"logarithmic", y.logarithmic},
          {"curves", curves}};
}

template <int D>
Json json_of(const Vec<D>& x) {
  Json out = Json::array();
  for (int k = 0; k < D; ++k) out.push_back(x[k]);
  return out;
}

}  // namespace

// trajectory.h5 is replaced after every segment, the manifest with every checkpoint.
RunSource::Stamp RunSource::stamp() const {
  Stamp times;
  for (const char* name : {"trajectory.h5", "manifest.json", "scene.toml"}) {
    std::error_code missing;
    times.push_back(fs::last_write_time(folder_ / name, missing));
  }
  return times;
}

template <int D>
void RunSource::look(std::int64_t number) {
  StoredFrame stored = replay_->trajectory().read(number);
  ReplayedFrame<D> replayed(replay_->world<D>(), stored);
  last_ = SeenFrame<D>{std::move(stored), std::move(replayed)};
}

void RunSource::look(std::int64_t number) {
  if (replay_->dimension() == 2) {
    look<2>(number);
  } else {
    look<3>(number);
  }
}

template <class F>
auto RunSource::with_frame(std::int64_t number, F&& f) {
  const auto is_last = [&](const auto& seen) {
    if constexpr (requires { seen.stored; }) return seen.stored.number == number;
    return false;
  };
  if (!std::visit(is_last, last_)) {
    try {
      look(number);
    } catch (const DamagedFile&) {
      // A run that was taken up again has replaced its last segments.
      if (stamp() == seen_) throw;
      open();
      if (number >= frames()) throw;
      look(number);
    }
  }
  if (auto* seen = std::get_if<SeenFrame<2>>(&last_))
    return f(seen->stored, seen->replayed.frame());
  auto& seen = std::get<SeenFrame<3>>(last_);
  return f(seen.stored, seen.replayed.frame());
}

void RunSource::open() {
  seen_ = stamp();
  last_ = std::monostate();
  replay_.reset();
  if (waits_for_frames(folder_)) return;
  replay_ = std::make_unique<Replay>(folder_);
  names_ = with_frame(0, [](const StoredFrame& stored, const auto&) { return stored.names; });
}

RunSource::RunSource(fs::path folder) : folder_(std::move(folder)) { open(); }

template <int D>
void RunSource::add_world(Json& index) const {
  const World<D>& world = replay_->world<D>();
  index["fields"] = color_fields<D>(world, names_);
  index["gravity"] = json_of<D>(world.gravity_at(0.0));
  index["boundaries"] = names_.boundaries;
  index["cell"] = {{"low", json_of<D>(world.cell.low)}, {"period", json_of<D>(world.cell.period)}};
}

Json RunSource::index() {
  if (stamp() != seen_) open();
  const auto manifest = find_manifest(folder_);
  Json index{{"name", name_of_folder(folder_)},
             {"finished", manifest && manifest->finished},
             {"frames", frames()}};
  if (!replay_) return index;
  index["title"] = replay_->trajectory().title();
  index["dimension"] = replay_->dimension();
  index["times"] = replay_->trajectory().times();
  if (replay_->dimension() == 2) {
    add_world<2>(index);
  } else {
    add_world<3>(index);
  }
  return index;
}

std::string RunSource::frame(std::int64_t number, const std::vector<std::string_view>& slices) {
  return with_frame(number, [&]<int D>(const StoredFrame& stored, const Frame<D>& frame) {
    Packet packet({{"number", number}, {"time", stored.time}, {"bodies", stored.bodies()}});
    for (const std::string_view name : slices) add_slice(packet, name, stored, frame);
    return packet.bytes();
  });
}

Json RunSource::scales(std::int64_t number) {
  return with_frame(
      number, []<int D>(const StoredFrame&, const Frame<D>& frame) { return frame_scales(frame); });
}

Json RunSource::grain(std::int64_t number, std::int64_t id) {
  return with_frame(number, [&]<int D>(const StoredFrame& stored, const Frame<D>& frame) {
    return grain_facts(stored, frame, id);
  });
}

std::string RunSource::series() const {
  const std::vector<RunSeries> run{{name_of_folder(folder_), read_series(folder_)}};
  const StoredSeries& table = run.front().table;
  const std::size_t stride =
      std::max<std::size_t>((table.rows() + most_series_rows - 1) / most_series_rows, 1);
  const auto thinned = [stride](const std::vector<double>& all) {
    std::vector<double> values;
    for (std::size_t k = 0; k < all.size(); k += stride) values.push_back(all[k]);
    return values;
  };
  const std::vector<RunFigure> standard = standard_figures(run);
  Json units = Json::object();
  for (const SeriesColumn& column : table.columns) units[column.name] = column.unit;
  Json figures = Json::array();
  for (const RunFigure& figure : standard) figures.push_back(figure_facts(figure));
  Packet packet(
      {{"rows", table.rows()}, {"every", stride}, {"units", units}, {"figures", figures}});
  for (const SeriesColumn& column : table.columns) {
    packet.add(column.name, std::span<const double>(thinned(column.values)));
  }
  for (const RunFigure& figure : standard) {
    for (const Curve& curve : figure.chart.curves) {
      packet.add(array_of(figure, curve), std::span<const double>(thinned(curve.y)));
    }
  }
  return packet.bytes();
}

}  // namespace galet
