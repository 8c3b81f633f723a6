#!/usr/bin/env bash
# What the tests of docs/frameworks.md need beside .venv: TensorFlow's
# environment .venv-tensorflow, and .venv/sources with what does not build.
set -euo pipefail
cd "$(dirname "$0")/.."

tools/python_env.sh .venv-tensorflow tools/tensorflow.txt

sources=.venv/sources
if ! cmp -s tools/sources.txt "$sources/sources.txt"; then
  echo "python: fetching what tools/sources.txt pins into $sources"
  .venv/bin/python -m pip download --quiet --disable-pip-version-check --no-deps \
    --no-binary :all: --no-build-isolation --require-hashes -r tools/sources.txt -d "$sources"
  cp tools/sources.txt "$sources/sources.txt"
fi
