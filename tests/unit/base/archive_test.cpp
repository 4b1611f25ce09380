#include "galet/base/archive.hpp"

#include <cmath>
#include <limits>
#include <optional>

#include <gtest/gtest.h>

#include "galet/base/layout_hash.hpp"

namespace galet::archive_test {
namespace {

struct Plain {
  double x = 0.0;
  std::int64_t n = 0;
  bool operator==(const Plain&) const = default;
};

class Owner {
 public:
  Owner() = default;
  explicit Owner(std::vector<Plain> list) : list_(std::move(list)) {}
  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.list_, self.last_);
  }
  bool operator==(const Owner&) const = default;

 private:
  std::vector<Plain> list_;
  std::optional<double> last_ = 0.1;
};

TEST(Archive, values_come_back_bit_by_bit) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<Owner> owners{Owner({{0.1, 1}, {-0.0, 2}}), Owner(), Owner({{1e-310, 3}})};
  const std::string text = "α\nβ";
  ByteWriter out;
  out(owners, text, nan, std::vector<std::string>{"", "x"});

  std::vector<Owner> owners_back;
  std::string text_back;
  double nan_back = 0.0;
  std::vector<std::string> list_back;
  ByteReader in(out.bytes());
  in(owners_back, text_back, nan_back);
  EXPECT_FALSE(in.at_end());
  in(list_back);
  EXPECT_TRUE(in.at_end());
  EXPECT_EQ(owners_back, owners);
  EXPECT_EQ(text_back, text);
  EXPECT_TRUE(std::isnan(nan_back));
  EXPECT_EQ(list_back, (std::vector<std::string>{"", "x"}));
}

// Whatever is cut off, and whatever a length claims: an error, no wild read.
TEST(Archive, incomplete_bytes_are_refused) {
  ByteWriter out;
  out(std::vector<Owner>{Owner({{1.0, 2}})}, std::string("end"));
  for (std::size_t size = 0; size < out.bytes().size(); ++size) {
    ByteReader in(std::span(out.bytes()).first(size));
    std::vector<Owner> owners;
    std::string text;
    EXPECT_THROW(in(owners, text), SystemError) << size;
  }
  const std::vector<std::byte> ones(64, std::byte{0xff});
  ByteReader in(ones);
  std::vector<double> values;
  EXPECT_THROW(in(values), SystemError);
}

template <class... T>
std::uint64_t layout_of(const T&... values) {
  LayoutHash layout;
  layout(values...);
  return layout.value();
}

// What a list holds is its type; how much of it there is belongs to the values.
TEST(LayoutHash, depends_on_types_and_their_order_alone) {
  EXPECT_EQ(layout_of(1.0, std::vector<Owner>{}), layout_of(2.0, std::vector<Owner>(3)));
  EXPECT_EQ(layout_of(std::string("a")), layout_of(std::string()));
  const double x = 1.0;
  const std::int32_t n = 1;
  EXPECT_NE(layout_of(x, n), layout_of(n, x));
  EXPECT_NE(layout_of(x), layout_of(x, x));
  EXPECT_NE(layout_of(std::vector<double>{}), layout_of(x));
  EXPECT_NE(layout_of(std::vector<Plain>{}), layout_of(std::vector<double>{}));
  EXPECT_NE(layout_of(Owner()), layout_of(std::vector<Plain>{}));
}

}  // namespace
}  // namespace galet::archive_test
