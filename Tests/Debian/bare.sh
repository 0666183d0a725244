#!/usr/bin/env bash
# Installs, uses, upgrades and purges the Debian package in a bare Debian 12, and then the tarball. Only root can run it.
# usage: bare.sh DEB TARBALL CACHE
# CACHE is the folder of the bare system (base.sh).
set -euo pipefail
readonly deb=$1 tarball=$2 cache=$3
# shellcheck source=Tests/Debian/base.sh
source "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/base.sh" "$@"

mkdir -p -- "$base/packages" "$base/run/user/1000"
cp -- "$deb" "$base/packages/new.deb"
cp -- "$tarball" "$base/packages/dicta.tar.xz"
# The same package under an older version.
dpkg-deb -R "$deb" "$work/old"
sed -i 's/^Version: .*/Version: 0.0.9/' "$work/old/DEBIAN/control"
dpkg-deb --root-owner-group -Zxz -z0 -b "$work/old" "$base/packages/old.deb" >"$log"
version=$(dpkg-deb -f "$deb" Version)
run useradd --create-home --uid 1000 --shell /bin/sh anna
chown 1000:1000 -- "$base/run/user/1000"
anna 'mkdir -p ~/tar'
tar --extract --xz --directory "$base/home/anna/tar" --no-same-owner --file "$tarball"
chown -R 1000:1000 -- "$base/home/anna/tar"

# Without the libraries the tarball tells which are missing, and puts nothing anywhere.
if anna 'cd ~/tar/dicta-*; session/install' >"$log" 2>&1; then fail "the tarball was installed without its libraries"; fi
grep -q 'lack these libraries: .*libjack.so.0 .*libsndfile.so.1' "$log" || fail "no word of the libraries: $(cat -- "$log")"
[[ ! -e $base/home/anna/.local ]] || fail "a refused installation left files in ~/.local"
ok "the tarball names the libraries that are missing"

apt install /packages/old.deb
no_process "the installation"
[[ $(run dicta --version) == "dicta $version" && $(run dictad --version) == "dictad $version" ]] ||
    fail "the programs do not tell version $version"
[[ -z $(run find / -xdev -name 'libswift*' -o -xdev -name swift -type f) ]] || fail "the bare system has Swift"
[[ -z $(run find / -xdev -path '*.wants/*' -name '*dicta*') ]] || fail "the installation enabled the service of the user"
run dpkg --verify dicta
ok "installed without Swift, nothing is started: $(run dpkg-query -W -f '${binary:Package}\n' | wc -l) packages"

apt install jackd2
# start_jack: starts a server without a sound card, as the user.
start_jack() {
    "${user[@]}" jackd -r -d dummy -r 48000 -p 512 >"$work/jack" 2>&1 &
    jack=$!
    anna 'jack_wait -w -t 30' >"$log" 2>&1 || fail "jackd does not start in the bare system: $(cat -- "$work/jack")"
}
stop_jack() {
    kill -- "$jack"
    wait "$jack" || true
}
start_jack
began=$SECONDS
anna 'dicta tour --yes' >"$log" 2>&1 || fail "no tour in the bare system: $(cat -- "$log")"
grep -q '^The test take is deleted' "$log" || fail "the tour left its take: $(cat -- "$log")"
[[ -z $(run find /home/anna -name '*tour*') ]] || fail "the tour left $(run find /home/anna -name '*tour*')"
ok "took the tour in $((SECONDS - began)) s"
anna 'dicta start; dicta set rec-format flac; dicta rec interview; sleep 3; dicta stop' >"$log" 2>&1 ||
    fail "no recording in the bare system: $(cat -- "$log")"
seconds=$(anna 'dicta info interview --json' | sed -nE 's/.*"(length_seconds|seconds|length)": *([0-9]+)\..*/\2/p' | head -n 1)
[[ -s $base/home/anna/Recordings/interview.flac && ${seconds:-0} -ge 3 ]] || fail "the recording has ${seconds:-no} seconds: $(cat -- "$log")"
anna 'dicta quit' >"$log"
ok "recorded $seconds seconds as a user"

before=$(sums)
apt install /packages/new.deb
[[ $(run dpkg-query -W -f '${Version}' dicta) == "$version" ]] || fail "the package is not upgraded to $version"
[[ $(sums) == "$before" ]] || fail "the upgrade changed files of the user: $(diff <(printf '%s' "$before") <(sums))"
ok "upgraded from 0.0.9 to $version, the user's files are the same"

# An upgrade leaves a running take alone.
anna 'dicta start; dicta rec over' >"$log" 2>&1 || fail "$(cat -- "$log")"
engine=$(processes)
apt install --reinstall /packages/new.deb
[[ $(processes) == "$engine" ]] || fail "the upgrade changed the processes: $engine, now $(processes)"
anna 'sleep 1; dicta stop; dicta ls; dicta settings --changed; dicta verify' >"$log" || fail "$(cat -- "$log")"
[[ $(grep -c -E '^(interview|over) |^rec-format .*flac' "$log") == 3 ]] || fail "something of the user is missing: $(cat -- "$log")"
anna 'dicta quit' >"$log"
stop_jack
sleep 1
no_process "the engine"
ok "a take went on over an upgrade"

before=$(sums)
apt purge dicta
[[ $(sums) == "$before" ]] || fail "the purge changed files of the user: $(diff <(printf '%s' "$before") <(sums))"
no_process "the purge"
[[ -z $(ours) ]] || fail "the purge left $(ours)"
ok "purged, the user's $(grep -c '^/home' <<<"$before") files and folders are the same"

anna 'cd ~/tar/dicta-*; session/install; cd; dicta --version; dicta ls' >"$log" || fail "$(cat -- "$log")"
[[ $(grep -c -E "^(dicta ${version//./\\.}$|interview )" "$log") == 2 ]] || fail "the tarball does not run: $(cat -- "$log")"
anna 'cd ~/tar/dicta-*; session/install --uninstall' >"$log"
[[ ! -e $base/home/anna/.local/bin ]] || fail "the tarball's programs stay after --uninstall"
ok "the tarball was installed for one user, ran, and went"
