#!/usr/bin/env bash
# tools/stage.sh NAME COMMAND...: runs one stage of a long target, with one line
# when it begins and one when it ends. Its output goes to build/logs/NAME.log,
# and is shown when the stage fails.
set -uo pipefail

name=$1
shift
mkdir -p build/logs
log=build/logs/$name.log
echo "==> $name"
start=$SECONDS
"$@" >"$log" 2>&1
status=$?
secs=$((SECONDS - start))
if ((status)); then
  tail -n "${STAGE_LINES:-200}" "$log"
  echo "==> $name failed after $secs s (all of it: $log)"
  exit "$status"
fi
echo "    $name: ok, $secs s"
