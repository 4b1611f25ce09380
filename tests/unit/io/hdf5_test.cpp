#include "galet/io/hdf5.hpp"

#include <numeric>

#include "unit/io/sample.hpp"
#include <gtest/gtest.h>

#include "galet/base/error.hpp"
#include "galet/io/atomic_file.hpp"

namespace galet::hdf5_test {
namespace {

template <class T>
std::vector<T> counted(std::size_t n) {
  std::vector<T> values(n);
  std::iota(values.begin(), values.end(), T{0});
  return values;
}

// Dimensions of a dataset, asked from the library itself.
std::vector<hsize_t> shape_in(const std::filesystem::path& path, const char* name) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT);
  const hid_t space = H5Dget_space(dataset);
  std::vector<hsize_t> shape(static_cast<std::size_t>(H5Sget_simple_extent_ndims(space)));
  H5Sget_simple_extent_dims(space, shape.data(), nullptr);
  H5Sclose(space);
  H5Dclose(dataset);
  H5Fclose(file);
  return shape;
}

TEST(Hdf5, arrays_and_attributes_come_back) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "a.h5";
  const auto doubles = counted<double>(12);
  const auto words = counted<std::int64_t>(5000);
  const auto ints = counted<std::int32_t>(3);
  const auto bytes = counted<std::uint8_t>(200);
  {
    const Hdf5File file = Hdf5File::in_memory(path);
    Hdf5Group root = file.root();
    root.set_attribute("title", std::string("Kiesel µ"));
    root.set_attribute("empty", std::string());
    root.set_attribute("pi", 3.25);
    Hdf5Group group = root.create("inner");
    group.write("doubles", std::span(doubles), {2, 3});
    group.write("words", std::span(words), {}, Hdf5Storage::compressed);
    group.write("ints", std::span(ints));
    group.write("bytes", std::span(bytes), {}, Hdf5Storage::compressed);
    group.set_attribute_of("bytes", "meaning", "small numbers");
    group.set_attribute("count", std::int64_t{-7});
    write_atomically(path, file.image());
  }
  const Hdf5File file = Hdf5File::open(path);
  const Hdf5Group group = file.root().open("inner");
  EXPECT_EQ(file.root().text_attribute("title"), "Kiesel µ");
  EXPECT_EQ(file.root().text_attribute("empty"), "");
  EXPECT_EQ(file.root().attribute<double>("pi"), 3.25);
  EXPECT_EQ(group.attribute<std::int64_t>("count"), -7);
  EXPECT_EQ(group.read<double>("doubles"), doubles);
  EXPECT_EQ(group.read<std::int64_t>("words"), words);
  EXPECT_EQ(group.read<std::int32_t>("ints"), ints);
  EXPECT_EQ(group.read<std::uint8_t>("bytes"), bytes);
  EXPECT_TRUE(group.has("ints"));
  EXPECT_FALSE(group.has("absent"));
  EXPECT_EQ(shape_in(path, "/inner/doubles"), (std::vector<hsize_t>{2, 2, 3}));
  EXPECT_EQ(shape_in(path, "/inner/words"), (std::vector<hsize_t>{5000}));
}

TEST(Hdf5, empty_arrays_keep_the_shape_of_their_rows) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "a.h5";
  const Hdf5File file = Hdf5File::in_memory(path);
  file.root().write("none", std::span<const double>(), {3}, Hdf5Storage::compressed);
  write_atomically(path, file.image());
  EXPECT_EQ(shape_in(path, "/none"), (std::vector<hsize_t>{0, 3}));
  EXPECT_TRUE(Hdf5File::open(path).root().read<double>("none").empty());
}

TEST(Hdf5, failures_name_the_file) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "a.h5";
  const auto expect_error = [&](auto&& action) {
    try {
      action();
      FAIL() << "no error";
    } catch (const SystemError& error) {
      EXPECT_NE(std::string(error.what()).find(path.string()), std::string::npos) << error.what();
    }
  };
  expect_error([&] { Hdf5File::open(path); });
  write_atomically(path, "no HDF5 at all");
  expect_error([&] { Hdf5File::open(path); });
  const Hdf5File file = Hdf5File::in_memory(path);
  expect_error([&] { file.root().read<double>("absent"); });
  expect_error([&] { file.root().open("absent"); });
  expect_error([&] { file.root().attribute<double>("absent"); });
  file.root().create("twice");
  expect_error([&] { file.root().create("twice"); });
}

}  // namespace
}  // namespace galet::hdf5_test
