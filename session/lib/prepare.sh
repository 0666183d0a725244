# shellcheck shell=bash
# Sourced by the scripts of this folder: where the project is, and what it needs, found or installed.
# Whoever sources it has set -euo pipefail.

# Programs of the desktop speak the language of the user; what scripts read has to stay the same.
export LC_ALL=C.UTF-8
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd -P)
# Where the built programs are.
readonly bin=$root/.build/release

say() { printf '%s\n' "$*"; }
fail() {
    printf '%s: %s\n' "$(basename -- "$0")" "$*" >&2
    exit 1
}

# What is looked for, and the Debian package that brings it.
readonly needed_programs=(jackd:jackd2 jack_lsp:jackd2 pkg-config:pkg-config)
readonly needed_libraries=(
    jack:libjack-jackd2-dev sndfile:libsndfile1-dev rubberband:librubberband-dev liblo:liblo-dev
    samplerate:libsamplerate0-dev vorbisenc:libvorbis-dev sqlite3:libsqlite3-dev
)
readonly needed_test_programs=(
    jack_transport:jackd2 jack_midiseq:jackd2 jack_session_notify:jackd2 dbus-daemon:dbus-daemon busctl:systemd
    sox:sox sndfile-info:sndfile-programs ffmpeg:ffmpeg ffprobe:ffmpeg jack_capture:jack-capture jack-record:jack-tools
    oscsend:liblo-tools tmux:tmux shellcheck:shellcheck groff:groff-base mkfs.ext4:e2fsprogs cc:gcc
    rubberband:rubberband-cli sooperlooper:sooperlooper zsh:zsh fish:fish ip:iproute2 nft:nftables fallocate:util-linux
    pipewire:pipewire pw-metadata:pipewire-bin pw-jack:pipewire-jack wireplumber:wireplumber zita-n2j:zita-njbridge
)

# Packages of what is missing, each once. With "tests", also what only the tests use.
missing_packages() {
    local entry programs=("${needed_programs[@]}")
    [[ $1 != tests ]] || programs+=("${needed_test_programs[@]}")
    {
        for entry in "${programs[@]}"; do
            command -v "${entry%%:*}" >/dev/null || say "${entry#*:}"
        done
        for entry in "${needed_libraries[@]}"; do
            pkg-config --exists "${entry%%:*}" 2>/dev/null || say "${entry#*:}"
        done
        if [[ $1 == tests ]] && ! /usr/bin/python3 -c 'import liblo' 2>/dev/null; then say python3-liblo; fi
        if [[ $1 == tests ]] && [[ $(sox --help 2>/dev/null) != *' mp3 '* ]]; then say libsox-fmt-mp3; fi
    } | sort -u
}

# What a long step says meanwhile: kept where the step fails, removed by the caller's trap where it is cut short.
scratch=

# Says the last lines of a log that grew while something failed.
show_log() { sed 's/^/  | /' <(tail -n 20 -- "$1") >&2; }
# Ends with the last words of the long step.
give_up() {
    local log=$scratch
    show_log "$log"
    scratch=
    fail "$1; all it said is in $log"
}

# Installs what is missing when we may, and says what to type when we may not. Quiet when nothing is missing.
prepare_packages() {
    local packages
    mapfile -t packages < <(missing_packages "$1")
    ((${#packages[@]})) || return 0
    if ! command -v apt-get >/dev/null; then
        fail "missing: ${packages[*]} (Debian's names). Install them with this system's package manager, then run me again."
    fi
    if ((EUID != 0)); then
        printf '%s: missing: %s\nInstall them with this command, then run me again:\n\n    %s %s\n\n' \
            "$(basename -- "$0")" "${packages[*]}" 'sudo apt-get install --no-install-recommends' "${packages[*]}" >&2
        exit 1
    fi
    scratch=$(mktemp)
    # jackd2 asks about realtime priority while it is installed: noninteractive takes its default and does not wait.
    export DEBIAN_FRONTEND=noninteractive
    say "installing ${packages[*]} ..."
    if ! apt-get -o DPkg::Lock::Timeout=300 -q update >"$scratch" 2>&1 ||
        ! apt-get -o DPkg::Lock::Timeout=300 -q -y --no-install-recommends install "${packages[@]}" >>"$scratch" 2>&1; then
        give_up "apt-get could not install ${packages[*]}"
    fi
    rm -f -- "$scratch"
    mapfile -t packages < <(missing_packages "$1")
    ((${#packages[@]} == 0)) || fail "still missing after the installation: ${packages[*]}"
}

# Needs Swift 6.3 or later.
prepare_swift() {
    local version
    command -v swift >/dev/null ||
        fail "no 'swift' in PATH. Dicta is built with Swift 6.3 or later: https://www.swift.org/install/linux/"
    version=$(swift --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9]+\.[0-9]+).*/\1/p')
    [[ -n $version ]] || fail "'swift --version' says no version; is $(command -v swift) a whole toolchain?"
    [[ $(printf '%s\n' 6.3 "$version" | sort -V | head -n 1) == 6.3 ]] ||
        fail "Swift $version is too old: 6.3 or later is needed (https://www.swift.org/install/linux/). It is $(command -v swift)"
}

# prepare run|tests
prepare() {
    prepare_packages "$1"
    prepare_swift
}

# Builds release binaries that run where no Swift is installed; in `bin`.
build_release() {
    local began=$SECONDS ticker words='building ...'
    local -r flags=(--package-path "$root" -c release --static-swift-stdlib)
    scratch=$(mktemp)
    [[ -x $bin/dictad ]] || words='building (the first time takes some minutes) ...'
    # A build with nothing to do is over by then, and quiet.
    (sleep 3 >/dev/null 2>&1 && say "$words") &
    ticker=$!
    if ! swift build "${flags[@]}" >"$scratch" 2>&1; then
        kill "$ticker" 2>/dev/null || true
        give_up "the build failed"
    fi
    kill "$ticker" 2>/dev/null || true
    wait "$ticker" 2>/dev/null || true
    rm -f -- "$scratch"
    ((SECONDS - began < 10)) || say "built in $((SECONDS - began)) s"
}
