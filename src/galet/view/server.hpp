// A server of HTTP for one person: one thread, one loop over its connections, so that whoever sends
// or reads slowly, or not at all, holds up nobody else.
#pragma once

#include <functional>
#include <list>
#include <string>

#include "galet/view/access.hpp"
#include "galet/view/http.hpp"

namespace galet {

struct ServerLimits {
  std::size_t connections = 64;   // when one more comes, the one that was silent longest goes
  double request_seconds = 15.0;  // from the first byte of a request to its last
  double silent_seconds = 120.0;  // without a byte in either direction
  std::size_t waiting_bytes = std::size_t{1} << 30;  // of responses that are not read yet
};

class ViewServer {
 public:
  using Responder = std::function<HttpResponse(const HttpRequest&, const ViewAddress&)>;

  // Listens at the address; a free port where it says 0. Throws InputError when that cannot be.
  ViewServer(const ViewAddress& address, Responder responder, ServerLimits limits = {});
  ~ViewServer();
  ViewServer(ViewServer&&) = delete;
  ViewServer& operator=(ViewServer&&) = delete;

  const ViewAddress& address() const { return address_; }  // with the port that it got
  std::string url() const;

  // Until `stop` says so, which is asked several times a second.
  void serve(const std::function<bool()>& stop);

 private:
  struct Connection {
    int socket = -1;
    std::string in = {};   // bytes of requests that are not answered
    std::string out = {};  // bytes of responses
    std::size_t sent = 0;  // of them
    double begun = 0.0;    // s, when the first byte of the request came
    double heard = 0.0;    // s, last byte in either direction
    bool closes = false;   // when all is sent
    bool drains = false;   // all is sent; what still comes is thrown away
    bool is_dead = false;
    bool is_sending() const { return sent < out.size(); }
  };

  void listen_at(const std::string& host, int port);
  void accept_one(double now);
  void make_room();
  void read_from(Connection& connection, double now);
  void answer_all(Connection& connection, double now);
  HttpResponse answer(const HttpRequest& request) const;
  void send_to(Connection& connection, double now);
  void drop_late(double now);
  std::size_t waiting_bytes() const;

  ViewAddress address_;
  Responder responder_;
  ServerLimits limits_;
  int listener_ = -1;
  std::list<Connection> connections_;
};

}  // namespace galet
