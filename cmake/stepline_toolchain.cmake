# How our own targets are compiled: warnings, sanitizers, ccache and mold.

if(PROJECT_IS_TOP_LEVEL)
  find_program(STEPLINE_CCACHE ccache)
  if(STEPLINE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${STEPLINE_CCACHE})
  endif()
  find_program(STEPLINE_MOLD mold)
  if(STEPLINE_MOLD)
    add_link_options(-fuse-ld=mold)
  endif()
endif()

# Warnings are errors in our own tree, with the compilers that it is tested with:
# what a newer one sees must not break anybody's build.
set(STEPLINE_TESTED_COMPILER OFF)
if(PROJECT_IS_TOP_LEVEL)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    set(STEPLINE_TESTED_COMPILER ON)
  elseif(CMAKE_CXX_COMPILER_ID STREQUAL Clang AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 17)
    set(STEPLINE_TESTED_COMPILER ON)
  endif()
endif()
option(STEPLINE_WERROR "Warnings are errors" ${STEPLINE_TESTED_COMPILER})

function(stepline_compile_options target)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
    # g++ 12 sees overlapping copies where std::string joins literals.
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
    $<$<BOOL:${STEPLINE_WERROR}>:-Werror>)
  if(STEPLINE_SANITIZE)
    target_compile_options(${target} PRIVATE
      -fsanitize=${STEPLINE_SANITIZE} -fno-omit-frame-pointer
      -fno-sanitize-recover=all)
    target_link_options(${target} PUBLIC -fsanitize=${STEPLINE_SANITIZE})
  endif()
endfunction()

# Worth compiling once. Sanitized builds only: the others see to it that each
# file includes what it uses.
set(STEPLINE_COMMON_HEADERS
  <algorithm> <array> <atomic> <bit> <chrono> <cmath> <condition_variable>
  <filesystem> <functional> <limits> <map> <memory> <mutex> <optional> <random>
  <span> <sstream> <string> <string_view> <thread> <unordered_map> <utility>
  <variant> <vector>)
