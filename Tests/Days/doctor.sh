#!/bin/bash
# The day of a doctor, who dictates letters: a draft in several takes, corrections in its middle, and a file for the office.
# shellcheck source=Tests/Days/day.sh
. "$(dirname -- "$0")/day.sh"

say "A program sends each completed letter to the office: the sound as it is heard, in one file."
mkdir office
dicta start --connect-in none
dicta set on-completed "cp \"\$DICTA_RENDERED\" \"$HOME/office/\$DICTA_NAME.wav\"; echo \"\$DICTA_NAME\" >>'$HOME/office/list'"

say "The letter is dictated in two takes."
tone -20
is "$(dicta rec --name letter --draft)" letter
sleep 3.2
dicta stop >/dev/null
dicta append letter --for 2s --wait >/dev/null
whole=$(dicta info letter --json | jq .seconds)
is "$(dicta info letter --json | jq -r .state)" draft

say "Two sentences were forgotten after the first second; the second one comes behind the first."
tone -10
dicta insert letter --at 1s --for 1s --wait >/dev/null
tone -30
dicta insert letter --for 1s --wait >/dev/null
near "$(dicta info letter --json | jq .seconds)" "$(awk "BEGIN { print $whole + 2 }")"

say "One second is said again, and then taken back."
dicta overwrite letter --at 4s --for 1s --wait >/dev/null
near "$(dicta info letter --json | jq .seconds)" "$(awk "BEGIN { print $whole + 2 }")"
dicta undo letter >/dev/null

say "The letter is complete. The office has what is heard: first second, two insertions, the rest."
dicta complete letter >/dev/null
comes test -s office/list
near "$(length office/letter.wav)" "$(awk "BEGIN { print $whole + 2 }")"
near "$(peak office/letter.wav 0.2 0.6)" -20 0.5
near "$(peak office/letter.wav 1.2 0.6)" -10 0.5
near "$(peak office/letter.wav 2.2 0.6)" -30 0.5
near "$(peak office/letter.wav 3.2 0.6)" -20 0.5
near "$(peak office/letter.wav 4.2 0.6)" -20 0.5

say "One sentence more: the letter is opened again and completed again."
dicta reopen letter >/dev/null
dicta append letter --for 1s --wait >/dev/null
dicta complete letter >/dev/null
comes sh -c "[ \$(wc -l <'$HOME/office/list') = 2 ]"
near "$(length office/letter.wav)" "$(awk "BEGIN { print $whole + 3 }")"
say "day over"
