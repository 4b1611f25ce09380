// What is printed in the tables 4.7 and 4.9 to 4.13 of [Nguyen2024] for the methods with soft
// contacts. Printed figures are cut off after the last digit, those of DEM rounded.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <string_view>

namespace galet {

// The initial conditions of the listing (app. A): "appendix-<name>.toml".
inline constexpr std::array<std::string_view, 15> kListing{
    "one-xy", "one-a",   "one-b", "bounce", "two-a", "two-b", "three", "four",
    "newton", "81-free", "81",    "25",     "100",   "529",   "1225"};

inline constexpr double kBlank = std::numeric_limits<double>::quiet_NaN();
// digits       agrees with print as far as its method allows
// round_off    depends on whether a disc that arrives at the end of a step touches, up to round-off
// scaled       the same numbers as another row, whose print agrees
// unexplained  not found again, and no reason known
// misprint     the formula says otherwise
enum class Judge { digits, round_off, scaled, unexplained, misprint };

struct Row {
  double step;
  double R;
  const char* method;
  double loss;     // |ΔE|/E
  double overlap;  // over 2 max r
  Judge judge_loss = Judge::digits;
  Judge judge_overlap = Judge::digits;
};

// ---- Table 4.7: two equal discs, explicit DEM

struct TwoDiscsRow {
  double step;
  double R;
  double velocity;  // of disc 1 at the end; −1 times that of disc 2
  double gain;      // |ΔE|/E
  double overlap;   // over 2 max r
};

inline constexpr std::array<TwoDiscsRow, 9> kTable47{{
    {0.001, 0.001, 1.0619, 0.12767, 0.22756},
    {0.001, 0.0001, kBlank, kBlank, kBlank},
    {0.001, 1e-05, kBlank, kBlank, kBlank},
    {0.0001, 0.001, 1.006, 0.012068, 0.2239},
    {0.0001, 0.0001, 1.0192, 0.038667, 0.071105},
    {0.0001, 1e-05, 1.0619, 0.12767, 0.022756},
    {1e-05, 0.001, 1.0006, 0.0011999, 0.22365},
    {1e-05, 0.0001, 1.0019, 0.0037998, 0.070749},
    {1e-05, 1e-05, 1.006, 0.012069, 0.022399},
}};

// ---- Table 4.9: one disc into a corner

inline constexpr std::array<Row, 60> kTable49{{
    {0.001, 0.001, "DEM", kBlank, kBlank},
    {0.001, 0.001, "SNC", kBlank, kBlank},
    {0.001, 0.001, "INC2", 0.00182, 0.02828},
    {0.001, 0.001, "INC3", 1.407e-06, 0.1259},
    {0.001, 0.0001, "DEM", kBlank, kBlank},
    {0.001, 0.0001, "SNC", kBlank, kBlank},
    {0.001, 0.0001, "INC2", 0.01499, 0.008943, Judge::round_off, Judge::digits},
    {0.001, 0.0001, "INC3", 5.968e-07, 0.05848},
    {0.001, 1e-05, "DEM", kBlank, kBlank},
    {0.001, 1e-05, "SNC", kBlank, kBlank},
    {0.001, 1e-05, "INC2", kBlank, kBlank},
    {0.001, 1e-05, "INC3", 6.43e-05, 0.2714, Judge::digits, Judge::misprint},
    {0.001, 1e-06, "DEM", kBlank, kBlank},
    {0.001, 1e-06, "SNC", kBlank, kBlank},
    {0.001, 1e-06, "INC2", kBlank, kBlank},
    {0.001, 1e-06, "INC3", 0.001715, 0.0126},
    {0.001, 1e-07, "DEM", kBlank, kBlank},
    {0.001, 1e-07, "SNC", kBlank, kBlank},
    {0.001, 1e-07, "INC2", kBlank, kBlank},
    {0.001, 1e-07, "INC3", 0.00926, 0.005834},
    {0.0001, 0.001, "DEM", 0.02021, 0.02821, Judge::digits, Judge::misprint},
    {0.0001, 0.001, "SNC", 0.01977, 0.02852, Judge::digits, Judge::misprint},
    {0.0001, 0.001, "INC2", 2.73e-05, 0.02828},
    {0.0001, 0.001, "INC3", 1.399e-09, 0.1259},
    {0.0001, 0.0001, "DEM", 0.09613, 0.009346},
    {0.0001, 0.0001, "SNC", 0.06097, 0.008866},
    {0.0001, 0.0001, "INC2", 0.0003347, 0.008944},
    {0.0001, 0.0001, "INC3", 1.175e-10, 0.05848},
    {0.0001, 1e-05, "DEM", kBlank, kBlank},
    {0.0001, 1e-05, "SNC", kBlank, kBlank},
    {0.0001, 1e-05, "INC2", 0.005274, 0.002828, Judge::round_off, Judge::digits},
    {0.0001, 1e-05, "INC3", 1.136e-07, 0.02714},
    {0.0001, 1e-06, "DEM", kBlank, kBlank},
    {0.0001, 1e-06, "SNC", kBlank, kBlank},
    {0.0001, 1e-06, "INC2", 0.004657, 0.0008943, Judge::round_off, Judge::digits},
    {0.0001, 1e-06, "INC3", 1.409e-06, 0.01259},
    {0.0001, 1e-07, "DEM", kBlank, kBlank},
    {0.0001, 1e-07, "SNC", kBlank, kBlank},
    {0.0001, 1e-07, "INC2", kBlank, kBlank},
    {0.0001, 1e-07, "INC3", 6.261e-07, 0.005848},
    {1e-05, 0.001, "DEM", 0.002001, 0.02831},
    {1e-05, 0.001, "SNC", 0.001997, 0.02828},
    {1e-05, 0.001, "INC2", 6.773e-07, 0.02828},
    {1e-05, 0.001, "INC3", 2.41e-12, 0.1259},
    {1e-05, 0.0001, "DEM", 0.006343, 0.008968},
    {1e-05, 0.0001, "SNC", 0.006301, 0.008937},
    {1e-05, 0.0001, "INC2", 5.435e-06, 0.008944},
    {1e-05, 0.0001, "INC3", 7.153e-13, 0.05848},
    {1e-05, 1e-05, "DEM", 0.02935, 0.002868},
    {1e-05, 1e-05, "SNC", 0.01978, 0.002821},
    {1e-05, 1e-05, "INC2", 4.037e-05, 0.002828},
    {1e-05, 1e-05, "INC3", 3.422e-11, 0.02714},
    {1e-05, 1e-06, "DEM", 0.09613, 0.0009346},
    {1e-05, 1e-06, "SNC", 0.06103, 0.0008866},
    {1e-05, 1e-06, "INC2", 0.0002293, 0.0008944},
    {1e-05, 1e-06, "INC3", 1.409e-09, 0.01259},
    {1e-05, 1e-07, "DEM", kBlank, kBlank},
    {1e-05, 1e-07, "SNC", kBlank, kBlank},
    {1e-05, 1e-07, "INC2", 0.001967, 0.0002828, Judge::round_off},
    {1e-05, 1e-07, "INC3", 3.438e-10, 0.005848},
}};

// ---- Table 4.10: floor and ceiling

inline constexpr std::array<Row, 15> kTable410{{
    {0.0001, 0.0001, "DEM", 0.0319, 0.0253},
    {0.0001, 0.0001, "SNC", 0.0309, 0.0249},
    {0.0001, 0.0001, "INC2", 2.96e-05, 0.025},
    {0.0001, 0.0001, "INC3", 4.16e-09, 0.116},
    {0.0001, 0.0001, "INC4", 1.81e-12, 0.249},
    {0.0001, 1e-05, "DEM", 0.105, 0.00821},
    {0.0001, 1e-05, "SNC", 0.0944, 0.00781},
    {0.0001, 1e-05, "INC2", 0.000867, 0.0079},
    {0.0001, 1e-05, "INC3", 1.79e-08, 0.0538},
    {0.0001, 1e-05, "INC4", 1.07e-11, 0.14},
    {0.0001, 1e-06, "DEM", kBlank, kBlank},
    {0.0001, 1e-06, "SNC", kBlank, kBlank},
    {0.0001, 1e-06, "INC2", 0.00568, 0.00249, Judge::round_off},
    {0.0001, 1e-06, "INC3", 9.11e-07, 0.0249},
    {0.0001, 1e-06, "INC4", 1.09e-11, 0.079},
}};

// ---- Table 4.12: four discs to the centre

inline constexpr std::array<Row, 60> kTable412{{
    {0.001, 0.001, "DEM", 0.07317, 0.05689},
    {0.001, 0.001, "SNC", 0.0675, 0.0549},
    {0.001, 0.0001, "DEM", kBlank, kBlank},
    {0.001, 0.0001, "SNC", kBlank, kBlank},
    {0.001, 1e-05, "DEM", kBlank, kBlank},
    {0.001, 1e-05, "SNC", kBlank, kBlank},
    {0.001, 1e-06, "DEM", kBlank, kBlank},
    {0.001, 1e-06, "SNC", kBlank, kBlank},
    {0.001, 1e-07, "DEM", kBlank, kBlank},
    {0.001, 1e-07, "SNC", kBlank, kBlank},
    {0.0001, 0.001, "DEM", 0.007055, 0.056},
    {0.0001, 0.001, "SNC", 0.00699, 0.0558},
    {0.0001, 0.0001, "DEM", 0.02249, 0.01778},
    {0.0001, 0.0001, "SNC", 0.0176, 0.0219, Judge::misprint, Judge::misprint},
    {0.0001, 1e-05, "DEM", kBlank, kBlank},
    {0.0001, 1e-05, "SNC", kBlank, kBlank},
    {0.0001, 1e-06, "DEM", kBlank, kBlank},
    {0.0001, 1e-06, "SNC", kBlank, kBlank},
    {0.0001, 1e-07, "DEM", kBlank, kBlank},
    {0.0001, 1e-07, "SNC", kBlank, kBlank},
    {1e-05, 0.001, "DEM", 0.0007028, 0.05591},
    {1e-05, 0.001, "SNC", 0.000702, 0.0559},
    {1e-05, 0.0001, "DEM", 0.002224, 0.01769},
    {1e-05, 0.0001, "SNC", 0.000222, 0.0177, Judge::misprint, Judge::digits},
    {1e-05, 1e-05, "DEM", 0.007055, 0.0056},
    {1e-05, 1e-05, "SNC", 0.00558, 0.00671, Judge::misprint, Judge::misprint},
    {1e-05, 1e-06, "DEM", 0.02249, 0.001778},
    {1e-05, 1e-06, "SNC", 0.0219, 0.00176},
    {1e-05, 1e-07, "DEM", 0.07317, 0.0005689},
    {1e-05, 1e-07, "SNC", 0.0675, 0.000549},
    {0.001, 0.001, "INC2", 0.000135, 0.0559},
    {0.001, 0.001, "INC3", 1.21e-06, 0.157},
    {0.001, 0.0001, "INC2", 0.00126, 0.0177},
    {0.001, 0.0001, "INC3", 1.31e-10, 0.0731},
    {0.001, 1e-05, "INC2", 0.00381, 0.00549},
    {0.001, 1e-05, "INC3", 3.2e-07, 0.0339},
    {0.001, 1e-06, "INC2", kBlank, kBlank},
    {0.001, 1e-06, "INC3", 0.00158, 0.0157},
    {0.001, 1e-07, "INC2", kBlank, kBlank},
    {0.001, 1e-07, "INC3", 0.00162, 0.00729},
    {0.0001, 0.001, "INC2", 4.66e-06, 0.0559},
    {0.0001, 0.001, "INC3", 1.05e-09, 0.157},
    {0.0001, 0.0001, "INC2", 4.38e-06, 0.0177},
    {0.0001, 0.0001, "INC3", 7.47e-13, 0.0731},
    {0.0001, 1e-05, "INC2", 0.000135, 0.00559},
    {0.0001, 1e-05, "INC3", 9.26e-08, 0.0339},
    {0.0001, 1e-06, "INC2", 0.00126, 0.00177},
    {0.0001, 1e-06, "INC3", 1.21e-06, 0.0157},
    {0.0001, 1e-07, "INC2", 0.00382, 0.000549},
    {0.0001, 1e-07, "INC3", 1.14e-09, 0.00731, Judge::scaled},
    {1e-05, 0.001, "INC2", 5.32e-07, 0.0559, Judge::unexplained},
    {1e-05, 0.001, "INC3", 3.2e-13, 0.157},
    {1e-05, 0.0001, "INC2", 3.91e-07, 0.0177},
    {1e-05, 0.0001, "INC3", 3.11e-14, 0.0731},
    {1e-05, 1e-05, "INC2", 4.67e-06, 0.00559},
    {1e-05, 1e-05, "INC3", 4.55e-13, 0.0339},
    {1e-05, 1e-06, "INC2", 4.44e-06, 0.00177},
    {1e-05, 1e-06, "INC3", 1.05e-09, 0.0157},
    {1e-05, 1e-07, "INC2", 0.000136, 0.000549, Judge::digits, Judge::misprint},
    {1e-05, 1e-07, "INC3", 9.93e-12, 0.00731},
}};

// ---- Table 4.11: the cradle

struct CradleRow {
  double step;
  double R;
  const char* method;
  std::array<double, 4> velocity;
  double loss;
  double overlap;
};

inline constexpr std::array<CradleRow, 40> kTable411{{
    {0.001, 0.001, "DEM", {-0.14, -0.07238, 0.229, 0.984}, 0.04524, 0.08138},
    {0.001, 0.001, "SNC", {-0.125, -0.05787, 0.215, 0.938}, 0.04161, 0.0796},
    {0.001, 0.001, "INC2", {-0.132, -0.06499, 0.237, 0.96}, 0.0001514, 0.08048},
    {0.001, 0.001, "INC3", {-0.03789, -0.01009, 0.05001, 0.997}, 2.809e-09, 0.25},
    {0.001, 0.001, "INC4", {-0.01039, -0.0008913, 0.01181, 0.999}, 0.0007972, 0.445},
    {0.001, 0.0001, "DEM", {kBlank, kBlank, kBlank, kBlank}, kBlank, kBlank},
    {0.001, 0.0001, "SNC", {kBlank, kBlank, kBlank, kBlank}, kBlank, kBlank},
    {0.001, 0.0001, "INC2", {-0.132, -0.06482, 0.238, 0.959}, 0.001592, 0.02545},
    {0.001, 0.0001, "INC3", {-0.03792, -0.0101, 0.05005, 0.997}, 2.322e-06, 0.116},
    {0.001, 0.0001, "INC4", {-0.0104, -0.0008918, 0.01141, 0.999}, 1.696e-09, 0.25},
    {0.001, 1e-05, "DEM", {kBlank, kBlank, kBlank, kBlank}, kBlank, kBlank},
    {0.001, 1e-05, "SNC", {kBlank, kBlank, kBlank, kBlank}, kBlank, kBlank},
    {0.001, 1e-05, "INC2", {-0.133, -0.06201, 0.247, 0.948}, 0.01796, 0.008053},
    {0.001, 1e-05, "INC3", {-0.03807, -0.01015, 0.05025, 0.997}, 1.256e-07, 0.05389},
    {0.001, 1e-05, "INC4", {-0.01041, -0.0008935, 0.01142, 0.999}, 1.012e-08, 0.141},
    {0.001, 1e-06, "DEM", {kBlank, kBlank, kBlank, kBlank}, kBlank, kBlank},
    {0.001, 1e-06, "SNC", {kBlank, kBlank, kBlank, kBlank}, kBlank, kBlank},
    {0.001, 1e-06, "INC2", {kBlank, kBlank, kBlank, kBlank}, kBlank, kBlank},
    {0.001, 1e-06, "INC3", {-0.0387, -0.01037, 0.05127, 0.997}, 0.0001553, 0.02502},
    {0.001, 1e-06, "INC4", {-0.01046, -0.0008987, 0.01147, 0.999}, 3.918e-09, 0.07904},
    {0.0001, 0.001, "DEM", {-0.133, -0.0657, 0.236, 0.963}, 0.004358, 0.08057},
    {0.0001, 0.001, "SNC", {-0.132, -0.06425, 0.238, 0.95}, 0.004322, 0.08039},
    {0.0001, 0.001, "INC2", {-0.132, -0.06497, 0.236, 0.96}, 1.475e-06, 0.08048},
    {0.0001, 0.001, "INC3", {-0.03788, -0.01009, 0.05, 0.997}, 1.996e-10, 0.25},
    {0.0001, 0.001, "INC4", {-0.01039, -0.0008911, 0.0114, 0.999}, -1.358e-12, 0.445},
    {0.0001, 0.0001, "DEM", {-0.135, -0.06731, 0.234, 0.968}, 0.01391, 0.02554},
    {0.0001, 0.0001, "SNC", {-0.13, -0.06269, 0.239, 0.953}, 0.01354, 0.02536},
    {0.0001, 0.0001, "INC2", {-0.132, -0.06499, 0.236, 0.96}, 5.272e-06, 0.02545},
    {0.0001, 0.0001, "INC3", {-0.03788, -0.01009, 0.05, 0.997}, 3.904e-09, 0.116},
    {0.0001, 0.0001, "INC4", {-0.01039, -0.0008911, 0.0114, 0.999}, -1.644e-12, 0.25},
    {0.0001, 1e-05, "DEM", {-0.14, -0.075, 0.228, 0.984}, 0.04525, 0.008135},
    {0.0001, 1e-05, "SNC", {-0.125, -0.05787, 0.245, 0.938}, 0.04161, 0.00796},
    {0.0001, 1e-05, "INC2", {-0.131, -0.06513, 0.236, 0.96}, 0.0001496, 0.008045},
    {0.0001, 1e-05, "INC3", {-0.03789, -0.01009, 0.05, 0.997}, 2.186e-08, 0.0539},
    {0.0001, 1e-05, "INC4", {-0.01039, -0.0008911, 0.0114, 0.999}, 4.973e-13, 0.141},
    {0.0001, 1e-06, "DEM", {kBlank, kBlank, kBlank, kBlank}, kBlank, kBlank},
    {0.0001, 1e-06, "SNC", {kBlank, kBlank, kBlank, kBlank}, kBlank, kBlank},
    {0.0001, 1e-06, "INC2", {-0.127, -0.06417, 0.23, 0.961}, 0.001624, 0.002537},
    {0.0001, 1e-06, "INC3", {-0.03789, -0.01009, 0.05001, 0.997}, 2.879e-09, 0.02502},
    {0.0001, 1e-06, "INC4", {-0.01039, -0.08911, 0.0114, 0.999}, 6.188e-12, 0.007906},
}};

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

// ---- Table 4.13: 81 discs on a grid

// The sampling time is not printed, and contacts may be loaded then; so the sum of kinetic and
// stored energy is compared.
inline constexpr std::array<Row, 11> kTable413{{
    {1e-4, 1e-3, "DEM", 0.201, 0.153},
    {1e-4, 1e-3, "SNC", 0.171, 0.139, Judge::misprint},
    {1e-4, 1e-3, "INC2", 0.000248, 0.14},
    {1e-4, 1e-3, "INC3", 1.13e-08, 0.403},
    {1e-4, 1e-3, "INC4", 1.84e-13, 0.669},
    {1e-4, 1e-4, "INC2", 0.00299, 0.0442},
    {1e-4, 1e-4, "INC3", 2.61e-07, 0.183},
    {1e-4, 1e-4, "INC4", 9.92e-12, 0.373},
    {1e-4, 1e-5, "INC2", 0.034, 0.014},
    {1e-4, 1e-5, "INC3", 3.34e-06, 0.0848},
    {1e-4, 1e-5, "INC4", 4.17e-10, 0.209},
}};

}  // namespace galet
