#!/usr/bin/env bash
# Goes the way of the README with the Debian package in a bare Debian 12: installs it with the packages that it recommends, records
# and plays, takes the tour, and purges it. Tells the seconds of each step. Only root can run it.
# usage: package.sh DEB CACHE
# CACHE is the folder of the bare system (base.sh).
set -euo pipefail
readonly deb=$1 cache=$2
# shellcheck source=Tests/Debian/base.sh
source "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/base.sh" "$@"

mkdir -p -- "$base/packages" "$base/run/user/1000"
cp -- "$deb" "$base/packages/"
run useradd --create-home --uid 1000 --groups audio --shell /bin/sh anna
chown 1000:1000 -- "$base/run/user/1000"

# step WORDS COMMAND...: runs a command, and tells its seconds.
step() {
    local began=$SECONDS words=$1
    shift
    "$@" >"$log" 2>&1 || fail "$words: $(tail -n 40 -- "$log")"
    ok "$words in $((SECONDS - began)) s"
}

# The question of jackd2 about realtime, answered with yes.
run debconf-set-selections <<<'jackd2 jackd/tweak_rt_limits boolean true'
step 'apt installed the package and what it recommends' run apt-get -q -y install "/packages/${deb##*/}"
[[ -x $base/usr/bin/jackd ]] || fail "no JACK server came with the package: $(cat -- "$log")"
[[ -e $base/etc/security/limits.d/audio.conf ]] || fail "jackd2 has set no limits for realtime"
no_process 'the installation'
[[ -z $(run find / -xdev -path '*.wants/*' -name '*dicta*') ]] || fail 'the installation enabled the service of the user'
"${user[@]}" jackd -r -d dummy -r 48000 -p 512 >"$work/jack" 2>&1 &
jack=$!
anna 'jack_wait -w -t 30' >"$log" 2>&1 || fail "jackd does not start in the bare system: $(cat -- "$work/jack")"
step 'dicta recorded and played' anna 'dicta rec interview; sleep 3; dicta stop; dicta play interview --from 1s; sleep 1; dicta stop; dicta ls'
grep -q '^interview ' "$log" || fail "nothing was recorded: $(cat -- "$log")"
step 'the tour recorded, slowed down, looped, marked and deleted' anna 'dicta tour --yes'
grep -q '^The test take is deleted' "$log" || fail "the tour left its take: $(cat -- "$log")"
anna 'dicta quit' >"$log"
kill -- "$jack"
wait "$jack" || true
sleep 1
no_process 'the engine'
step 'apt purged it' run apt-get -q -y purge dicta
[[ -s $base/home/anna/Recordings/interview.wav && -z $(ours) ]] || fail "the purge left $(ours), or took a recording"
ok 'the recording is there, and nothing of the programs'
