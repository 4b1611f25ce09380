#include "galet/view/server.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "galet/base/error.hpp"

namespace galet {
namespace {

constexpr int tick_milliseconds = 100;
constexpr std::size_t read_bytes = 16 * 1024;

double seconds_now() {
  const auto time = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(time).count();
}

using AddressList = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;

AddressList addresses_of(const std::string& host, int port) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const int error = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found);
  if (error != 0) {
    throw InputError("--host", fmt::format("\"{}\": {}", host, gai_strerror(error)));
  }
  return {found, &freeaddrinfo};
}

int port_of(int socket) {
  sockaddr_storage name{};
  socklen_t length = sizeof name;
  getsockname(socket, reinterpret_cast<sockaddr*>(&name), &length);
  return ntohs(name.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6*>(&name)->sin6_port
                                          : reinterpret_cast<sockaddr_in*>(&name)->sin_port);
}

}  // namespace

ViewServer::ViewServer(const ViewAddress& address, Responder responder, ServerLimits limits)
    : address_(address), responder_(std::move(responder)), limits_(limits) {
  listen_at(address.host, address.port);
  address_.port = port_of(listener_);
}

ViewServer::~ViewServer() {
  for (const Connection& connection : connections_) close(connection.socket);
  if (listener_ >= 0) close(listener_);
}

void ViewServer::listen_at(const std::string& host, int port) {
  int error = 0;
  const AddressList list = addresses_of(host, port);
  for (const addrinfo* at = list.get(); at != nullptr; at = at->ai_next) {
    const int socket =
        ::socket(at->ai_family, at->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, at->ai_protocol);
    const int yes = 1;
    if (socket >= 0) setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (socket >= 0 && bind(socket, at->ai_addr, at->ai_addrlen) == 0 &&
        listen(socket, SOMAXCONN) == 0) {
      listener_ = socket;
      return;
    }
    error = errno;
    if (socket >= 0) close(socket);
  }
  throw InputError(
      port == 0 ? "--host" : "--port",
      fmt::format("cannot listen at {}, port {}: {}; without --port a free one is taken", host,
                  port, std::strerror(error)));
}

std::string ViewServer::url() const {
  const bool is_v6 = address_.host.find(':') != std::string::npos;
  const std::string host = is_v6 ? "[" + address_.host + "]" : address_.host;
  return fmt::format("http://{}:{}/", host, address_.port);
}

void ViewServer::serve(const std::function<bool()>& stop) {
  while (!stop()) {
    std::vector<pollfd> polled{{listener_, POLLIN, 0}};
    for (const Connection& connection : connections_) {
      // While a response is sent, further requests wait in the socket.
      const int events = connection.is_sending() ? POLLOUT : POLLIN;
      polled.push_back({connection.socket, static_cast<short>(events), 0});
    }
    if (poll(polled.data(), polled.size(), tick_milliseconds) < 0 && errno != EINTR) {
      throw SystemError(fmt::format("cannot wait for connections: {}", std::strerror(errno)));
    }
    const double now = seconds_now();
    auto ready = polled.begin() + 1;
    for (Connection& connection : connections_) {
      const short events = (ready++)->revents;
      if (events == 0) continue;
      if (connection.is_sending()) {
        send_to(connection, now);
        answer_all(connection, now);
      } else {
        read_from(connection, now);
      }
    }
    drop_late(now);
    if ((polled.front().revents & POLLIN) != 0) accept_one(now);
  }
}

void ViewServer::accept_one(double now) {
  const int socket = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (socket < 0) return;  // gone again, or no descriptor left: the next turn tries again
  if (connections_.size() >= limits_.connections) make_room();
  connections_.push_back({.socket = socket, .begun = now, .heard = now});
}

void ViewServer::make_room() {
  const auto silent = std::ranges::min_element(connections_, {}, &Connection::heard);
  close(silent->socket);
  connections_.erase(silent);
}

void ViewServer::read_from(Connection& connection, double now) {
  std::array<char, read_bytes> bytes;
  const ssize_t count = recv(connection.socket, bytes.data(), bytes.size(), 0);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count <= 0) {
    connection.is_dead = true;
    return;
  }
  connection.heard = now;
  if (connection.drains) return;
  if (connection.in.empty()) connection.begun = now;
  connection.in.append(bytes.data(), static_cast<std::size_t>(count));
  answer_all(connection, now);
}

// The whole requests that have come, one after the other, as far as the client takes the responses.
void ViewServer::answer_all(Connection& connection, double now) {
  while (!connection.is_sending() && !connection.drains && !connection.is_dead) {
    auto parsed = parse_request(connection.in);
    if (std::holds_alternative<NeedsMore>(parsed)) return;
    if (auto* bad = std::get_if<BadRequest>(&parsed)) {
      connection.closes = true;
      connection.out = response_bytes(bad->response, true, false);
    } else {
      const auto& [request, length] = std::get<WholeRequest>(parsed);
      connection.in.erase(0, length);
      connection.closes = !request.keep_alive;
      connection.out =
          response_bytes(answer(request), request.method != "HEAD", request.keep_alive);
    }
    connection.begun = now;
    send_to(connection, now);
  }
}

HttpResponse ViewServer::answer(const HttpRequest& request) const {
  if (waiting_bytes() > limits_.waiting_bytes) {
    return http_error(503, "too much is waiting to be read; try again");
  }
  return responder_(request, address_);
}

void ViewServer::send_to(Connection& connection, double now) {
  const std::size_t left = connection.out.size() - connection.sent;
  const ssize_t count =
      send(connection.socket, connection.out.data() + connection.sent, left, MSG_NOSIGNAL);
  if (count < 0) {
    connection.is_dead = errno != EAGAIN && errno != EINTR;
    return;
  }
  connection.sent += static_cast<std::size_t>(count);
  connection.heard = now;
  if (connection.is_sending()) return;
  connection.out = {};
  connection.sent = 0;
  if (!connection.closes) return;
  // Closed at once, what the client still sends would reset the connection, and the response would
  // be lost.
  shutdown(connection.socket, SHUT_WR);
  connection.drains = true;
  connection.begun = now;
}

void ViewServer::drop_late(double now) {
  std::erase_if(connections_, [&](const Connection& connection) {
    const bool is_asking = !connection.in.empty() || connection.drains;
    const bool is_late =
        is_asking && !connection.is_sending() && now - connection.begun > limits_.request_seconds;
    const bool is_silent = now - connection.heard > limits_.silent_seconds;
    if (!connection.is_dead && !is_late && !is_silent) return false;
    close(connection.socket);
    return true;
  });
}

std::size_t ViewServer::waiting_bytes() const {
  std::size_t bytes = 0;
  for (const Connection& connection : connections_) bytes += connection.out.size();
  return bytes;
}

}  // namespace galet
