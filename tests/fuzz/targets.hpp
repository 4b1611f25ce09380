// What reads bytes that others may have made, each as a function of them. A target is at peace with
// refusals (InputError, SystemError) and with nothing else: any other exception, a sanitizer, a
// broken promise of a reader or a hang is a finding.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "galet/base/error.hpp"

namespace galet::fuzz {

using Bytes = std::span<const std::byte>;

void read_scene_file(Bytes input);
void read_sweep_file(Bytes input);
void read_study_file(Bytes input);
void read_expression(Bytes input);
void read_overrides(Bytes input);
void read_csv(Bytes input);
void read_tables(Bytes input);
void read_json(Bytes input);
void read_segment(Bytes input);
void read_checkpoint_file(Bytes input);
void restore_run(Bytes input);
void read_problem(Bytes input);
void answer_requests(Bytes input);

struct Target {
  std::string_view name;  // of its folder in corpus/
  void (*run)(Bytes);
};

inline constexpr std::array<Target, 13> targets{{
    {"scene", read_scene_file},
    {"sweep", read_sweep_file},
    {"study", read_study_file},
    {"expression", read_expression},
    {"override", read_overrides},
    {"csv", read_csv},
    {"table", read_tables},
    {"json", read_json},
    {"segment", read_segment},
    {"checkpoint", read_checkpoint_file},
    {"restore", restore_run},
    {"problem", read_problem},
    {"http", answer_requests},
}};

// Calls the reader; a refusal is an answer. Whether there was none.
template <class F>
bool accepts(F&& read) {
  try {
    read();
    return true;
  } catch (const InputError&) {
  } catch (const SystemError&) {
  }
  return false;
}

// The bytes as a file, in a folder of this process.
std::filesystem::path put(const std::string& name, Bytes bytes);

std::string text_of(Bytes bytes);

// Ends the program: a reader broke a promise.
void expect(bool holds, const char* promise);

}  // namespace galet::fuzz
