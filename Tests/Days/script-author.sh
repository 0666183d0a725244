#!/bin/bash
# The day of a script's author: JSON, exit codes, hooks, exact frames, an engine that is ended and started.
# shellcheck source=Tests/Days/day.sh
. "$(dirname -- "$0")/day.sh"

say "Without an engine the exit code is 3, and words go to standard error only."
is "$(refused 3 dicta --no-start status 2>/dev/null | wc -l)" 1
is "$(dicta --no-start --json status | jq .error.code || true)" "$(dicta --no-start --json ping | jq .error.code || true)"

say "An engine that is ended and started again, five times over."
for _ in {1..5}; do
    is "$(dicta start --json --osc-tcp 0 | jq .started)" true
    is "$(dicta --json ping | jq .json_version)" 2
    dicta quit
    refused 3 dicta --no-start ping >/dev/null
done
dicta start --connect-in none >/dev/null

say "Every program on the machine can tell what happens: a hook gets JSON."
dicta set on-record-stopped "cat >>'$HOME/events'" >/dev/null

say "A take of exactly one second, from frame to frame."
tone -20
# Far enough ahead for two commands on a busy machine: a late stop is refused.
start=$(($(status jack_frame) + 192000))
dicta rec --name exact --at-frame "$start" >/dev/null
dicta stop --at-frame $((start + 48000)) --json >answer
file=$(jq -r .path answer)
is "$(jq .frames answer)" 48000
is "$(soxi -s "$file")" 48000
is "$(dicta info exact --json | jq .start_frame)" "$start"
comes sh -c "jq -e .event events >/dev/null 2>&1"
is "$(jq -r .name events)" exact
is "$(jq -r .event events)" record-stopped

say "Lists are arrays; a name with blanks needs no care but quotes."
dicta rename exact --to "one second" >/dev/null
dicta tag "one second" --add "test,two words" >/dev/null
is "$(dicta ls --json | jq -r '.items[0] | .name, .tags[1]' | xargs -d '\n')" "one second two words"

say "Errors have a code, and nothing is done."
refused 2 dicta rate 9 >/dev/null
is "$(refused_json 1 dicta --json play nothing | jq '.error.code')" 8
is "$(status play_state)" stopped

say "Two engines side by side, each with settings of its own."
dicta --engine second start --connect-in none >/dev/null
dicta --engine second set rec-format flac >/dev/null
is "$(dicta engines --json | jq -r '[.items[].name] | join(" ")')" "dicta second"
is "$(dicta --engine second rec --name twin --for 1s --wait)" "$HOME/Recordings/twin.flac"
is "$(dicta rec --name single --for 1s --wait)" "$HOME/Recordings/single.wav"
dicta --engine second quit
say "day over"
