#!/usr/bin/env bash
# tools/test_env.sh [JOBS]: the Python environments that `make test` needs. They
# are downloaded and unpacked, mostly: meanwhile the sanitized library is
# compiled, which needs none of them.
set -euo pipefail
cd "$(dirname "$0")/.."

jobs=${1:-2}
cmake --preset asan >/dev/null
nice cmake --build build/asan -j "$jobs" --target stepline_core &
compiling=$!
trap 'kill "$compiling" 2>/dev/null || true' ERR

tools/python_env.sh
tools/frameworks_env.sh
tools/pyright.sh
wait "$compiling"
