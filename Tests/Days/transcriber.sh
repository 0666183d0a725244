#!/bin/bash
# The day of a transcriber: a folder of foreign files, one of which is heard slowly, in loops, with a pedal.
# shellcheck source=Tests/Days/day.sh
. "$(dirname -- "$0")/day.sh"

say "Thirty files came by mail; two of them are broken."
mkdir mail
for number in {01..28}; do sox -n -r 44100 -c 1 "mail/call $number.wav" synth 1 sine $((300 + 10#$number)); done
sox -n -r 44100 -c 2 "mail/interview.flac" synth 60 sine 440 sine 441
printf 'this is no sound' >mail/torn.wav
: >mail/empty.wav
dicta start
words=$(refused_json 1 dicta import --json mail/*)
is "$(jq '[.items[] | select(.error == null)] | length' <<<"$words")" 29
is "$(jq -r '[.items[] | select(.error != null) | .name] | map(split("/") | last) | sort | join(" ")' <<<"$words")" \
    "empty.wav torn.wav"
is "$(dicta ls --json | jq .total)" 29
dicta tag 'call *' --add calls >/dev/null
is "$(dicta ls --tag calls --json | jq '.items | length')" 28

say "The interview is heard slowly, from its tenth second."
is "$(dicta play interview --from 10s)" "Playing interview from 0:10"
dicta rate 0.8 >/dev/null
is "$(status play_state)" playing
near "$(status play_rate)" 0.8

say "A place that is hard to understand is repeated, and marked."
dicta loop --a 12s --b 13.5s >/dev/null
is "$(status looping)" true
dicta locate 12.5s >/dev/null
sleep 3
near "$(status position_seconds)" 12.75 0.76
dicta loop clear >/dev/null
dicta mark unclear --at 12s >/dev/null
dicta mark "name of the mayor" --at 30s --note "how is it spelled?" >/dev/null
is "$(dicta marks interview --labels | cut -f 1,3 | tr '\t\n' ' ;')" "12.000000 unclear;30.000000 name of the mayor;"
dicta pause >/dev/null
dicta locate @unclear >/dev/null
near "$(status position_seconds)" 12
dicta next >/dev/null
near "$(status position_seconds)" 30

say "After each pause the sound begins a little earlier."
dicta backstep 1.5s >/dev/null
dicta resume >/dev/null
comes state_is play_state playing
dicta pause >/dev/null
paused=$(status position_seconds)
dicta resume >/dev/null
dicta pause >/dev/null
awk "BEGIN { exit !($(status position_seconds) >= $paused - 1.52) }" || fail "more than a backstep was heard again"

say "The foot pauses and resumes: a pedal, taught once."
dicta midi learn resume --trigger "note 1 60" --second pause >/dev/null
jack_midiseq pedal 48000 0 60 12000 >/dev/null 2>&1 &
pedal=$!
comes jack_connect pedal:out dicta:midi_in 2>/dev/null
comes state_is play_state playing
comes state_is play_state paused
kill "$pedal"
wait "$pedal" 2>/dev/null || true

say "An old device comes with everything in folders, with long names and pictures."
long=$(printf 'x%.0s' {1..240})
mkdir -p device/2019 device/2020/parts device/.trash
cp "mail/call 01.wav" "device/2019/$long.wav"
cp "mail/call 02.wav" "device/2019/.call.wav"
cp "mail/call 03.wav" device/2020/parts/end.wav
cp "mail/call 04.wav" device/.trash/old.wav
printf 'no sound' >device/2020/cover.jpg
ln -s .. device/2020/up
[[ $(refused 2 dicta import device) == *"add --recursive"* ]] || fail "the refusal names no cure"
# The calls are in the library already, from the mail.
is "$(dicta import device --recursive --json | jq -r '[.imported, .skipped] | join(" ")')" "0 4"
words=$(dicta import device --recursive --again --tag device --json)
is "$(jq -r '[.imported, .skipped] | join(" ")' <<<"$words")" "2 2"
is "$(jq -r '[.items[].skipped | values] | sort | join(", ")' <<<"$words")" "it is a link to a folder, it is no audio file"
is "$(dicta ls --tag device --json | jq -r '[.items[].name] | sort | join(" ")')" "end ${long:0:200}"
is "$(dicta operations --json | jq '[.items[] | select(.verb == "import")][0].skipped_files | length')" 2

say "The editor gets the place with the name as a file, at its own tempo."
dicta export interview --to mayor.wav --from 29s --until 34s >/dev/null
near "$(length mayor.wav)" 5 0.001
dicta note interview --text "Transcribed until 0:34" >/dev/null
is "$(dicta search transcribed --json | jq -r '.items[0].name')" interview
say "day over"
