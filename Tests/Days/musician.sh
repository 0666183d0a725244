#!/bin/bash
# The day of a musician: an idea that was played before the button, two instruments, a punch, a new name.
# shellcheck source=Tests/Days/day.sh
. "$(dirname -- "$0")/day.sh"

say "The engine keeps the last ten seconds, so an idea is not lost."
dicta start --preroll 10s --connect-in none
tone -20
sleep 2.5
dicta rec --name idea --preroll 2s >/dev/null
sleep 1
take=$(dicta stop)
is "$(dicta info idea --json | jq .preroll_frames)" 96000
near "$(peak "$take" 0.1 1.8)" -20 0.5

say "Two instruments, one on each side."
silence
dicta-bench tone --peak -12 --to dicta >/dev/null &
sound=$!
comes loud -13 -11
guitar=$(jack_lsp -c dicta:in_l | awk '/^ / { print $1 }')
jack_disconnect "$guitar" dicta:in_r 2>/dev/null || jack_disconnect "$(jack_lsp -c dicta:in_r | awk '/^ / { print $1 }')" dicta:in_r
is "$(status 'sources | length')" 1
dicta rec --name song --for 4s --wait >/dev/null
near "$(peak Recordings/song.wav 0.5 3 1)" -12 0.5
is "$(peak Recordings/song.wav 0.5 3 2)" -inf

say "The second bar again, exactly one second long; the take before it stays on the disk."
tone -30
dicta overwrite song --at 1s --for 1s --wait >/dev/null
dicta export song --to song-mix.wav >/dev/null
near "$(length song-mix.wav)" 4 0.001
near "$(peak song-mix.wav 0.1 0.8 1)" -12 0.5
near "$(peak song-mix.wav 1.1 0.8 1)" -30 0.5
near "$(peak song-mix.wav 2.1 0.8 1)" -12 0.5

say "A string is hit too hard: the take tells that the input clipped."
tone 0
dicta rec --name loud >/dev/null
sleep 0.5
words=$(dicta stop --json)
(($(jq .in_clips <<<"$words") > 0)) || fail "no clip was counted: $words"
[[ $(jq -r .warning <<<"$words") == *"turn the input down"* ]] || fail "no warning: $words"
dicta delete loud --yes >/dev/null

say "The song gets its name while it plays."
# Slowly, so that the song does not end before the stop on a busy machine.
dicta rate 0.5 >/dev/null
dicta play song >/dev/null
dicta rename song --to "Sunday song (live)" >/dev/null
is "$(status play_name)" "Sunday song (live)"
is "$(status play_state)" playing
dicta stop >/dev/null
dicta undo "Sunday song (live)" >/dev/null
dicta export "Sunday song (live)" --to first.wav >/dev/null
near "$(peak first.wav 1.1 0.8 1)" -12 0.5
say "day over"
