// Whatever is sent, the answer is a response of HTTP, and files are neither shown nor changed.
#include <set>
#include <string>

#include "unit/view/stored_run.hpp"
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "galet/view/session.hpp"

namespace galet::requests_test {
namespace {

// Bytes that look like a request in parts.
std::string some_bytes() {
  static const std::vector<std::string> pieces{"GET ",
                                               "HEAD ",
                                               "POST ",
                                               "/",
                                               "/api/session",
                                               "/api/runs/0",
                                               "/frames/1",
                                               "?slices=",
                                               "position",
                                               "walls,",
                                               " ",
                                               "HTTP/1.1",
                                               "HTTP/1.0",
                                               "\r\n",
                                               "\r\n\r\n",
                                               "\n",
                                               "Host:",
                                               "host",
                                               " 127.0.0.1:8000",
                                               "Origin: ",
                                               "null",
                                               "..",
                                               "%2e%2e",
                                               "\xff",
                                               ":",
                                               "Content-Length: ",
                                               "-1",
                                               "\t",
                                               "/series",
                                               "/grains/0",
                                               "/scales",
                                               "99999999999999999999999"};
  std::string bytes;
  const auto places = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 40));
  for (const int k : places) {
    if (k < static_cast<int>(pieces.size())) {
      bytes += pieces[static_cast<std::size_t>(k)];
    } else {
      bytes += *rc::gen::arbitrary<char>();
    }
  }
  return bytes;
}

RC_GTEST_PROP(ParseRequest, takes_any_bytes, ()) {
  const std::string bytes = some_bytes();
  const auto parsed = parse_request(bytes);
  if (const auto* whole = std::get_if<WholeRequest>(&parsed)) {
    RC_ASSERT(whole->length <= bytes.size() && whole->length > 0);
    RC_ASSERT(whole->request.path.starts_with('/'));
    RC_ASSERT(whole->request.path.find_first_of("\r\n ") == std::string::npos);
  } else if (const auto* bad = std::get_if<BadRequest>(&parsed)) {
    RC_ASSERT(bad->response.status >= 400);
    // More bytes do not make it good.
    RC_ASSERT(std::holds_alternative<BadRequest>(parse_request(bytes + "\r\n\r\n")));
  }
}

RC_GTEST_PROP(ViewSession, answers_any_request, ()) {
  static const TemporaryFolder folder;
  static ViewSession session = [] {
    write_two_discs(folder.path(), 2);
    return ViewSession({folder.path()});
  }();
  static const std::vector<std::string> words{
      "api",    "runs",   "session", "0",  "1", "-1",         "frames",
      "series", "scales", "grains",  "..", "",  "scene.toml", "18446744073709551616"};
  HttpRequest request{.method = *rc::gen::element<std::string>("GET", "HEAD", "POST"),
                      .host = *rc::gen::element<std::string>("127.0.0.1:8000", "evil:8000")};
  for (const int k : *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 14))) {
    request.path += "/" + words[static_cast<std::size_t>(k)];
  }
  if (request.path.empty()) request.path = "/";
  request.query = *rc::gen::element<std::string>("", "slices=id", "slices=walls,forces", "slices",
                                                 "slices=,", "slices=/etc/passwd");
  const HttpResponse response = session.respond(request, {.host = "127.0.0.1", .port = 8000});
  RC_ASSERT((std::set<int>{200, 400, 403, 404, 405}.contains(response.status)));
  if (request.method == "POST" || request.host != "127.0.0.1:8000")
    RC_ASSERT(response.status > 400);
  if (response.status != 200) {
    RC_ASSERT(nlohmann::json::parse(response.body).contains("error"));
  }
  RC_ASSERT(response.body.find("density = 2600") == std::string::npos);
}

}  // namespace
}  // namespace galet::requests_test
