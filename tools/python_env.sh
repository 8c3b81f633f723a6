#!/usr/bin/env bash
# tools/python_env.sh [DIRECTORY REQUIREMENTS]: makes a virtual environment with
# what is pinned there; .venv with tools/requirements.txt unless told otherwise.
set -euo pipefail
cd "$(dirname "$0")/.."

venv=${1:-.venv}
wanted=${2:-tools/requirements.txt}
stamp=$venv/requirements.txt
if [[ -x $venv/bin/python ]] && cmp -s "$wanted" "$stamp"; then
  exit 0
fi

make_venv() {
  rm -rf "$venv"
  python3 -m venv "$venv" >/dev/null 2>&1 ||
    python3 -m virtualenv -q "$venv" >/dev/null 2>&1
}

if [[ ! -x $venv/bin/pip ]] && ! make_venv; then
  # Debian ships python3 without ensurepip.
  tools/setup.sh venv
  make_venv || {
    rm -rf "$venv"
    /usr/bin/python3 -m venv "$venv"
  }
fi

echo "python: installing what $wanted pins into $venv"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check -r "$wanted"
cp "$wanted" "$stamp"
