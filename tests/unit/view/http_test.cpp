#include "galet/view/http.hpp"

#include <gtest/gtest.h>

namespace galet::http_test {
namespace {

int status_of(std::string_view bytes) {
  const auto parsed = parse_request(bytes);
  if (const auto* bad = std::get_if<BadRequest>(&parsed)) return bad->response.status;
  return std::holds_alternative<NeedsMore>(parsed) ? 0 : 200;
}

TEST(ParseRequest, takes_a_request_of_a_browser_apart) {
  const std::string bytes =
      "GET /api/runs/0/frames/3?slices=position HTTP/1.1\r\nHost: 127.0.0.1:8000\r\n"
      "ORIGIN:  http://127.0.0.1:8000 \r\nSec-Fetch-Site: same-origin\r\n\r\nGET /next";
  const auto parsed = parse_request(bytes);
  ASSERT_TRUE(std::holds_alternative<WholeRequest>(parsed));
  const auto& [request, length] = std::get<WholeRequest>(parsed);
  EXPECT_EQ(request.method, "GET");
  EXPECT_EQ(request.path, "/api/runs/0/frames/3");
  EXPECT_EQ(request.query, "slices=position");
  EXPECT_EQ(request.host, "127.0.0.1:8000");
  EXPECT_EQ(request.origin, "http://127.0.0.1:8000");
  EXPECT_EQ(request.fetch_site, "same-origin");
  EXPECT_TRUE(request.keep_alive);
  EXPECT_EQ(bytes.substr(length), "GET /next");
}

TEST(ParseRequest, waits_for_every_prefix_of_a_request) {
  const std::string bytes = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
  for (std::size_t n = 0; n < bytes.size(); ++n) EXPECT_EQ(status_of(bytes.substr(0, n)), 0) << n;
  EXPECT_EQ(status_of(bytes), 200);
}

TEST(ParseRequest, closes_after_http_1_0_and_when_asked) {
  const auto keeps = [](std::string_view bytes) {
    return std::get<WholeRequest>(parse_request(bytes)).request.keep_alive;
  };
  EXPECT_FALSE(keeps("GET / HTTP/1.0\r\n\r\n"));
  EXPECT_FALSE(keeps("GET / HTTP/1.1\r\nConnection: Close\r\n\r\n"));
  EXPECT_TRUE(keeps("GET / HTTP/1.1\r\n\r\n"));
}

TEST(ParseRequest, refuses_what_is_not_regular) {
  EXPECT_EQ(status_of("\x16\x03\x01"), 400);  // TLS
  EXPECT_EQ(status_of(std::string(1, '\0')), 400);
  EXPECT_EQ(status_of("get / HTTP/1.1\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET  HTTP/1.1\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET http://a/ HTTP/1.1\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET /a b HTTP/1.1\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET /\x80 HTTP/1.1\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET / HTTP/2.0\r\n\r\n"), 505);
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\nno colon\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\na: b\r\n folded\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\nHost : a\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\nX: a\nb\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello"), 413);
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"), 413);
}

TEST(ParseRequest, has_limits) {
  EXPECT_EQ(status_of("GET /" + std::string(5000, 'a') + " HTTP/1.1\r\n\r\n"), 414);
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\nA: " + std::string(largest_request_head, 'a')), 431);
  std::string many = "GET / HTTP/1.1\r\n";
  for (int k = 0; k < 101; ++k) many += "a: b\r\n";
  EXPECT_EQ(status_of(many + "\r\n"), 431);
}

TEST(ResponseBytes, say_length_and_policy_and_leave_out_the_body_of_head) {
  const std::string whole = response_bytes({200, "text/plain", "hello"}, true, true);
  EXPECT_TRUE(whole.starts_with("HTTP/1.1 200 OK\r\n"));
  EXPECT_NE(whole.find("Content-Length: 5\r\n"), std::string::npos);
  EXPECT_NE(whole.find("Content-Security-Policy: default-src 'none'"), std::string::npos);
  EXPECT_NE(whole.find("X-Content-Type-Options: nosniff\r\n"), std::string::npos);
  EXPECT_TRUE(whole.ends_with("Connection: keep-alive\r\n\r\nhello"));
  EXPECT_EQ(response_bytes({200, "text/plain", "hello"}, false, true) + "hello", whole);
}

// A message may quote bytes that are no UTF-8.
TEST(HttpError, is_json_whatever_the_message) {
  EXPECT_EQ(http_error(404, "a\"b").body, R"({"error":"a\"b"})");
  EXPECT_NE(http_error(404, "\xff").body.find("\xef\xbf\xbd"), std::string::npos);
}

}  // namespace
}  // namespace galet::http_test
