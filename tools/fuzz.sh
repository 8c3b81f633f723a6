#!/usr/bin/env bash
# tools/fuzz.sh SECS [DIRECTORY]: runs every fuzzer built in DIRECTORY for SECS
# seconds each, FUZZ_JOBS (2) at a time. What they learn stays in
# DIRECTORY/corpus; seeds come from fuzz/corpus/<name>. A crash, an input that
# takes longer than 20 seconds or more memory than it may leaves its input in
# DIRECTORY and fails.
set -euo pipefail

secs=$1
build=${2:-build/asan}
mkdir -p "$build/logs"

# An input has 4 KiB, mostly. What it may take at once is far more than a small
# multiple of that, and far less than a length that it claims; but values that
# are repeated to fill a tensor may take 64 MiB (src/event/array.h).
megabytes_at_once() {
  case $1 in
    event_fuzzer | tensor_fuzzer) echo 96 ;;
    api_fuzzer) echo 32 ;;
    *) echo 8 ;;
  esac
}

run_one() {
  local fuzzer=$1 secs=$2 build=$3 name corpus log
  name=$(basename "$fuzzer")
  corpus=$build/corpus/$name
  log=$build/logs/$name.log
  mkdir -p "$corpus"
  local seeds=()
  [[ -d fuzz/corpus/$name ]] && seeds=("fuzz/corpus/$name")
  echo "fuzz: $name for $secs s"
  if ! ASAN_OPTIONS=quarantine_size_mb=16 "$fuzzer" \
    -max_total_time="$secs" -timeout=20 -rss_limit_mb=1024 \
    -malloc_limit_mb="$(megabytes_at_once "$name")" -print_final_stats=1 \
    -artifact_prefix="$build/$name-" "$corpus" "${seeds[@]}" >"$log" 2>&1; then
    grep -vE '^#|NEW|REDUCE|pulse' "$log" || true
    echo "fuzz: $name failed (all of it: $log)"
    return 1
  fi
  echo "fuzz: $name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs"
}
export -f run_one megabytes_at_once

fuzzers=$(find "$build" -type f -executable -name '*_fuzzer' | sort)
if [[ -z $fuzzers ]]; then
  echo "fuzz: no fuzzers in $build" >&2
  exit 1
fi
xargs -P "${FUZZ_JOBS:-2}" -I '{}' \
  bash -c 'run_one "$@"' _ '{}' "$secs" "$build" <<<"$fuzzers"
