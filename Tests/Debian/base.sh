# shellcheck shell=bash
# A bare Debian 12 for the scripts of this folder. Only root can use it. A script that sources this file is run again in namespaces of
# its own, then has the system in $base, and a folder of its own in $work.
# A script sets `cache` first: a folder that keeps the bare system and downloaded packages; once it is filled, no network is needed.
# The mirror is that of this machine's apt.
set -euo pipefail
export LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive
: "${cache:?}"
readonly release=bookworm

fail() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}
# ok WORDS: tells what holds, with the seconds since the start.
ok() { printf 'ok %4d s: %s\n' "$SECONDS" "$*"; }

((EUID == 0)) || fail "only root can run this"

# The rest runs in namespaces of its own: its mounts and processes are gone before the folder is removed.
if [[ -z ${DICTA_BARE-} ]]; then
    DICTA_BARE=$(mktemp -d)
    export DICTA_BARE
    trap 'rm -rf --one-file-system -- "$DICTA_BARE"' EXIT
    unshare --mount --pid --fork --kill-child --mount-proc "$0" "$@"
    exit
fi

readonly work=$DICTA_BARE
readonly base=$work/root log=$work/log

# sources: prints the lines of this machine's apt for the release.
sources() {
    # shellcheck disable=SC2016
    apt-get indextargets --format '$(REPO_URI) $(CODENAME) $(COMPONENT)' 'Created-By: Packages' | sort -u |
        awk -v release="$release" '$2 == release || index($2, release "-") == 1 { print "deb", $1, $2, $3 }'
}

# run WORDS: runs a command in the bare system as root.
run() {
    chroot "$base" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}
# apt WORDS: runs apt-get in the bare system, without recommended packages.
apt() {
    run apt-get -q -y --no-install-recommends "$@" >"$log" 2>&1 || {
        tail -n 40 -- "$log" >&2
        fail "apt-get $* failed in the bare system; if its list of packages is too old, remove $cache and run this again"
    }
}
# A command as the user; anna COMMAND runs a shell command.
readonly user=(chroot --userspec=1000:1000 "$base" /usr/bin/env -i PATH=/home/anna/.local/bin:/usr/bin:/bin HOME=/home/anna
    LC_ALL=C.UTF-8 XDG_RUNTIME_DIR=/run/user/1000)
anna() { "${user[@]}" sh -ec "$1"; }

# processes: prints the processes of this namespace that are not this script's own.
processes() {
    local folder
    for folder in /proc/[0-9]*; do
        [[ $(readlink -- "$folder/root") != "$base" ]] || tr '\0' ' ' <"$folder/cmdline"
    done
}
no_process() {
    local found
    found=$(processes)
    [[ -z $found ]] || fail "$1 left processes: $found"
}
# sums: prints the sums and modes of all that the user has.
sums() { run sh -c 'find /home/anna -printf "%p %m %U %T@\n" | sort; find /home/anna -type f -print0 | sort -z | xargs -0 sha256sum'; }
# ours: prints the files outside the user's folders that have the name.
ours() {
    run find / -xdev '(' -path /proc -o -path /home -o -path /run -o -path /var/cache/apt -o -path /packages ')' -prune -o -iname '*dicta*' -print
}

# make_base: makes the bare system, once, and keeps it in the cache.
make_base() {
    local mirror proxy
    mirror=$(sources | awk -v release="$release" '$3 == release { print $2; exit }')
    [[ -n $mirror ]] || fail "apt of this machine has no mirror of Debian $release; add one to its sources"
    debootstrap --variant=minbase "$release" "$base" "$mirror" >"$log" 2>&1 || {
        tail -n 20 -- "$log" >&2
        fail "debootstrap could not make Debian $release"
    }
    rm -f -- "$base/etc/apt/sources.list"
    sources >"$base/etc/apt/sources.list"
    proxy=$(apt-config dump Acquire::http::Proxy Acquire::https::Proxy)
    [[ -z $proxy ]] || printf '%s\n' "$proxy" >"$base/etc/apt/apt.conf.d/90proxy"
    cp -L -- /etc/resolv.conf /etc/hosts "$base/etc/"
    apt update
    tar --create --directory "$base" --one-file-system -- . >"$cache/$release.tar.new"
    mv -- "$cache/$release.tar.new" "$cache/$release.tar"
}

mkdir -p -- "$cache/archives" "$base"
if [[ -r $cache/$release.tar ]]; then
    tar --extract --directory "$base" --file "$cache/$release.tar"
else
    make_base
fi
ok "a bare Debian $release, $(run sh -c "dpkg-query -W | wc -l") packages"

mount --bind -- "$cache/archives" "$base/var/cache/apt/archives"
mount -t proc proc "$base/proc"
mount -t tmpfs -o mode=1777 tmpfs "$base/dev/shm"
# The packages of the cache stay after an installation.
printf 'APT::Keep-Downloaded-Packages "true";\nBinary::apt-get::APT::Keep-Downloaded-Packages "true";\n' \
    >"$base/etc/apt/apt.conf.d/91keep"
