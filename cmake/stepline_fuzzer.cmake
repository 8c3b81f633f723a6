# stepline_fuzzer(png_fuzzer png_fuzzer.cc): a libFuzzer program. They see the
# private headers, and are built with the `fuzz` preset; `fuzzers` builds all.
function(stepline_fuzzer name)
  add_executable(${name} ${ARGN})
  target_include_directories(${name} PRIVATE
    ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(${name} PRIVATE stepline::core)
  stepline_compile_options(${name})
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  if(NOT TARGET fuzzers)
    add_custom_target(fuzzers)
  endif()
  add_dependencies(fuzzers ${name})
endfunction()
