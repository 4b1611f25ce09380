# One static library per folder of src/galet, with the project's warnings.

add_library(galet_options INTERFACE)
target_compile_options(galet_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor
  $<$<BOOL:${GALET_WERROR}>:-Werror>)
target_include_directories(galet_options INTERFACE ${CMAKE_SOURCE_DIR}/src)

# galet_library(<folder> [DEPENDS <folder or target>...]): all sources of the folder.
function(galet_library folder)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp)
  if(sources)
    add_library(galet_${folder} STATIC ${sources})
    set(scope PUBLIC)
  else()
    add_library(galet_${folder} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_link_libraries(galet_${folder} ${scope} galet_options ${ARG_DEPENDS})
  add_library(galet::${folder} ALIAS galet_${folder})
endfunction()
