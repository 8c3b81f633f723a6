#!/usr/bin/env bash
# Makes the virtual environment .venv with what tools/requirements.txt pins.
set -euo pipefail
cd "$(dirname "$0")/.."

stamp=.venv/requirements.txt
if [[ -x .venv/bin/python ]] && cmp -s tools/requirements.txt "$stamp"; then
  exit 0
fi

make_venv() {
  rm -rf .venv
  python3 -m venv .venv >/dev/null 2>&1 ||
    python3 -m virtualenv -q .venv >/dev/null 2>&1
}

if [[ ! -x .venv/bin/pip ]] && ! make_venv; then
  # Debian ships python3 without ensurepip.
  tools/setup.sh venv
  make_venv || {
    rm -rf .venv
    /usr/bin/python3 -m venv .venv
  }
fi

echo "python: installing the peers that tests compare with into .venv"
.venv/bin/python -m pip install --quiet --disable-pip-version-check \
  -r tools/requirements.txt
cp tools/requirements.txt "$stamp"
