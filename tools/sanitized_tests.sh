#!/usr/bin/env bash
# tools/sanitized_tests.sh asan|tsan [JOBS]: builds and runs, under sanitizers,
# the tests of the layers where they find things.
set -euo pipefail

preset=$1
jobs=${2:-2}
skipped=()
case $preset in
  asan) layers=(base storage record event media writer reader store api live http) ;;
  tsan)
    layers=(writer store)
    skipped=(-E '^(Seeds/|FileLoader|ReduceTest.Agrees)')  # One thread each, and many.
    ;;
  *) echo "usage: $0 asan|tsan [jobs]" >&2; exit 2 ;;
esac

export ASAN_OPTIONS=detect_stack_use_after_return=1:${ASAN_OPTIONS:-}
export UBSAN_OPTIONS=print_stacktrace=1:${UBSAN_OPTIONS:-}
export TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1:${TSAN_OPTIONS:-}

cmake --preset "$preset"
cmake --build "build/$preset" -j "$jobs" --target "${layers[@]/#/tests_}"
labels=$(IFS='|'; echo "${layers[*]}")
ctest --test-dir "build/$preset" -j "$jobs" -L "^($labels)\$" \
  "${skipped[@]}" --output-on-failure
