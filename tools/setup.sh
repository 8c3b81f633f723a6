#!/usr/bin/env bash
# Installs the Debian packages that a target needs and that are missing:
#   tools/setup.sh build test browser fuzz venv
# Does nothing, quickly, when they are all there. SETUP=no skips the check, for
# machines where the libraries were installed another way.
set -euo pipefail

needed=()
welcome=()  # Used when present; nothing fails without them.
for group in "$@"; do
  case $group in
    build)
      needed+=(g++ cmake ninja-build libboost1.81-dev libcli11-dev libgif-dev
               libisal-dev libprotozero-dev libre2-dev libssl-dev pkg-config)
      welcome+=(ccache mold)
      ;;
    test)
      needed+=(clang-16 clang-format-16 clang-tidy-16 libclang-rt-16-dev
               libdlpack-dev libeigen3-dev libgmock-dev libgtest-dev
               libopencv-core-dev libopencv-imgproc-dev libspng-dev
               libtorch-dev pkg-config)
      ;;
    browser) needed+=(chromium fonts-liberation) ;;
    fuzz) needed+=(clang-16 libclang-rt-16-dev) ;;
    format) needed+=(clang-format-16) ;;
    tidy) needed+=(clang-tidy-16) ;;
    venv) needed+=(python3 python3-venv) ;;
    *) echo "setup: unknown group '$group'" >&2; exit 2 ;;
  esac
done

[[ ${SETUP:-yes} == no ]] && exit 0

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
  echo "setup: not a Debian system; install what these packages hold, then say SETUP=no: ${needed[*]}" >&2
  exit 1
fi

missing_of() {
  local installed package
  installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null |
              sed -n 's/^installed //p' || true)
  for package in "$@"; do
    grep -qxF "$package" <<<"$installed" || echo "$package"
  done
}

mapfile -t missing < <(missing_of "${needed[@]}")
wanted=()
if ((${#missing[@]} && ${#welcome[@]})); then
  mapfile -t wanted < <(missing_of "${welcome[@]}")
fi
((${#missing[@]})) || exit 0

as_root=()
if ((EUID != 0)); then
  if ! command -v sudo >/dev/null; then
    echo "setup: not root and no sudo; install: ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi

apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -y
     -o Dpkg::Use-Pty=0)
echo "setup: installing ${missing[*]}"
install() { "${apt[@]}" install --no-install-recommends "$@" >/dev/null; }
if ! install "${missing[@]}" 2>/dev/null; then
  "${apt[@]}" update
  install "${missing[@]}" || {
    echo "setup: apt-get failed; install: ${missing[*]}" >&2
    exit 1
  }
fi
for package in "${wanted[@]}"; do
  install "$package" 2>/dev/null || echo "setup: going on without $package"
done
