// Markdown, as far as galet writes it, as one HTML page that needs no other file.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace galet {

// The bytes of an image by the name that the Markdown has for it; "" where there is none.
using ImageSource = std::function<std::string(const std::string& name)>;

// Knows headings, paragraphs, lists, tables, fenced code, images on lines of their own, `code`,
// **bold**, [links](to), marks after a backslash, and $formulas$, which are shown as they are
// written. All text is escaped: what a scene says cannot become markup, and links lead to http,
// https and places in files only.
std::string html_page(std::string_view markdown, const ImageSource& image);

}  // namespace galet
