#!/usr/bin/env bash
# Polder on a machine where nobody is root and no packages can be installed: builds the libraries
# that the programs need (zlib, elfutils, hwloc, libfabric) and then Polder from source, all below
# one folder, which may be moved later.
#
#   packaging/home.sh PREFIX [SOURCES]
#
# SOURCES is a folder with the tarballs, for machines without a way out (NAME-VERSION.tar.gz and the
# like, also as Debian names them); what is not there is downloaded. What pkg-config finds already
# is not built. Needs a C and a C++20 compiler, make, m4, pkg-config and python3. CMake 3.22 comes
# by pip if it is missing; Ninja is used where it is there.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
jobs=${JOBS:-$(nproc)}

fail() {
    echo "home.sh: error: $1" >&2
    [ $# -lt 2 ] || echo "hint: $2" >&2
    exit 1
}

[ $# -ge 1 ] && [ $# -le 2 ] && [ "${1:0:1}" != - ] ||
    fail "usage: packaging/home.sh PREFIX [SOURCES]"
mkdir -p "$1"
prefix=$(cd "$1" && pwd)
sources=
[ $# -lt 2 ] || sources=$(cd "$2" && pwd)
work=$prefix/build-of-libraries

for program in cc c++ make m4 pkg-config python3 tar; do
    command -v "$program" >/dev/null ||
        fail "$program is missing" "a module of the machine may have it: module avail"
done

own_modules=$prefix/lib/pkgconfig:$prefix/lib64/pkgconfig
export PKG_CONFIG_PATH=$own_modules${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}
export CPPFLAGS="-I$prefix/include ${CPPFLAGS:-}"
export LDFLAGS="-L$prefix/lib -Wl,-rpath,$prefix/lib ${LDFLAGS:-}"
export PATH=$prefix/tools/bin:$PATH

# Prints the tarball of library $1, whose address is $2.
tarball() {
    local found
    if [ -n "$sources" ]; then
        found=$(find "$sources" -maxdepth 1 \( -name "$1-*.tar.*" -o -name "$1_*.tar.*" \) \
            ! -name '*.debian.tar.*' ! -name '*.asc' | sort | tail -n 1)
        [ -z "$found" ] || { echo "$found" && return; }
    fi
    found=$work/$(basename "$2")
    if [ ! -s "$found" ]; then
        curl -fsSL -o "$found.part" "$2" || wget -q -O "$found.part" "$2" ||
            fail "cannot download $2" \
                "put it into a folder, and name that: packaging/home.sh $prefix FOLDER"
        mv "$found.part" "$found"
    fi
    echo "$found"
}

# library NAME PKG-CONFIG-NAME ADDRESS CONFIGURE-OPTIONS: builds and installs it, unless it is
# there.
library() {
    local name=$1 module=$2 address=$3 source
    shift 3
    if pkg-config --exists "$module"; then
        echo "home.sh: $name is there: $(pkg-config --modversion "$module")"
        return
    fi
    echo "home.sh: building $name"
    source=$(tarball "$name" "$address")
    rm -rf "${work:?}/$name"
    mkdir -p "$work/$name"
    tar -xf "$source" -C "$work/$name" --strip-components=1 ||
        fail "tar cannot unpack $source" "it needs bzip2 for .tar.bz2, and xz for .tar.xz"
    [ -x "$work/$name/configure" ] ||
        fail "$source has no configure: it is an archive of sources, not of a release" \
            "the release is at $address"
    (
        cd "$work/$name" &&
            ./configure --prefix="$prefix" --libdir="$prefix/lib" "$@" &&
            make -j "$jobs" && make install
    ) >"$work/$name.log" 2>&1 ||
        fail "$name cannot be built; the end of $work/$name.log says why:
$(tail -n 5 "$work/$name.log")"
}

tools() {
    local version
    version=$(cmake --version 2>/dev/null |
        sed -n 's/^cmake version \([0-9]*\)\.\([0-9]*\).*/\1 \2/p') || true
    set -- ${version:-0 0}
    if [ "$1" -lt 3 ] || { [ "$1" -eq 3 ] && [ "$2" -lt 22 ]; }; then
        echo "home.sh: CMake by pip"
        mkdir -p "$prefix/tools"
        {
            python3 -m venv "$prefix/tools" &&
                "$prefix/tools/bin/pip" -q install 'cmake>=3.22' ninja
        } >"$work/tools.log" 2>&1 ||
            fail "there is no CMake 3.22, and pip cannot install one:
$(tail -n 5 "$work/tools.log")" "a module of the machine may have it: module avail cmake"
    fi
    generator='Unix Makefiles'
    ! command -v ninja >/dev/null || generator=Ninja
}

mkdir -p "$work"
tools
library zlib zlib https://zlib.net/fossils/zlib-1.3.1.tar.gz
library elfutils libdw https://sourceware.org/elfutils/ftp/0.188/elfutils-0.188.tar.bz2 \
    --disable-debuginfod --disable-libdebuginfod --disable-nls \
    --without-bzip2 --without-lzma --without-zstd
library hwloc hwloc https://download.open-mpi.org/release/hwloc/v2.9/hwloc-2.9.0.tar.bz2 \
    --disable-cairo --disable-libxml2 --disable-libudev --disable-pci --disable-opencl \
    --disable-cuda --disable-nvml --disable-rsmi --disable-levelzero
library libfabric libfabric \
    https://github.com/ofiwg/libfabric/releases/download/v1.17.0/libfabric-1.17.0.tar.bz2 \
    --disable-psm --disable-psm2 --disable-psm3

echo "home.sh: building Polder"
cmake -S "$root" -B "$prefix/build-of-polder" -G "$generator" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_INSTALL_PREFIX="$prefix" -DCMAKE_INSTALL_LIBDIR=lib \
    -DPOLDER_BUILD_TESTS=OFF -DPOLDER_BUILD_BENCH=OFF \
    -DCMAKE_INSTALL_RPATH='$ORIGIN/../lib;$ORIGIN/..' >"$work/polder.log" 2>&1 &&
    cmake --build "$prefix/build-of-polder" -- -j "$jobs" >>"$work/polder.log" 2>&1 &&
    cmake --install "$prefix/build-of-polder" >>"$work/polder.log" 2>&1 ||
    fail "Polder cannot be built; the end of $work/polder.log says why:
$(tail -n 5 "$work/polder.log")"
rm -rf "$work" "$prefix/build-of-polder"
echo "home.sh: done. export PATH=$prefix/bin:\$PATH MANPATH=$prefix/share/man:"
echo "home.sh: polder doctor says whether all is well"
