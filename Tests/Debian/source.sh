#!/usr/bin/env bash
# Goes the way of the README from source in a bare Debian 12 with a Swift toolchain: builds, records and plays, takes the tour,
# installs, and takes everything away. Tells the seconds of each step. Only root can run it.
# usage: source.sh CACHE [PROGRAMS]
# CACHE is the folder of the bare system (base.sh). The toolchain is the one in PATH. PROGRAMS is the folder of another build of the same
# source: the programs of both have to be the same, byte for byte, as they are delivered.
set -euo pipefail
readonly cache=$1 programs=${2-}
toolchain=$(dirname -- "$(dirname -- "$(dirname -- "$(readlink -f -- "$(command -v swift)")")")")
readonly toolchain
source=$(dirname -- "$(dirname -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")")")
readonly source
# shellcheck source=Tests/Debian/base.sh
source "$source/Tests/Debian/base.sh" "$@"

# Packages that swift.org names for Debian 12 beside the toolchain itself.
apt install binutils-gold ca-certificates gcc git libc6-dev libcurl4-openssl-dev libedit-dev libncurses-dev libpython3-dev \
    libsqlite3-dev libstdc++-12-dev libxml2-dev pkg-config tzdata uuid-dev zlib1g-dev
# Folder of the source in the bare system.
readonly inside=/srv/dicta
mkdir -p -- "$base/$toolchain" "$base$inside"
mount --bind -o ro -- "$toolchain" "$base/$toolchain"
tar --create --directory "$source" --exclude=./.build --exclude=./.git -- . | tar --extract --directory "$base$inside"

# step WORDS COMMAND: runs a shell command as root in the folder of the source, and tells its seconds.
step() {
    local began=$SECONDS
    run PATH="$toolchain/usr/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" XDG_RUNTIME_DIR=/run \
        bash -ec "cd $inside; $2" >"$log" 2>&1 || fail "$1: $(cat -- "$log")"
    ok "$1 in $((SECONDS - began)) s"
}

step 'the toolchain answers' 'swift --version'
step 'session/run built, recorded and played' session/run
grep -q '^Recorded and played' "$log" || fail "nothing was recorded: $(cat -- "$log")"
step 'session/run recorded and played once more' session/run
step 'session/install installed' session/install
step 'the tour recorded, slowed down, looped, marked and deleted' 'dicta tour --yes'
grep -q '^The test take is deleted' "$log" || fail "the tour left its take: $(cat -- "$log")"
step 'session/run --stop ended all of it' 'session/run --stop'
sleep 1
no_process 'session/run --stop'
if [[ -n $programs ]]; then
    for name in dicta dictad; do
        # shellcheck disable=SC2016
        bash -ec 'source "$1/session/lib/prepare.sh"; strip_program "$2" "$4/here"; strip_program "$3" "$4/there"' - \
            "$source" "$base$inside/.build/release/$name" "$programs/$name" "$work"
        cmp -- "$work/here" "$work/there" || fail "two builds of one source made two programs $name"
    done
    ok "the programs are those of the build in $programs"
fi
step 'session/install --uninstall removed it' 'session/install --uninstall'
rm -rf -- "$base$inside"
# Recordings, settings and the log are the user's; /tmp has locks of the builds.
left=$(run find / -xdev '(' -path /proc -o -path /root -o -path /run -o -path /tmp -o -path /var/cache/apt ')' -prune -o -iname '*dicta*' -print)
[[ -z $left ]] || fail "session/install --uninstall left $left"
ok 'nothing of the programs is left'
