// What is sent to the viewer: requests one after the other, answered from the folder of a small
// run.
#include "galet/view/http.hpp"

#include "fuzz/targets.hpp"
#include "unit/view/stored_run.hpp"

#include "galet/view/session.hpp"

namespace galet::fuzz {
namespace {

constexpr std::size_t kLinesOfHead = 10;  // of an answer, with the one that tells the status

std::size_t lines_of(std::string_view head) {
  std::size_t lines = 0;
  for (const char c : head) lines += c == '\n' ? 1 : 0;
  return lines;
}

// Nothing that was asked for becomes a header of its own, and no file is given out.
void check_answer(const HttpResponse& response) {
  // A refusal repeats what was asked for.
  const bool gives =
      response.status == 200 && response.body.find("density = 2600") != std::string::npos;
  expect(!gives, "no file is given out");
  const std::string bytes = response_bytes(response, false, true);
  const bool allows = response.status == 405;
  expect(lines_of(bytes) == kLinesOfHead + (allows ? 2 : 1), "an answer has its own headers alone");
}

}  // namespace

void answer_requests(Bytes input) {
  static const std::filesystem::path folder = [] {
    std::filesystem::path made = test_folder() / "viewed";
    write_two_discs(made, 3);
    return made;
  }();
  static ViewSession session({folder});
  const ViewAddress address{.host = "127.0.0.1", .port = 8000};

  const std::string text = text_of(input);
  for (std::string_view rest = text; true;) {
    const auto parsed = parse_request(rest);
    if (const auto* bad = std::get_if<BadRequest>(&parsed)) {
      expect(bad->response.status >= 400, "what is refused is an error");
      return check_answer(bad->response);
    }
    const auto* whole = std::get_if<WholeRequest>(&parsed);
    if (whole == nullptr) {
      expect(rest.size() < largest_request_head, "nobody is waited for without end");
      return;
    }
    expect(0 < whole->length && whole->length <= rest.size(), "a request is of the bytes sent");
    const auto alone = parse_request(rest.substr(0, whole->length));
    expect(std::holds_alternative<WholeRequest>(alone), "a request does not need what follows it");
    const auto cut = parse_request(rest.substr(0, whole->length - 1));
    expect(std::holds_alternative<NeedsMore>(cut), "a request ends with its last byte");
    const HttpResponse response = session.respond(whole->request, address);
    expect(response.status != 500, "an intact run can be shown");
    const bool reads = whole->request.method == "GET" || whole->request.method == "HEAD";
    expect(response.status != 200 || reads, "requests only read");
    expect(response.status != 200 || !whole->request.host.empty(), "who asks names this server");
    check_answer(response);
    rest.remove_prefix(whole->length);
  }
}

}  // namespace galet::fuzz
