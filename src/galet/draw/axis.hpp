// An axis of a plot: which numbers it spans, where its ticks are and what they are called.
#pragma once

#include <limits>
#include <span>
#include <string>
#include <vector>

namespace galet {

// Numbers between low and high that are short to write, about `count` of them.
std::vector<double> round_ticks(double low, double high, double count = 6.0);

// The least and the greatest of numbers; those that are not finite do not count.
struct Extent {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  bool empty() const { return !(low <= high); }
  double size() const { return high - low; }
  void take(double x);
};

struct AxisSettings {
  std::string name = {};  // "kinetic energy"
  std::string unit = {};  // "J"; "" for numbers without
  bool logarithmic = false;
};

struct Tick {
  double value = 0.0;
  std::string label;
};

class Axis {
 public:
  // For numbers of this extent (of positive numbers where it is logarithmic); `room` is the share
  // of it that stays free beyond them. A linear axis starts at 0 when the numbers are not far from
  // it.
  Axis(AxisSettings settings, Extent extent, double room, double ticks);

  // 0 at the lower end, 1 at the upper one; not finite where x has no place on the axis.
  double place(double x) const;
  const std::vector<Tick>& ticks() const { return ticks_; }
  // With the unit that the labels of the ticks have: "energy (mJ)".
  const std::string& title() const { return title_; }

 private:
  void span_linear(Extent extent, double room, double count);
  void span_decades(Extent extent);

  AxisSettings settings_;
  double low_ = 0.0;  // of the logarithm where it is logarithmic
  double high_ = 1.0;
  std::vector<Tick> ticks_;
  std::string title_;
};

}  // namespace galet
