#include "galet/view/session.hpp"

#include <algorithm>
#include <charconv>
#include <exception>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "galet/base/error.hpp"
#include "galet/base/near_miss.hpp"
#include "galet/base/version.hpp"
#include "galet/draw/palette.hpp"
#include "galet/view/slices.hpp"
#include "galet/view/viewer_page.hpp"

namespace galet {
namespace {

using Json = nlohmann::ordered_json;

constexpr int palette_steps = 64;
constexpr std::size_t palette_kinds = 7;

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> words;
  for (std::size_t from = 0;;) {
    const std::size_t end = text.find(separator, from);
    words.push_back(text.substr(from, end - from));
    if (end == std::string_view::npos) return words;
    from = end + 1;
  }
}

// Digits alone, none before a number that is not 0.
std::optional<std::int64_t> whole_number(std::string_view word) {
  constexpr std::size_t most_digits = 18;
  if (word.empty() || word.size() > most_digits || (word.size() > 1 && word.front() == '0')) {
    return {};
  }
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size() || value < 0) return {};
  return value;
}

HttpResponse json_response(const Json& json) {
  return {200, "application/json", json.dump(-1, ' ', false, Json::error_handler_t::replace)};
}
HttpResponse packet_response(std::string bytes) {
  return {200, "application/octet-stream", std::move(bytes)};
}

// The page says itself which of its scripts may run, by their hashes.
HttpResponse page_response() {
  return {200, "text/html; charset=utf-8", std::string(viewer_page()),
          "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'; "
          "connect-src 'self'"};
}

HttpResponse nothing_there() { return http_error(404, "there is nothing of this name"); }

std::string hex_color(const Color& color) {
  const auto byte = [](double x) { return static_cast<int>(x * 255.0 + 0.5); };
  return fmt::format("#{:02x}{:02x}{:02x}", byte(color.red), byte(color.green), byte(color.blue));
}

Json palette_facts() {
  Json sequential = Json::array();
  Json diverging = Json::array();
  Json kinds = Json::array();
  Json curves = Json::array();
  for (int k = 0; k < palette_steps; ++k) {
    const double place = k / (palette_steps - 1.0);
    sequential.push_back(hex_color(palette::sequential(place)));
    diverging.push_back(hex_color(palette::diverging(2.0 * place - 1.0)));
  }
  for (std::size_t k = 0; k < palette_kinds; ++k) {
    kinds.push_back(hex_color(palette::category(k)));
    curves.push_back(hex_color(palette::curve(k)));
  }
  return {{"sequential", sequential},
          {"diverging", diverging},
          {"kinds", kinds},
          {"curves", curves},
          {"fixed", hex_color(palette::fixed_body)},
          {"stick", hex_color(palette::force)},
          {"slip", hex_color(palette::slip)}};
}

// The names of "slices=a,b"; each once.
std::variant<std::vector<std::string_view>, HttpResponse> slices_of(std::string_view query) {
  constexpr std::string_view key = "slices=";
  if (!query.starts_with(key)) return http_error(400, "expected ?slices=, such as position,radius");
  std::vector<std::string_view> names = split(query.substr(key.size()), ',');
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (std::ranges::find(slice_names(), names[k]) == slice_names().end()) {
      return http_error(400, fmt::format("unknown slice \"{}\"; {}", names[k],
                                         suggestion(names[k], slice_names())));
    }
    if (std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(k), names[k]) !=
        names.begin() + static_cast<std::ptrdiff_t>(k)) {
      return http_error(400, fmt::format("the slice \"{}\" is there twice", names[k]));
    }
  }
  return names;
}

}  // namespace

ViewSession::ViewSession(const std::vector<std::filesystem::path>& folders) {
  for (const auto& folder : folders) runs_.push_back(std::make_unique<RunSource>(folder));
}

Json ViewSession::facts() const {
  return {{"version", version()}, {"runs", runs_.size()}, {"palette", palette_facts()}};
}

HttpResponse ViewSession::respond(const HttpRequest& request, const ViewAddress& address) {
  if (auto refusal = access_refusal(request, address)) return *std::move(refusal);
  if (request.method != "GET" && request.method != "HEAD") {
    return http_error(405, "results are only read here: GET and HEAD");
  }
  try {
    return answer(request);
  } catch (const std::bad_alloc&) {
    return http_error(503, "out of memory");
  } catch (const std::exception& error) {
    return http_error(500, error.what());
  }
}

HttpResponse ViewSession::answer(const HttpRequest& request) {
  if (request.path == "/") return page_response();
  std::vector<std::string_view> words = split(std::string_view(request.path).substr(1), '/');
  if (words.size() < 2 || words[0] != "api") return nothing_there();
  if (words[1] == "session") return words.size() == 2 ? json_response(facts()) : nothing_there();
  if (words[1] != "runs" || words.size() < 3) return nothing_there();
  const auto number = whole_number(words[2]);
  if (!number || *number >= static_cast<std::int64_t>(runs_.size())) {
    return http_error(404, fmt::format("there is no run \"{}\"", words[2]));
  }
  words.erase(words.begin(), words.begin() + 3);
  return answer_run(run(static_cast<std::size_t>(*number)), words, request.query);
}

HttpResponse ViewSession::answer_run(RunSource& run, const std::vector<std::string_view>& words,
                                     std::string_view query) {
  if (words.empty()) return json_response(run.index());
  if (words[0] == "series" && words.size() == 1) return packet_response(run.series());
  if (words[0] != "frames" || words.size() < 2) return nothing_there();
  const auto number = whole_number(words[1]);
  if (!number || *number >= run.frames()) {
    return http_error(
        404, fmt::format("there is no frame \"{}\"; the run has {}", words[1], run.frames()));
  }
  return answer_frame(run, *number, {words.begin() + 2, words.end()}, query);
}

HttpResponse ViewSession::answer_frame(RunSource& run, std::int64_t number,
                                       const std::vector<std::string_view>& words,
                                       std::string_view query) {
  if (words.empty()) {
    const auto slices = slices_of(query);
    if (const auto* refusal = std::get_if<HttpResponse>(&slices)) return *refusal;
    return packet_response(run.frame(number, std::get<0>(slices)));
  }
  if (words[0] == "scales" && words.size() == 1) return json_response(run.scales(number));
  if (words[0] != "grains" || words.size() != 2) return nothing_there();
  const auto id = whole_number(words[1]);
  const Json facts = id ? run.grain(number, *id) : Json();
  if (facts.is_null()) {
    return http_error(404, fmt::format("the frame has no grain \"{}\"", words[1]));
  }
  return json_response(facts);
}

}  // namespace galet
