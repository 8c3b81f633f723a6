#!/usr/bin/env bash
# tools/demo.sh: runs the demo training into runs/ while the page shows it. On a
# terminal the page is opened, and stays until Ctrl-C; elsewhere it ends with
# the training.
set -euo pipefail

open=()
[[ -t 1 && -z ${SSH_CONNECTION:-} ]] && open=(--open)
mkdir -p runs
build/stepline serve runs "${open[@]}" &
server=$!
trap 'kill -INT "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true' EXIT

build/examples/train_demo
if [[ -t 1 ]]; then
  echo "demo: the training is over; the page stays until Ctrl-C"
  wait "$server"
fi
