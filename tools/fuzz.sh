#!/usr/bin/env bash
# tools/fuzz.sh SECS [DIRECTORY]: runs every fuzzer built in DIRECTORY for SECS
# seconds each. What they learn stays in DIRECTORY/corpus; seeds come from
# fuzz/corpus/<name>. A crash leaves its input in DIRECTORY and fails.
set -euo pipefail

secs=$1
build=${2:-build/fuzz}
found=0
while IFS= read -r fuzzer; do
  found=1
  name=$(basename "$fuzzer")
  corpus=$build/corpus/$name
  mkdir -p "$corpus"
  seeds=()
  [[ -d fuzz/corpus/$name ]] && seeds=("fuzz/corpus/$name")
  echo "fuzz: $name for $secs s"
  "$fuzzer" -max_total_time="$secs" -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="$build/" "$corpus" "${seeds[@]}" 2>&1 |
    { grep -vE '^#|^INFO|NEW|REDUCE|pulse' || true; }
done < <(find "$build" -type f -executable -name '*_fuzzer' | sort)
if ((!found)); then
  echo "fuzz: no fuzzers in $build" >&2
  exit 1
fi
