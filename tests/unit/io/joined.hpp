// Reads trajectory.h5 and observe.h5 as others do, through their links to other files; galet itself
// refuses to.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <hdf5.h>

namespace galet {

inline std::vector<double> joined_column(const std::filesystem::path& path,
                                         const std::string& name) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t dataset = H5Dopen2(file, name.c_str(), H5P_DEFAULT);
  const hid_t space = H5Dget_space(dataset);
  std::vector<double> values(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
  const herr_t status =
      H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
  EXPECT_GE(status, 0) << path << " " << name;
  H5Sclose(space);
  H5Dclose(dataset);
  H5Fclose(file);
  return values;
}

inline std::int64_t joined_attribute(const std::filesystem::path& path, const std::string& group,
                                     const std::string& name) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t attribute =
      H5Aopen_by_name(file, group.c_str(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT);
  std::int64_t value = -1;
  EXPECT_GE(H5Aread(attribute, H5T_NATIVE_INT64, &value), 0) << path << " " << group;
  H5Aclose(attribute);
  H5Fclose(file);
  return value;
}

}  // namespace galet
