#include "galet/io/frame_csv.hpp"

#include <fmt/format.h>

namespace galet {
namespace {

// A line under construction; numbers in the shortest form that reads back as the same number.
class Line {
 public:
  explicit Line(std::string& text) : text_(text) {}
  ~Line() { text_ += '\n'; }
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;

  template <class T>
  void put(const T& value) {
    fmt::format_to(std::back_inserter(text_), "{}{}", first_ ? "" : ",", value);
    first_ = false;
  }
  // Row k of an array with rows of that length.
  template <class T>
  void put_row(const std::vector<T>& values, std::size_t k, std::size_t length) {
    for (std::size_t i = 0; i < length; ++i) put(values[k * length + i]);
  }

 private:
  std::string& text_;
  bool first_ = true;
};

}  // namespace

std::string bodies_csv(const StoredFrame& frame) {
  const bool flat = frame.dimension == 2;
  std::string text = flat ? "id,x,y,radius,mass,vx,vy,w,angle,material"
                          : "id,x,y,z,radius,mass,vx,vy,vz,wx,wy,wz,qw,qx,qy,qz,material";
  if (!frame.image.empty()) text += flat ? ",image_x,image_y" : ",image_x,image_y,image_z";
  text += '\n';
  const auto d = static_cast<std::size_t>(frame.dimension);
  for (std::size_t k = 0; k < frame.bodies(); ++k) {
    Line line(text);
    line.put(frame.id[k]);
    line.put_row(frame.position, k, d);
    line.put(frame.radius[k]);
    line.put(frame.mass[k]);
    line.put_row(frame.velocity, k, d);
    line.put_row(frame.spin, k, flat ? 1 : 3);
    line.put_row(frame.orientation, k, flat ? 1 : 4);
    line.put(frame.material[k]);
    if (!frame.image.empty()) line.put_row(frame.image, k, d);
  }
  return text;
}

std::string contacts_csv(const StoredFrame& frame) {
  const bool flat = frame.dimension == 2;
  std::string text = flat ? "body_a,body_b,feature,status,gap,x,y,nx,ny,fx,fy,normal_force"
                          : "body_a,body_b,feature,status,gap,x,y,z,nx,ny,nz,fx,fy,fz,normal_force";
  const StoredContacts none;
  const StoredContacts& contacts = frame.contacts ? *frame.contacts : none;
  if (!contacts.moment.empty()) text += flat ? ",moment" : ",moment_x,moment_y,moment_z";
  if (!contacts.state.empty()) text += ",state";
  if (!contacts.solid.empty()) text += ",solid";
  text += '\n';
  const auto d = static_cast<std::size_t>(frame.dimension);
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    Line line(text);
    line.put(contacts.body_a[c]);
    line.put(contacts.body_b[c]);
    line.put(contacts.feature[c]);
    line.put(static_cast<int>(contacts.status[c]));
    line.put(contacts.gap[c]);
    line.put_row(contacts.point, c, d);
    for (std::size_t j = 0; j < d; ++j) line.put(contacts.frame[c * d * d + j]);  // the normal
    for (std::size_t j = 0; j < d; ++j) {
      double force = 0.0;
      for (std::size_t i = 0; i < d; ++i) {
        force += contacts.frame[(c * d + i) * d + j] * contacts.impulse[c * d + i];
      }
      line.put(force / frame.step_length);
    }
    line.put(contacts.impulse[c * d] / frame.step_length);
    const std::size_t spin = flat ? 1 : 3;
    for (std::size_t j = 0; j < spin && !contacts.moment.empty(); ++j) {
      line.put(contacts.moment[c * spin + j] / frame.step_length);
    }
    if (!contacts.state.empty()) line.put(contacts.state[c]);
    if (!contacts.solid.empty()) line.put(contacts.solid[c]);
  }
  return text;
}

}  // namespace galet
