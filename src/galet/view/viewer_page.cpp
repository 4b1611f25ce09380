#include "galet/view/viewer_page.hpp"

#include <cstddef>

// The assembler takes the file as it is: no compiler has to read half a million characters.
asm(".section .rodata\n"
    ".global galet_viewer_page_begin\n"
    ".global galet_viewer_page_end\n"
    "galet_viewer_page_begin:\n"
    ".incbin \"" GALET_VIEWER_PAGE
    "\"\n"
    "galet_viewer_page_end:\n"
    ".byte 0\n"
    ".previous\n");

extern "C" {
extern const char galet_viewer_page_begin[];
extern const char galet_viewer_page_end[];
}

namespace galet {

std::string_view viewer_page() {
  return {galet_viewer_page_begin,
          static_cast<std::size_t>(galet_viewer_page_end - galet_viewer_page_begin)};
}

}  // namespace galet
