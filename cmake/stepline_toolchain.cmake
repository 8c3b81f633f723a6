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

function(stepline_compile_options target)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  # Warnings are errors in our own tree only: a newer compiler in somebody
  # else's build must not break it.
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
    # g++ 12 sees overlapping copies where std::string joins literals.
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
    $<$<BOOL:${PROJECT_IS_TOP_LEVEL}>:-Werror>)
  if(STEPLINE_SANITIZE)
    target_compile_options(${target} PRIVATE
      -fsanitize=${STEPLINE_SANITIZE} -fno-omit-frame-pointer
      -fno-sanitize-recover=all)
    target_link_options(${target} PUBLIC -fsanitize=${STEPLINE_SANITIZE})
  endif()
endfunction()
