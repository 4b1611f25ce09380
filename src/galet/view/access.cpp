#include "galet/view/access.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace galet {
namespace {

bool is_loopback_name(std::string_view name) {
  return name == "127.0.0.1" || name == "localhost" || name == "[::1]";
}

bool is_numeric_name(std::string_view name) {
  if (name.starts_with('[')) {
    return name.ends_with(']') &&
           name.substr(1, name.size() - 2).find_first_not_of("0123456789abcdefABCDEF:.") ==
               std::string_view::npos;
  }
  return std::ranges::count(name, '.') == 3 &&
         name.find_first_not_of("0123456789.") == std::string_view::npos;
}

// `name` of "name:port"; nothing where the port is another.
std::optional<std::string_view> name_at_port(std::string_view host, int port) {
  const std::string suffix = fmt::format(":{}", port);
  if (host.ends_with(suffix)) return host.substr(0, host.size() - suffix.size());
  if (port == 80) return host;
  return {};
}

bool is_our_name(std::string_view name, const ViewAddress& address) {
  if (is_loopback_name(name) || name == address.host) return true;
  return !is_loopback_name(address.host) && is_numeric_name(name);
}

}  // namespace

std::optional<HttpResponse> access_refusal(const HttpRequest& request, const ViewAddress& address) {
  const auto name = name_at_port(request.host, address.port);
  if (!name || !is_our_name(*name, address)) {
    return http_error(403, fmt::format("the host \"{}\" is not this server's", request.host));
  }
  if (!request.origin.empty() && request.origin != "http://" + request.host) {
    return http_error(403,
                      fmt::format("pages of \"{}\" may not send requests here", request.origin));
  }
  // A link on another page may lead to the viewer, but nothing else.
  const bool follows_link = request.fetch_mode == "navigate" && request.path == "/";
  const std::string& site = request.fetch_site;
  if (!site.empty() && site != "same-origin" && site != "none" && !follows_link) {
    return http_error(403, "pages of other sites may not send requests here");
  }
  return {};
}

}  // namespace galet
