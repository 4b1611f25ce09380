#include "galet/io/frame_csv.hpp"

#include <algorithm>

#include "sample.hpp"
#include <gtest/gtest.h>

namespace galet::frame_csv_test {
namespace {

TEST(FrameCsv, bodies) {
  Sample<2> sample;
  sample.add_body({0.1, 0.2}, 0.5, {3.0, -4.0});
  sample.state.bodies.spin[0] = Spin<2>{2.5};
  sample.state.bodies.id[0] = BodyId::body(7);
  EXPECT_EQ(bodies_csv(stored(sample.frame())),
            "id,x,y,radius,mass,vx,vy,w,angle,material\n7,0.1,0.2,0.5,0.25,3,-4,2.5,0,0\n");
  Sample<3> space;
  space.add_body({0.1, 0.2, 0.3}, 0.5, {3.0, -4.0, 5.0});
  EXPECT_EQ(bodies_csv(stored(space.frame())),
            "id,x,y,z,radius,mass,vx,vy,vz,wx,wy,wz,qw,qx,qy,qz,material\n"
            "0,0.1,0.2,0.3,0.5,0.125,3,-4,5,0,0,0,1,0,0,0,0\n");
}

TEST(FrameCsv, images_in_periodic_scenes) {
  Sample<2> sample;
  sample.world.cell.period[0] = 2.0;
  sample.add_body({0.1, 0.2}, 0.5, {3.0, -4.0});
  sample.state.bodies.count_images();
  sample.state.bodies.image[0] = {-6, 0};
  EXPECT_EQ(bodies_csv(stored(sample.frame())),
            "id,x,y,radius,mass,vx,vy,w,angle,material,image_x,image_y\n"
            "0,0.1,0.2,0.5,0.25,3,-4,0,0,0,-6,0\n");
}

// n = +y, t = −x: the impulse (2, 0.5) · 1e-3 over a step of 1e-3 is the force (−0.5, 2).
TEST(FrameCsv, contacts_have_forces_in_the_world) {
  Sample<2> sample;
  sample.add_body({0.0, 0.0}, 1.0);
  sample.add_body({0.0, 2.0}, 1.0);
  sample.add_contact(0, 1, {2e-3, 5e-4});
  EXPECT_EQ(contacts_csv(stored(sample.frame())),
            "body_a,body_b,feature,status,gap,x,y,nx,ny,fx,fy,normal_force\n"
            "0,1,0,1,0,0,1,0,1,-0.5,2,2\n");
  EXPECT_EQ(contacts_csv(stored(sample.frame(), false)),
            "body_a,body_b,feature,status,gap,x,y,nx,ny,fx,fy,normal_force\n");
}

TEST(FrameCsv, one_row_each) {
  const Sample<3> sample = packed_sample<3>({3, 2, 2}, 0.1);
  const StoredFrame frame = stored(sample.frame());
  EXPECT_EQ(std::ranges::count(bodies_csv(frame), '\n'), 13);
  EXPECT_EQ(std::ranges::count(contacts_csv(frame), '\n'),
            1 + static_cast<std::ptrdiff_t>(sample.contacts.size()));
}

}  // namespace
}  // namespace galet::frame_csv_test
