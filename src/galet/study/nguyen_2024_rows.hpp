// What is printed in the tables 4.7 and 4.9 to 4.13 of [Nguyen2024]
// (scenes/nguyen-2024/printed/), and what we make of single figures.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace galet {

// The initial conditions of the listing (app. A): "appendix-<name>.toml".
inline constexpr std::array<std::string_view, 15> kListing{
    "one-xy", "one-a",   "one-b", "bounce", "two-a", "two-b", "three", "four",
    "newton", "81-free", "81",    "25",     "100",   "529",   "1225"};

inline constexpr double kBlank = std::numeric_limits<double>::quiet_NaN();

// The file of a table: "4.9".
std::filesystem::path printed_file(const std::filesystem::path& scenes, const std::string& table);

// digits       agrees with print as far as its method allows
// scaled       the same numbers as another row, whose print agrees
// unexplained  not found again, and no reason known
// misprint     the formula says otherwise
enum class Judge { digits, scaled, unexplained, misprint };

struct Row {
  double step;
  double R;
  std::string method;
  double loss;     // |ΔE|/E
  double overlap;  // over 2 max r
  Judge judge_loss = Judge::digits;
  Judge judge_overlap = Judge::digits;
};

// Tables 4.9, 4.10, 4.12 and 4.13: the rows of the methods with soft contacts, and those of NSCD,
// which have no R.
std::vector<Row> soft_rows(const std::filesystem::path& scenes, const std::string& table);
std::vector<Row> nscd_rows(const std::filesystem::path& scenes, const std::string& table);

// Table 4.7: two equal discs, explicit DEM.
struct TwoDiscsRow {
  double step;
  double R;
  double velocity;  // of disc 1 at the end; −1 times that of disc 2
  double gain;      // |ΔE|/E
  double overlap;   // over 2 max r
};

std::vector<TwoDiscsRow> two_discs_rows(const std::filesystem::path& scenes);

// Table 4.11: the cradle.
struct CradleRow {
  double step;
  double R;
  std::string method;
  std::array<double, 4> velocity;
  double loss;
  double overlap;
};

std::vector<CradleRow> cradle_rows(const std::filesystem::path& scenes);
std::vector<CradleRow> nscd_cradle_rows(const std::filesystem::path& scenes);

struct CradleMisprint {
  double step;
  double R;
  std::string_view method;
  std::size_t disc;  // from 0; 4: the overlap
  const char* note;
  double print_slack = 3.5e-3;  // of the velocities of the others together: cut off, or rounded
};

inline constexpr std::array<CradleMisprint, 5> kCradleMisprints{
    {{1e-3, 1e-3, "SNC", 2, "0.245 in the row with the same ω h; a digit is wrong"},
     {1e-4, 1e-3, "SNC", 3, "a digit is missing; momentum asks for 0.958"},
     {1e-4, 1e-5, "DEM", 1, "a digit is missing: −0.0725; momentum asks for −0.072", 1.5e-3},
     {1e-4, 1e-6, "INC4", 1, "the exponent is wrong; the rows above have −0.0008911"},
     {1e-4, 1e-6, "INC4", 4, "the exponent is wrong"}}};

}  // namespace galet
