# One static library per folder of src/galet, with the project's warnings.

add_library(galet_options INTERFACE)
target_compile_options(galet_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor
  $<$<BOOL:${GALET_WERROR}>:-Werror>
  # Linked into the program and into modules for other languages alike.
  -fPIC -fvisibility=hidden -fvisibility-inlines-hidden
  # The compiler looks for garbage less often: a fifth less time for a fifth more memory, 1.2 GB.
  $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=600000>)
target_include_directories(galet_options INTERFACE ${CMAKE_SOURCE_DIR}/src)

# What most sources include, compiled once. Sources with options of their own (the kernels for one
# instruction set) do without.
set(GALET_COMMON_HEADERS
  <algorithm> <array> <cmath> <cstdint> <filesystem> <functional> <limits> <memory> <numbers>
  <numeric> <optional> <span> <string> <string_view> <utility> <variant> <vector>
  <Eigen/Core> <Eigen/Geometry> <Eigen/LU> <fmt/format.h>)

# galet_precompiled(<name> HEADERS <header>... [LINK <target>...] [OPTIONS <option>...]): a target
# whose precompiled headers others of the same options take over by REUSE_FROM.
function(galet_precompiled name)
  cmake_parse_arguments(ARG "" "" "HEADERS;LINK;OPTIONS" ${ARGN})
  file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp CONTENT "")
  add_library(${name} OBJECT ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  target_link_libraries(${name} PRIVATE galet_options Eigen3::Eigen fmt::fmt Threads::Threads
                                        ${ARG_LINK})
  target_compile_options(${name} PRIVATE ${ARG_OPTIONS})
  target_precompile_headers(${name} PRIVATE ${ARG_HEADERS})
endfunction()
galet_precompiled(galet_common_headers HEADERS ${GALET_COMMON_HEADERS})
# For what works with whole simulations: it runs once where the folders below run in every step, and
# compiles in two thirds of the time with less optimisation.
set(GALET_SIMULATION_HEADERS ${GALET_COMMON_HEADERS} <galet/sim/simulation.hpp>)
set(GALET_LIGHT $<$<CONFIG:Release>:-O1>)
galet_precompiled(galet_simulation_headers HEADERS ${GALET_SIMULATION_HEADERS}
                  OPTIONS ${GALET_LIGHT})

# Sources are compiled some together, which shares what their headers and templates cost: names in
# anonymous namespaces are unique within a folder.
function(galet_together target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
  # Of names in anonymous namespaces, which the compiler then takes for those of a header.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()

function(galet_light target)
  target_precompile_headers(${target} REUSE_FROM galet_simulation_headers)
  target_compile_options(${target} PRIVATE ${GALET_LIGHT})
endfunction()

# For the fuzzer, and for the unit tests that are built with it, code that reads bytes of others is
# watched; the rest is there to be linked.
set(GALET_WATCHED_FOLDERS base problem sweep scene build sim io view vary)
function(galet_watch target)
  target_compile_options(${target} PRIVATE -O1 -g1 -fsanitize=fuzzer-no-link,address,undefined
                                           -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(${target} PUBLIC -fsanitize=address,undefined)
endfunction()

# galet_library(<folder> [HOT | LIGHT] [DEPENDS <folder or target>...]): all sources of the folder;
# HOT: of one with loops over bodies and contacts in every step, LIGHT: of one that works with whole
# simulations.
function(galet_library folder)
  cmake_parse_arguments(ARG "HOT;LIGHT" "" "DEPENDS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp)
  if(sources)
    add_library(galet_${folder} STATIC ${sources})
    if(ARG_LIGHT)
      galet_light(galet_${folder})
    else()
      target_precompile_headers(galet_${folder} REUSE_FROM galet_common_headers)
    endif()
    if(ARG_HOT)
      target_compile_options(galet_${folder} PRIVATE $<$<CONFIG:Release>:-O3>)
    endif()
    galet_together(galet_${folder})
    if(GALET_FUZZ AND folder IN_LIST GALET_WATCHED_FOLDERS)
      galet_watch(galet_${folder})
    endif()
    set(scope PUBLIC)
  else()
    add_library(galet_${folder} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_link_libraries(galet_${folder} ${scope} galet_options ${ARG_DEPENDS})
  add_library(galet::${folder} ALIAS galet_${folder})
endfunction()
