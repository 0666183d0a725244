#!/bin/bash
# The day of a podcaster: a long take, its chapters, a version for listeners, and a clean disk.
# shellcheck source=Tests/Days/day.sh
. "$(dirname -- "$0")/day.sh"

say "An episode of four minutes. The server runs in freewheel here: as fast as the machine can, and no frame is lost."
dicta start --connect-in none
tone -20
jack_freewheel y >/dev/null &
freewheel=$!
comes state_is freewheel true
episode=$(dicta rec --name "Episode 12" --for 4m --wait)
kill "$freewheel" 2>/dev/null || true
jack_freewheel n >/dev/null 2>&1 || true
near "$(length "$episode")" 240 0.001
near "$(peak "$episode" 120 10)" -20 0.5
is "$(dicta info "Episode 12" --json | jq '.xruns, .gaps' | xargs)" "0 0"

say "The guest coughs in the second minute."
dicta cut "Episode 12" --from 1m30s --until 1m32.5s >/dev/null
near "$(dicta info "Episode 12" --json | jq .seconds)" 237.5

say "Chapters are markers."
dicta mark Hello --in "Episode 12" --at 0 >/dev/null
dicta mark "The guest" --in "Episode 12" --at 1m >/dev/null
dicta mark Goodbye --in "Episode 12" --at 3m30s >/dev/null
dicta note "Episode 12" --title "Bees" >/dev/null

say "Listeners get AAC with chapters and a title."
dicta export "Episode 12" --to out.m4a --bitrate 96 >/dev/null
near "$(ffprobe -v error -show_entries format=duration -of csv=p=0 out.m4a)" 237.5 0.1
is "$(ffprobe -v error -show_chapters -of json out.m4a | jq -r '[.chapters[].tags.title] | join(", ")')" "Hello, The guest, Goodbye"
is "$(ffprobe -v error -show_entries format_tags=title -of csv=p=0 out.m4a)" Bees

say "Only the guest, from chapter to chapter."
dicta export "Episode 12" --to guest.flac --from 1m --until 3m30s >/dev/null
near "$(length guest.flac)" 150 0.001

say "The archive has one file without the cough; until then the cut can be undone."
dicta flatten "Episode 12" >/dev/null 2>&1
is "$(dicta undo "Episode 12" --json | jq -r .undone)" flatten
is "$(dicta redo "Episode 12" --json | jq -r .redone)" flatten
freed=$(dicta flatten "Episode 12" --forget --json | jq .freed_bytes)
((freed > 90000000)) || fail "only $freed bytes were freed"
near "$(length "$episode")" 237.5 0.001
is "$(dicta info "Episode 12" --json | jq -r .path)" "$episode"
is "$(dicta marks "Episode 12" --json | jq -r '[.items[].name] | join(", ")')" "Hello, The guest, Goodbye"

say "The archive keeps a small file beside the recording, and what was cut goes for good."
dicta deliver "Episode 12" >/dev/null
test -s "Recordings/Episode 12.m4a"
dicta clean "Episode 12" --forget >/dev/null
near "$(dicta info "Episode 12" --json | jq .seconds)" 237.5
is "$(dicta verify --json | jq .problems)" 0
say "day over"
