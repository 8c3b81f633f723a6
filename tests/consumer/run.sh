#!/usr/bin/env bash
# run.sh find_package|add_subdirectory SOURCE BUILD WORK: builds the consumer
# that way, runs it, and looks at what it wrote and at what it links.
set -euo pipefail

way=$1 source=$2 build=$3 work=$4
rm -rf "$work"
mkdir -p "$work"

# As the tree itself is compiled, so that ccache need not do it again.
arguments=(-DCMAKE_BUILD_TYPE=Release -DSTEPLINE_WERROR=ON -G Ninja)
if command -v ccache >/dev/null; then
  arguments+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
fi
case $way in
  find_package)
    cmake --install "$build" --prefix "$work/prefix"
    arguments+=(-DCMAKE_PREFIX_PATH="$work/prefix")
    ;;
  add_subdirectory) arguments+=(-DSTEPLINE_SOURCE_DIR="$source") ;;
esac
cmake -S "$source/tests/consumer/$way" -B "$work/build" "${arguments[@]}"
cmake --build "$work/build" -j 2 --target train

cd "$work"
build/train
shopt -s nullglob
files=(runs/consumer/events.out.tfevents.*)
if ((${#files[@]} != 1)) || [[ ! -s ${files[0]} ]]; then
  echo "want one event file in runs/consumer, got ${#files[@]}" >&2
  exit 1
fi

# All that stepline::core may bring along: the standard library, threads, and
# what the media encoders use.
allowed='^(ld-linux.*|libc|libgcc_s|libgif|libisal|libm|libpthread|libstdc\+\+)\.so'
linked=$(readelf -d build/train | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
if ! grep -q '^libc\.so' <<<"$linked"; then
  echo "readelf named no libraries" >&2
  exit 1
fi
if others=$(grep -vE "$allowed" <<<"$linked"); then
  echo "stepline::core links more than it may: $others" >&2
  exit 1
fi
if nm -C build/train | grep -E 'google::protobuf|\bboost::'; then
  echo "protobuf or Boost inside stepline::core" >&2
  exit 1
fi
