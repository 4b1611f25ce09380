// What a browser, or somebody else, sends to the viewer: requests one after the other, answered
// from the folder of a small run.
#include <algorithm>
#include <array>

#include "fuzz/targets.hpp"
#include "unit/view/stored_run.hpp"

#include "galet/view/session.hpp"

namespace galet::fuzz {
namespace {

const ViewAddress kAddress{.host = "127.0.0.1", .port = 8000};

ViewSession& session_of_two_discs() {
  static const TemporaryFolder folder;
  static ViewSession session = [] {
    write_two_discs(folder.path(), 3);
    return ViewSession({folder.path()});
  }();
  return session;
}

void check_response(const HttpRequest& request, const HttpResponse& response) {
  constexpr std::array statuses{200, 400, 403, 404, 405};
  expect(std::ranges::find(statuses, response.status) != statuses.end(),
         "what comes from outside is refused, and never an error of the server");
  expect(response.status != 200 || request.method == "GET" || request.method == "HEAD",
         "requests only read");
  expect(response.status != 200 || !request.host.empty(), "who asks names this server");
  expect(response.body.find("density = 2600") == std::string::npos, "no file is given out");
  const std::string sent = response_bytes(response, true, request.keep_alive);
  const std::string head = sent.substr(0, sent.size() - response.body.size());
  expect(head.find("\r\n\r\n") + 4 == head.size(), "a head ends where the body begins");
}

}  // namespace

void answer_requests(Bytes input) {
  const std::string text = text_of(input);
  for (std::string_view rest = text;;) {
    const auto parsed = parse_request(rest);
    if (const auto* bad = std::get_if<BadRequest>(&parsed)) {
      expect(bad->response.status >= 400 && bad->response.status != 500, "a refusal says so");
    }
    const auto* whole = std::get_if<WholeRequest>(&parsed);
    if (whole == nullptr) return;
    expect(whole->length > 0 && whole->length <= rest.size(), "a request is some of the bytes");
    check_response(whole->request, session_of_two_discs().respond(whole->request, kAddress));
    rest.remove_prefix(whole->length);
  }
}

}  // namespace galet::fuzz
