// Who may ask. Pages of other sites run in the same browser and reach this machine, too: by
// requests across origins, or by a name of theirs that they let point here (DNS rebinding).
#pragma once

#include <optional>
#include <string>

#include "galet/view/http.hpp"

namespace galet {

struct ViewAddress {
  std::string host = "127.0.0.1";  // that the server listens on
  int port = 0;
};

// The answer to a request that is refused for what its headers say of where it comes from. Numeric
// addresses cannot be rebound: they are good where the server listens beyond this machine.
std::optional<HttpResponse> access_refusal(const HttpRequest& request, const ViewAddress& address);

}  // namespace galet
