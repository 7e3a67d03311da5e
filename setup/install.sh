# What ./quickstart and ./test need on the machine: Debian packages (packages.txt) and the engine
# (libchdb, an npm package). Sourced; says what it installs before it does, and installs nothing
# that is there. Once everything is there it needs no network.

engine_package="@chdb/lib-linux-x64-gnu"
engine_version="26.7.3-stable.1"
engine_sha256="c0d32b129e988f2b9a9a31c9141aecf5e1e2453f9a079efc4d36ab8e3f92b2ad"

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# packages_wanted build|all|cluster: the names in packages.txt, for building, for the tests as well,
# and for those on real servers too.
packages_wanted() {
  case "$1" in
    build) sed '/^# tests only/,$d' packages.txt ;;
    all) sed '/^# .\/test cluster only/,$d' packages.txt ;;
    cluster) cat packages.txt ;;
  esac | grep -v '^#'
}

# without_services COMMAND...: what it installs starts no service of its own.
without_services() {
  local policy=/usr/sbin/policy-rc.d status=0
  if [ -e "$policy" ]; then
    "$@"
    return
  fi
  printf '#!/bin/sh\nexit 101\n' | as_root tee "$policy" >/dev/null
  as_root chmod 755 "$policy"
  "$@" || status=$?
  as_root rm -f "$policy"
  return "$status"
}

is_installed() {
  case "$1" in
    npm) command -v npm >/dev/null ;; # may come from elsewhere than Debian
    *) dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q 'ok installed' ;;
  esac
}

install_packages() {
  local missing=() name
  for name in $(packages_wanted "$1"); do
    is_installed "$name" || missing+=("$name")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  echo "installing Debian packages: ${missing[*]}"
  as_root apt-get update -qq
  without_services as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
    --no-install-recommends "${missing[@]}" >/dev/null
}

install_engine() {
  [ ! -f .engine/libchdb.so ] || return 0
  [ "$(uname -sm)" = "Linux x86_64" ] || {
    echo "the embedded engine is pinned for Linux on x86_64 only" >&2
    return 1
  }
  echo "installing the engine: ClickHouse 26.7 as a library ($engine_package $engine_version, 180 MB)"
  local download
  download=$(mktemp -d)
  npm pack --silent --prefer-offline --pack-destination "$download" \
    "$engine_package@$engine_version" >/dev/null
  echo "$engine_sha256  $(echo "$download"/*.tgz)" | sha256sum --check --quiet
  mkdir -p .engine
  tar -xzf "$download"/*.tgz -C "$download" package/libchdb.so
  mv "$download/package/libchdb.so" .engine/libchdb.so.part
  mv .engine/libchdb.so.part .engine/libchdb.so
  rm -rf "$download"
}

# The compiler cache, where there is one, serves every checkout alike.
export CCACHE_BASEDIR="$PWD" CCACHE_NOHASHDIR=1

# build PRESET TARGET...
build() {
  local preset=$1
  shift
  [ -f "build/$preset/build.ninja" ] || cmake --preset "$preset" >"/tmp/godwit-cmake-$$.log" ||
    { cat "/tmp/godwit-cmake-$$.log"; return 1; }
  rm -f "/tmp/godwit-cmake-$$.log"
  ninja -C "build/$preset" --quiet "$@"
}
