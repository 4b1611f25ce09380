#include "galet/draw/film.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "galet/base/error.hpp"

namespace galet {
namespace {

constexpr int no_program = 127;

std::vector<std::string> ffmpeg_words(const std::filesystem::path& path, double rate) {
  return {"ffmpeg", "-y", "-loglevel", "error", "-f", "image2pipe", "-c:v", "png", "-framerate",
          fmt::format("{}", rate), "-i", "-",
          // Players want even sizes and this kind of pixels.
          "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white", "-c:v", "libx264", "-pix_fmt",
          "yuv420p", "-movflags", "+faststart", "-f", "mp4", path.string()};
}

// The child: the pipe becomes its standard input.
[[noreturn]] void become_ffmpeg(const std::array<int, 2>& pipe, std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::dup2(pipe[0], STDIN_FILENO);
  ::close(pipe[0]);
  ::close(pipe[1]);
  ::signal(SIGPIPE, SIG_DFL);
  ::execvp(arguments[0], arguments.data());
  ::_exit(no_program);
}

}  // namespace

Film::Film(std::filesystem::path path, double frames_per_second)
    : path_(std::move(path)), part_(path_) {
  part_ += ".part";
  std::array<int, 2> pipe{};
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0) {
    throw SystemError(fmt::format("cannot start ffmpeg: {}", std::strerror(errno)));
  }
  std::vector<std::string> words = ffmpeg_words(part_, frames_per_second);
  ::signal(SIGPIPE, SIG_IGN);  // that ffmpeg has gone is seen by write()
  process_ = ::fork();
  if (process_ == 0) become_ffmpeg(pipe, std::move(words));
  ::close(pipe[0]);
  input_ = pipe[1];
  if (process_ < 0) {
    close_input();
    throw SystemError(fmt::format("cannot start ffmpeg: {}", std::strerror(errno)));
  }
}

Film::~Film() {
  close_input();
  if (process_ < 0) return;
  ::kill(process_, SIGTERM);
  ::waitpid(process_, nullptr, 0);
  std::error_code ignored;
  std::filesystem::remove(part_, ignored);
}

void Film::close_input() {
  if (input_ >= 0) ::close(std::exchange(input_, -1));
}

void Film::add(const std::string& png) {
  for (std::size_t done = 0; done < png.size();) {
    const ssize_t written = ::write(input_, png.data() + done, png.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      finish();  // says why it has gone
      throw SystemError("ffmpeg ended before the film did");
    }
    done += static_cast<std::size_t>(written);
  }
}

void Film::finish() {
  close_input();
  int status = 0;
  ::waitpid(std::exchange(process_, -1), &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
    std::filesystem::rename(part_, path_);
    return;
  }
  std::error_code ignored;
  std::filesystem::remove(part_, ignored);
  if (WIFEXITED(status) && WEXITSTATUS(status) == no_program) {
    throw SystemError(
        "films are made by ffmpeg, which is not installed; install it (apt-get install ffmpeg), or "
        "give a folder with -o to get the frames as PNG");
  }
  throw SystemError(fmt::format("ffmpeg could not make {}; its message is above", path_.string()));
}

}  // namespace galet
