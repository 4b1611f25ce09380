// The viewer: one page of HTML with its scripts and styles, made from viewer/ (see its README.md).
#pragma once

#include <string_view>

namespace galet {

std::string_view viewer_page();

// Where an export puts its data, once in the page.
inline constexpr std::string_view viewer_data_mark = "<!--galet-data-->";

}  // namespace galet
