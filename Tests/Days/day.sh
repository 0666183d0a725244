# shellcheck shell=bash
# Functions of the days: each day is a script that a person could type, with checks between the commands.
# It needs dicta, dictad and dicta-bench in PATH, a running JACK server, and an empty folder as HOME.

set -euo pipefail
cd -- "$HOME"
export JACK_NO_START_SERVER=1
sound=

# say WORDS: prints a line.
say() { printf '%s\n' "$*"; }
# fail WORDS: ends the day.
fail() {
    say "line ${BASH_LINENO[1]}: $*" >&2
    exit 1
}
# is FOUND WANTED: compares two texts.
is() { [[ $1 == "$2" ]] || fail "found '$1', not '$2'"; }
# near FOUND WANTED [TOLERANCE]: compares two numbers; the tolerance is 0.02.
near() {
    awk -v a="$1" -v b="$2" -v t="${3:-0.02}" 'BEGIN { exit !(a != "" && a - b <= t && b - a <= t) }' || fail "found '$1', not '$2'"
}
# refused CODE COMMAND...: a command that has to end with this exit code; prints its words.
refused() {
    local code=0 words
    words=$("${@:2}" 2>&1) || code=$?
    say "$words"
    ((code == $1)) || fail "'${*:2}' ended with $code, not $1: $words"
}
# refused_json CODE COMMAND...: the same for an answer in JSON. Notes about long work go to standard error.
refused_json() {
    local code=0 words
    words=$("${@:2}" 2>/dev/null) || code=$?
    say "$words"
    ((code == $1)) || fail "'${*:2}' ended with $code, not $1: $words"
}
# comes COMMAND...: waits until the command succeeds, half a minute at most.
comes() {
    local i
    for ((i = 0; i < 300; i++)); do
        ! "$@" || return 0
        sleep 0.1
    done
    fail "'$*' never came true"
}
# status KEY: a value of the engine's state.
status() { dicta --json status | jq -r ".$1"; }
# state_is KEY VALUE: true if the state has this value.
state_is() { [[ $(status "$1") == "$2" ]]; }
# length FILE: the length of an audio file in seconds.
length() { soxi -D "$1"; }
# peak FILE FROM SECONDS [CHANNEL]: the highest level of a part in dB, of both channels or of one.
peak() {
    sox "$1" -n remix "${4:-1,2}" trim "$2" "$3" stats 2>&1 | awk '/^Pk lev dB/ { print $4 }'
}
# tone DB [PORT]: plays a tone into the engine from now on, instead of the tone before.
tone() {
    silence
    dicta-bench tone --peak "$1" --to dicta >/dev/null &
    sound=$!
    comes loud $(($1 - 1)) $(($1 + 1))
}
# loud LOW HIGH: true while the left input's level is between two levels.
loud() {
    dicta --json meters | jq -e ".in_peak_left_db != null and .in_peak_left_db > $1 and .in_peak_left_db < $2" >/dev/null
}
# silence: ends the tone.
silence() {
    [[ -z $sound ]] || { kill "$sound" 2>/dev/null && wait "$sound" 2>/dev/null; } || true
    sound=
}
# The end of each day, also of one that fails: nothing runs on.
finish() {
    local code=$?
    silence
    dicta --no-start quit >/dev/null 2>&1 || true
    exit "$code"
}
trap finish EXIT
