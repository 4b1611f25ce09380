#include "galet/view/http.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace galet {
namespace {

constexpr std::size_t longest_method = 16;
constexpr std::size_t longest_target = 4096;
constexpr std::size_t most_headers = 100;

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_visible(char c) { return c > ' ' && c < '\x7f'; }
bool is_token(char c) {
  return is_upper(c) || is_digit(c) || (c >= 'a' && c <= 'z') ||
         std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}
// Of the value of a header; bytes beyond ASCII are allowed there.
bool is_text(char c) { return c == '\t' || (static_cast<unsigned char>(c) >= ' ' && c != '\x7f'); }

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

BadRequest refused(int status, std::string_view why) { return {http_error(status, why)}; }

// The head of a request, line by line; gives what is wrong with it.
class HeadParser {
 public:
  std::optional<BadRequest> take_request_line(std::string_view line) {
    const std::size_t first = line.find(' ');
    const std::size_t last = line.rfind(' ');
    if (first == std::string_view::npos || first == last) {
      return refused(400, "expected a method, a target and a version");
    }
    const std::string_view method = line.substr(0, first);
    const std::string_view target = line.substr(first + 1, last - first - 1);
    const std::string_view version = line.substr(last + 1);
    if (method.empty() || method.size() > longest_method || !std::ranges::all_of(method, is_upper))
      return refused(400, "the method is no word in capitals");
    if (version != "HTTP/1.1" && version != "HTTP/1.0") {
      return refused(505, "expected HTTP/1.1 or HTTP/1.0");
    }
    if (target.size() > longest_target) return refused(414, "the target is too long");
    if (!target.starts_with('/') || !std::ranges::all_of(target, is_visible)) {
      return refused(400, "expected a target that begins with /");
    }
    request_.method = method;
    request_.path = target.substr(0, target.find('?'));
    if (request_.path.size() < target.size()) {
      request_.query = target.substr(request_.path.size() + 1);
    }
    request_.keep_alive = version == "HTTP/1.1";
    return {};
  }

  std::optional<BadRequest> take_header(std::string_view line) {
    if (++headers_ > most_headers) return refused(431, "too many headers");
    const std::size_t colon = line.find(':');
    if (colon == 0 || colon == std::string_view::npos ||
        !std::ranges::all_of(line.substr(0, colon), is_token)) {
      return refused(400, "a header is not of the form name: value");
    }
    const std::string name = lower(line.substr(0, colon));
    const std::string_view value = trimmed(line.substr(colon + 1));
    if (!std::ranges::all_of(value, is_text))
      return refused(400, "a header has control characters");
    if (name == "transfer-encoding" || (name == "content-length" && value != "0")) {
      return refused(413, "a request has no body here");
    }
    if (name == "connection" && lower(value) == "close") request_.keep_alive = false;
    if (name == "sec-fetch-site") request_.fetch_site = value;
    if (name == "sec-fetch-mode") request_.fetch_mode = value;
    if (name == "host") return take_once(request_.host, value);
    if (name == "origin") return take_once(request_.origin, value);
    return {};
  }

  HttpRequest take() { return std::move(request_); }

 private:
  static std::optional<BadRequest> take_once(std::string& place, std::string_view value) {
    if (!place.empty() || value.empty()) return refused(400, "a header is empty or there twice");
    place = value;
    return {};
  }

  HttpRequest request_;
  std::size_t headers_ = 0;
};

std::string_view reason(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 400:
      return "Bad Request";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 413:
      return "Content Too Large";
    case 414:
      return "URI Too Long";
    case 431:
      return "Request Header Fields Too Large";
    case 503:
      return "Service Unavailable";
    case 505:
      return "HTTP Version Not Supported";
    default:
      return "Internal Server Error";
  }
}

}  // namespace

HttpResponse http_error(int status, std::string_view message) {
  // Messages quote files and requests, which may be any bytes.
  const nlohmann::json body{{"error", message}};
  return {status, "application/json",
          body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)};
}

std::variant<NeedsMore, BadRequest, WholeRequest> parse_request(std::string_view bytes) {
  if (bytes.empty()) return NeedsMore{};
  // What is no HTTP at all is told at once.
  if (!is_upper(bytes.front())) return refused(400, "expected a request of HTTP/1.1");
  const std::size_t end = bytes.substr(0, largest_request_head).find("\r\n\r\n");
  if (end == std::string_view::npos) {
    if (bytes.size() >= largest_request_head) return refused(431, "the head is too long");
    return NeedsMore{};
  }
  HeadParser parser;
  for (std::size_t from = 0; from < end;) {
    const std::size_t line_end = bytes.find("\r\n", from);
    const std::string_view line = bytes.substr(from, line_end - from);
    auto bad = from == 0 ? parser.take_request_line(line) : parser.take_header(line);
    if (bad) return *std::move(bad);
    from = line_end + 2;
  }
  return WholeRequest{parser.take(), end + 4};
}

std::string response_bytes(const HttpResponse& response, bool with_body, bool keep_alive) {
  std::string bytes = fmt::format(
      "HTTP/1.1 {} {}\r\n"
      "Content-Type: {}\r\n"
      "Content-Length: {}\r\n"
      "Content-Security-Policy: {}\r\n"
      "X-Content-Type-Options: nosniff\r\n"
      "Cross-Origin-Resource-Policy: same-origin\r\n"
      "Cross-Origin-Opener-Policy: same-origin\r\n"
      "Referrer-Policy: no-referrer\r\n"
      "Cache-Control: no-store\r\n"
      "{}Connection: {}\r\n\r\n",
      response.status, reason(response.status), response.content_type, response.body.size(),
      response.policy, response.status == 405 ? "Allow: GET, HEAD\r\n" : "",
      keep_alive ? "keep-alive" : "close");
  if (with_body) bytes += response.body;
  return bytes;
}

}  // namespace galet
