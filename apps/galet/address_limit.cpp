#include "address_limit.hpp"

#include <climits>
#include <cstdlib>
#include <string>

#include <sys/resource.h>
#include <unistd.h>

namespace galet {

void spare_address_space(char** argv) {
  constexpr const char* variable = "OPENBLAS_NUM_THREADS";
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
  if (std::getenv(variable) != nullptr) return;
  std::string path(PATH_MAX, '\0');
  const ssize_t length = readlink("/proc/self/exe", path.data(), path.size());
  if (length <= 0) return;
  path.resize(static_cast<std::size_t>(length));
  if (setenv(variable, "1", 0) != 0) return;
  // Where it cannot start again it goes on as it is.
  execv(path.c_str(), argv);
}

}  // namespace galet
