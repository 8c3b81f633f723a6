#!/usr/bin/env bash
# Puts pyright, for the tests of the Python package's types, into .venv/bin. By
# npm: PyPI's package of that name would fetch it, and a Node.js, from elsewhere
# when it is first run.
set -euo pipefail
cd "$(dirname "$0")/.."

version=1.1.414
if [[ $(.venv/bin/pyright --version 2>/dev/null) == "pyright $version" ]]; then
  exit 0
fi
npm install --global --prefix .venv --no-audit --no-fund --loglevel=error \
  "pyright@$version"
