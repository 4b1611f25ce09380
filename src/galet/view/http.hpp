// The part of HTTP/1.1 that a viewer needs: GET and HEAD without bodies. Pure functions from bytes
// to requests and from responses to bytes; whatever is not wholly regular is refused.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

namespace galet {

inline constexpr std::size_t largest_request_head = 16 * 1024;  // bytes

struct HttpRequest {
  std::string method = {};
  std::string path = {};   // from '/' to before '?'
  std::string query = {};  // after '?'
  std::string host = {};
  std::string origin = {};      // "" where there is none, as of the next two
  std::string fetch_site = {};  // Sec-Fetch-Site
  std::string fetch_mode = {};  // Sec-Fetch-Mode
  bool keep_alive = true;
};

struct HttpResponse {
  int status = 200;
  std::string content_type = "application/json";
  std::string body = {};
  std::string policy = "default-src 'none'; frame-ancestors 'none'";  // Content-Security-Policy
};

// {"error": message}
HttpResponse http_error(int status, std::string_view message);

struct NeedsMore {};
// The connection ends with this response: where the next request would begin is not known.
struct BadRequest {
  HttpResponse response;
};
struct WholeRequest {
  HttpRequest request;
  std::size_t length = 0;  // bytes
};

// Of the bytes that a client has sent so far.
std::variant<NeedsMore, BadRequest, WholeRequest> parse_request(std::string_view bytes);

// The bytes to send; without the body in answer to HEAD.
std::string response_bytes(const HttpResponse& response, bool with_body, bool keep_alive);

}  // namespace galet
