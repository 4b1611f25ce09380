#include "galet/view/access.hpp"

#include <gtest/gtest.h>

namespace galet::access_test {
namespace {

const ViewAddress here{.host = "127.0.0.1", .port = 8000};

bool may_ask(const HttpRequest& request, const ViewAddress& address = here) {
  return !access_refusal(request, address).has_value();
}

TEST(Access, is_by_names_of_this_machine_and_the_right_port) {
  for (const char* good : {"127.0.0.1:8000", "localhost:8000", "[::1]:8000"}) {
    EXPECT_TRUE(may_ask({.host = good})) << good;
  }
  for (const char* bad : {"", "127.0.0.1", "127.0.0.1:80", "evil.example:8000", "10.0.0.1:8000",
                          "127.0.0.1:8000.evil.example", "localhost.evil.example:8000"}) {
    EXPECT_FALSE(may_ask({.host = bad})) << bad;
  }
}

TEST(Access, beyond_this_machine_is_by_number_or_by_the_given_name) {
  const ViewAddress open{.host = "0.0.0.0", .port = 8000};
  EXPECT_TRUE(may_ask({.host = "192.168.1.5:8000"}, open));
  EXPECT_TRUE(may_ask({.host = "[fe80::1]:8000"}, open));
  EXPECT_FALSE(may_ask({.host = "evil.example:8000"}, open));
  EXPECT_TRUE(may_ask({.host = "lab:8000"}, {.host = "lab", .port = 8000}));
}

TEST(Access, is_refused_to_pages_of_others) {
  const std::string host = "127.0.0.1:8000";
  EXPECT_TRUE(may_ask({.host = host, .origin = "http://127.0.0.1:8000"}));
  for (const char* bad : {"null", "http://evil.example", "https://127.0.0.1:8000",
                          "http://127.0.0.1:8001", "http://localhost:8000"}) {
    EXPECT_FALSE(may_ask({.host = host, .origin = bad})) << bad;
  }
  EXPECT_TRUE(may_ask({.path = "/api/session", .host = host, .fetch_site = "same-origin"}));
  EXPECT_TRUE(may_ask({.path = "/", .host = host, .fetch_site = "none"}));
  EXPECT_FALSE(may_ask({.path = "/api/session", .host = host, .fetch_site = "cross-site"}));
  EXPECT_FALSE(may_ask({.path = "/api/session", .host = host, .fetch_site = "same-site"}));
}

TEST(Access, lets_a_link_of_another_page_lead_to_the_viewer_only) {
  HttpRequest link{
      .path = "/", .host = "127.0.0.1:8000", .fetch_site = "cross-site", .fetch_mode = "navigate"};
  EXPECT_TRUE(may_ask(link));
  link.path = "/api/session";
  EXPECT_FALSE(may_ask(link));
}

}  // namespace
}  // namespace galet::access_test
