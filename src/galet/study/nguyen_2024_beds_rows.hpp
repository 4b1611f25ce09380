// What is printed in the tables 4.21 to 4.24 of [Nguyen2024]: the fall of 529 and of 1225 discs,
// 75 000 steps.
#pragma once

#include <array>

#include "galet/study/nguyen_2024_rows.hpp"

namespace galet {

struct PrintedRun {
  const char* solver;
  double cpu;               // s
  double overlap;           // over 2 max r
  double contacts;          // of all steps
  double iterations;        // of all steps
  double iterations_max;    // of a step
  double kinetic = kBlank;  // J, at the end
  bool apart = false;       // counts out of line with the other rows, which see the same discs
};

// Cells of a bed; `solver` is the linear solver.

inline constexpr std::array<PrintedRun, 9> k529Alpha2{{
    {"Dgesv", 105676, 0.0327, 3131332, 154593, 3},
    {"Superlu", 4891, 0.0279, 3041011, 154426, 3},
    {"Gmres", 4566, 0.0327, 3150433, 154378, 3},
    {"Sparse+Superlu", 1066, 0.0282, 3073025, 154561, 3},
    {"Sparse+Gmres", 1031, 0.0376, 3072327, 154884, 3},
    {"Pcg", 3754, 0.0297, 3021952, 154958, 3},
    {"Jpcg", 3978, 0.0356, 3041722, 154446, 3},
    {"Sparse+Pcg", 1458, 0.0312, 3070717, 154760, 3},
    {"Sparse+Jpcg", 881, 0.0311, 3129424, 154317, 3},
}};

inline constexpr std::array<PrintedRun, 9> k529Alpha3{{
    {"Dgesv", 137764, 0.147, 11976601, 171650, 3},
    {"Superlu", 5098, 0.144, 11965401, 171731, 3},
    {"Gmres", 5154, 0.152, 12075593, 173718, 3},
    {"Sparse+Superlu", 1300, 0.148, 12079145, 172546, 3},
    {"Sparse+Gmres", 1264, 0.143, 11999571, 171511, 3},
    {"Pcg", 4153, 0.147, 11980447, 171342, 3},
    {"Jpcg", 4171, 0.145, 12031884, 172717, 3},
    {"Sparse+Pcg", 1667, 0.145, 12021243, 173692, 3},
    {"Sparse+Jpcg", 876, 0.147, 11911307, 172228, 3},
}};

inline constexpr std::array<PrintedRun, 5> k529Alpha2Mu025{{
    {"Dgesv", 107062, 0.0136, 54992692, 150002, 3},
    {"Superlu", 4654, 0.0161, 54879707, 150000, 2},
    {"Gmres", 4475, 0.0127, 56293411, 150000, 2},
    {"Sparse+Superlu", 1147, 0.0147, 54004181, 150000, 2},
    {"Sparse+Gmres", 1008, 0.0146, 53790852, 150002, 3},
}};

inline constexpr std::array<PrintedRun, 4> k529Alpha2Mu05{{
    {"Superlu", 5160, 0.0127, 46945641, 150156, 4},
    {"Gmres", 4469, 0.0125, 52071251, 150088, 4},
    {"Sparse+Superlu", 1192, 0.0146, 45232578, 150301, 4},
    {"Sparse+Gmres", 1032, 0.012, 45297339, 150085, 4},
}};

inline constexpr std::array<PrintedRun, 4> k529Alpha2Mu1{{
    {"Superlu", 5070, 0.0127, 45998717, 154861, 5},
    {"Gmres", 4585, 0.0153, 46747000, 155284, 5},
    {"Sparse+Superlu", 1193, 1.23e-2, 43673608, 155237, 5},
    {"Sparse+Gmres", 1030, 0.0119, 43307010, 155421, 5},
}};

inline constexpr std::array<PrintedRun, 5> k529Alpha3Mu025{{
    {"Dgesv", 146888, 0.0862, 69815300, 150000, 3, kBlank, true},
    {"Superlu", 4751, 0.1, 47873079, 150000, 2},
    {"Gmres", 4502, 0.0981, 48985794, 150000, 2},
    {"Sparse+Superlu", 1161, 0.0922, 48766559, 150002, 2},
    {"Sparse+Gmres", 1003, 0.0974, 48495958, 150000, 2},
}};

inline constexpr std::array<PrintedRun, 5> k529Alpha3Mu05{{
    {"Dgesv", 147576, 0.0887, 66446916, 223796, 4, kBlank, true},
    {"Superlu", 4496, 0.13, 21414022, 151058, 4},
    {"Gmres", 4511, 0.15, 21172789, 151172, 4},
    {"Sparse+Superlu", 985, 0.11, 21728441, 151179, 4},
    {"Sparse+Gmres", 996, 0.13, 21913137, 151050, 4},
}};

inline constexpr std::array<PrintedRun, 4> k529Alpha3Mu1{{
    {"Superlu", 5838, 0.16, 16988046, 198779, 6},
    {"Gmres", 5820, 0.15, 16934803, 198395, 5},
    {"Sparse+Superlu", 1270, 0.16, 16415800, 198128, 5},
    {"Sparse+Gmres", 1256, 0.17, 16835946, 198812, 6},
}};

inline constexpr std::array<PrintedRun, 9> k1225{{
    {"Dgesv", 2700000, 0.0503, kBlank, 291379, 4, 29581.3},
    {"Superlu", 67945, 0.0502, kBlank, 291232, 4, 30449.7},
    {"Gmres", 61962, 0.0563, kBlank, 291272, 4, 30024},
    {"Sparse+Superlu", 7141, 0.046, kBlank, 219972, 3, 31410.3, true},
    {"Sparse+Gmres", 7265, 0.0526, kBlank, 291257, 4, 30234},
    {"Pcg", 28941, 0.0499, kBlank, 293099, 4, 31004.6},
    {"Jpcg", 27943, 0.0472, kBlank, 291276, 4, 31370.5},
    {"Sparse+Pcg", 10435, 0.0481, kBlank, 291235, 4, 30814.2},
    {"Sparse+Jpcg", 6328, 0.0493, kBlank, 292193, 4, 31597.5},
}};

inline constexpr std::array<PrintedRun, 4> k1225Mu025{{
    {"Superlu", 84194, 0.027, kBlank, 366400, 9, 0.72},
    {"Gmres", 86110, 0.027, kBlank, 366400, 9, 0.72},
    {"Sparse+Superlu", 12570, 0.0257, kBlank, 367947, 9, 1.81},
    {"Sparse+Gmres", 10595, 0.0254, kBlank, 367623, 8, 0.61},
}};

inline constexpr std::array<PrintedRun, 4> k1225Mu05{{
    {"Superlu", 96423, 0.0245, kBlank, 419192, 11, 2.28},
    {"Gmres", 90724, 0.0248, kBlank, 417389, 12, 3.13},
    {"Sparse+Superlu", 14102, 0.0239, kBlank, 418593, 12, 0.6},
    {"Sparse+Gmres", 12699, 0.0235, kBlank, 421344, 11, 1.03},
}};

inline constexpr std::array<PrintedRun, 4> k1225Mu1{{
    {"Superlu", 100686, 0.0238, kBlank, 499773, 15, 4.08},
    {"Gmres", 101037, 0.0233, kBlank, 496547, 14, 23.75},
    {"Sparse+Superlu", 15599, 0.0236, kBlank, 503009, 15, 3.54},
    {"Sparse+Gmres", 14776, 0.0237, kBlank, 501563, 15, 3.84},
}};

// Rows of NSCD.
struct PrintedNscd {
  int discs;
  double mu;
  PrintedRun run;
};

inline constexpr std::array<PrintedNscd, 8> kNscdBeds{{
    {529, 0.0, {"NSCD", 50, 0.00668, 202863, 1720586, 90, kBlank}},
    {529, 0.25, {"NSCD", 1032, 0.00313, 27629423, 35268922, 2407, kBlank}},
    {529, 0.5, {"NSCD", 1033, 0.00302, 23362775, 44729043, 3402, kBlank}},
    {529, 1.0, {"NSCD", 1175, 0.00355, 17754274, 47322241, 105688, kBlank}},
    {1225, 0.0, {"NSCD", 187, 0.0114, kBlank, 2221418, 106, 25311.8}},
    {1225, 0.25, {"NSCD", 5556, 0.00385, kBlank, 92448520, 11708, 0.33}},
    {1225, 0.5, {"NSCD", 6150, 0.00337, kBlank, 110217192, 10738, 1.23}},
    {1225, 1.0, {"NSCD", 5862, 0.00428, kBlank, 105161949, 20001, 1.77}},
}};

}  // namespace galet
