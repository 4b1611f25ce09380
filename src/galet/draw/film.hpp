// A film from pictures, made by the program ffmpeg where it is installed.
#pragma once

#include <filesystem>
#include <string>

namespace galet {

class Film {
 public:
  // Starts ffmpeg. Throws SystemError, which says what to do, when there is none.
  Film(std::filesystem::path path, double frames_per_second);
  // Stops it; without finish() no file is left.
  ~Film();
  Film(const Film&) = delete;
  Film& operator=(const Film&) = delete;

  // The bytes of a PNG, of the same size every time. Throws SystemError when ffmpeg has given up.
  void add(const std::string& png);
  // The file is there when this returns. Throws SystemError.
  void finish();

 private:
  void close_input();

  std::filesystem::path path_;
  std::filesystem::path part_;
  int input_ = -1;
  int process_ = -1;
};

}  // namespace galet
