# shellcheck shell=bash
# Functions of session/test: they run the tests of a built bundle in groups, several side by side, and judge the results.
# A script sources prepare.sh before it sources this file.
: "${root:?}"

# Only what `swift test` and Swift Testing lack is here:
# - Processes side by side (pack_groups, run_side_by_side). `swift test` has one process for all tests, and a process talks to one
#   JACK server at a time: tests with a server would wait for each other, most of two hours.
# - A private /dev/shm for each process (find_namespace). jackd2 allows eight servers in one /dev/shm, and all of them share a
#   semaphore that locks it: a server that a test freezes would keep the lock.
# - A time limit that ends a process (run_group). That of Swift Testing cancels a task; a thread that hangs in a call goes on.
# - Which test ran when a process crashed or hung, and which were not run at all (read_events, find_faults). `swift test` only says
#   that it crashed.
# - A second attempt of a failed test on a machine that has become quiet (try_again), and a list of the tests that needed one.

# List of the suites that run alone, after all others: they measure the machine or use all of it.
readonly groups_alone=$root/Tests/Groups/alone
# Duration of each suite, in lines "SECONDS SUITE". They decide the order only: a suite that the file lacks runs too.
readonly groups_seconds=$root/Tests/Groups/seconds
# List of the tests that only the whole run has.
readonly groups_whole=$root/Tests/Groups/whole
# Tests with real servers: they get a second attempt, and so do the suites that run alone. A pure test fails for one reason only.
readonly groups_served='^(IntegrationTests|JackTestSupportTests|LongRunTests)[.]'
# With more faults than this there is no second attempt: they do not come by chance.
readonly groups_chances=60
# Wanted duration of a group in seconds. Short suites share a process: to start one takes longer than such a suite.
readonly groups_length=25
# Time limit of a group in seconds: four times the longest one; in a whole run, which has takes of minutes, 900.
readonly groups_limit=500
# Logs and results of this run, and the list of second attempts of all runs, in lines "DATE TEST".
readonly groups_folder=$root/.build/test-groups groups_again=$root/.build/second-attempts
# Start time and counts of the whole run, for its closing line.
readonly run_began=$EPOCHREALTIME
tests_counted=0
suites_counted=0

# pack_groups SECONDS: reads names of tests and prints groups of that duration, in lines "TEST|TEST...", longest first. The tests of a
# suite are in one group.
pack_groups() {
    awk '
        FNR == NR { known[$2] = $1; next }
        { suite = $0; sub(/\/[^\/]*$/, "", suite); tests[suite] = tests[suite] "|" $0 }
        END { for (suite in tests) print (suite in known ? known[suite] : 8), tests[suite] }
    ' "$groups_seconds" - | sort -k1,1nr -k2 | awk -v wanted="$1" '
        { if (sum > 0 && sum + $1 > wanted) { print names; sum = 0; names = "" }
          sum += $1; sub(/^[^ ]* /, ""); names = names $0 }
        END { if (names != "") print names }
    ' | sed 's/^|//'
}

# Sets `namespace` to a command that starts a process with its own /dev/shm and semaphores; empty if the system refuses that.
# Any user but root becomes root of a user namespace for the mount, and then the same user again: tests check the user.
find_namespace() {
    # shellcheck disable=SC2016
    local -r mount='mount -t tmpfs -o mode=1777 tmpfs /dev/shm && exec "$@"'
    if ((EUID == 0)); then
        namespace=(unshare --mount --ipc sh -c "$mount" sh)
    else
        namespace=(unshare --mount --ipc --map-root-user sh -c "$mount" sh
            unshare --user --map-user="$(id -u)" --map-group="$(id -g)")
    fi
    "${namespace[@]}" true 2>/dev/null || namespace=()
}

# run_group NAME TESTS: runs the tests in a process with its output in NAME.log, and prints the closing line of the test runner.
run_group() {
    local -r files=$groups_folder/$1
    local limit=$groups_limit status=0 closing process
    [[ -z ${DICTA_ALL-} ]] || limit=900
    [[ -z ${DICTA_SOAK-} ]] || limit=0
    tr '|' '\n' <<<"$2" >"$files.names"
    # Linux shares its processors among sessions, and then among the processes of each by their nice values. In one session with
    # the other groups, recognisers and decoders of low priority would get a hundredth of a processor. At SIGABRT Swift prints
    # where each thread of a process that hangs stands.
    NO_COLOR=1 setsid timeout --foreground --signal=ABRT --kill-after=120 "$limit" "${namespace[@]}" "$groups_bundle" \
        --testing-library swift-testing --no-parallel --event-stream-output-path "$files.events" \
        --filter "^($(sed 's/[].()*+?{}^$\\[]/\\&/g' "$files.names" | paste -s -d '|'))(/|\$)" </dev/null >"$files.log" 2>&1 &
    process=$!
    # shellcheck disable=SC2064
    trap "kill $process" TERM
    wait "$process" 2>/dev/null || status=$?
    sed -i 's/\x1b\[[0-9;]*m//g' "$files.log"
    touch "$files.events"
    read_events <"$files.events" >"$files.tests"
    closing=$(grep -a -E '^[^ ]+ Test run with [0-9]+ tests? .*(passed|failed) after' -- "$files.log" | tail -n 1) || true
    if [[ -z $closing || ($status != 0 && $closing == ✔*) ]]; then
        closing="✘ group $1 ended with status $status (124: after $limit s; above 128: by a signal)$(
            sed -n 's/^unended [^ ]* /, while this test ran: /p' "$files.tests" | tail -n 1
        )"
        say "$closing" >>"$files.log"
    fi
    grep -a -h -E '(^| )MEASURED ' -- "$files.log" || true
    say "-- group $1 of ${groups_count} ($(sed 's|/[^/]*$||' "$files.names" | uniq | paste -s -d , | sed 's/,/, /g')): $closing"
}

# Reads events of the test runner and prints lines "STATE SECONDS TEST". Tests that did not end are "unended".
read_events() {
    awk '
        /"kind":"test(Started|Ended|Skipped)"/ {
            match($0, /"absolute":[0-9.]+/); time = substr($0, RSTART + 11, RLENGTH - 11)
            match($0, /"testID":"[^"]*"/); id = substr($0, RSTART + 10, RLENGTH - 11)
            # A name of a test has its place in the source behind it, that of a suite has not.
            gsub(/\\\//, "/", id); if (!sub(/\/[^\/]*\.swift:[0-9]+:[0-9]+$/, "", id)) next
            if (/"kind":"testStarted"/) { began[id] = time; order[++count] = id }
            else if (/"kind":"testSkipped"/) print "skipped", 0, id
            else { printf "%s %.1f %s\n", /"symbol":"fail"/ ? "failed" : "passed", time - began[id], id; delete began[id] }
        }
        END { for (i = 1; i <= count; i++) if (order[i] in began) print "unended", 0, order[i] }
    '
}

# run_side_by_side WORKERS: reads groups from standard input and runs WORKERS of them at a time.
run_side_by_side() {
    local tests running=0
    while read -r tests; do
        if ((running >= $1)); then
            wait -n || true
            running=$((running - 1))
        fi
        groups_number=$((groups_number + 1))
        run_group "$groups_number" "$tests" &
        running=$((running + 1))
    done
    while ((running > 0)); do
        wait -n || true
        running=$((running - 1))
    done
}

# select_tests REGEX: writes the names of the tests that are to run. Fails if there are none.
select_tests() {
    if ! "$groups_bundle" --testing-library swift-testing --list-tests >"$groups_folder/listed" 2>"$groups_folder/errors"; then
        cat -- "$groups_folder/errors"
        say "✘ the tests could not be listed"
        return 1
    fi
    grep '^[A-Z]' "$groups_whole" >"$groups_folder/whole"
    if grep -v -x -F -f "$groups_folder/listed" "$groups_folder/whole"; then
        say "✘ no test has these names, which stand in ${groups_whole#"$root/"}"
        return 1
    fi
    [[ -z ${DICTA_ALL-} ]] || : >"$groups_folder/whole"
    grep -v -x -F -f "$groups_folder/whole" "$groups_folder/listed" | grep -E -- "$1" | sort >"$groups_folder/tests" ||
        { say "✘ no test has a name like $1" && return 1; }
    # A file for each kind: no pure test has to share the process of one that can crash by chance.
    awk -v folder="$groups_folder" -v served="$groups_served" '
        FNR == NR { if (/^[A-Z]/) alone[$1] = 1; next }
        { suite = $0; sub(/\/[^\/]*$/, "", suite)
          print >(folder "/" (suite in alone ? "alone" : suite ~ served ? "served" : "pure")) }
    ' "$groups_alone" "$groups_folder/tests"
    touch "$groups_folder"/{alone,served,pure}
    tests_counted=$(wc -l <"$groups_folder/tests") suites_counted=$(sed 's|/[^/]*$||' "$groups_folder/tests" | uniq | wc -l)
}

# Writes a line "STATE TEST" for each test that was to run once and did not pass, and "outside ..." for other faults.
find_faults() {
    local names
    cat -- "$groups_folder"/[0-9]*.tests | sed 's/ [^ ]*//' | awk '
        FNR == NR { listed[$0] = 1; next }
        { fault = $1; sub(/^[^ ]* /, ""); if ($0 in state) fault = "repeated"; state[$0] = fault }
        END {
            for (test in listed) if (!(test in state)) state[test] = "unrun"
            for (test in state) if (state[test] !~ /passed|skipped/) print state[test], test
        }
    ' "$groups_folder/tests" - | sort >"$groups_folder/faults"
    # A process that was left running, an issue that belongs to no test, a crash after the last test.
    sed 's/^[^ ]* //' "$groups_folder/faults" >"$groups_folder/faulty"
    for names in "$groups_folder"/[0-9]*.names; do
        ! grep -a -q '^✘' -- "${names%.names}.log" || grep -q -x -F -f "$names" "$groups_folder/faulty" ||
            say "outside a test, in group $(basename -- "$names" .names)" >>"$groups_folder/faults"
    done
}

# Prints the faults that may have come by chance, unless they are too many.
chance_faults() {
    (($(wc -l <"$groups_folder/faults") > groups_chances)) ||
        awk 'FILENAME == ARGV[1] { pure[$0] = 1; next }
            { test = $0; sub(/^[^ ]* /, "", test) } !/^(outside|repeated) / && !(test in pure)
        ' "$groups_folder/pure" "$groups_folder/faults"
}

# Runs the tests that were not run since another one ended their process: no more than three of them can end theirs.
run_unrun() {
    for _ in 1 2 3; do
        chance_faults | sed -n 's/^unrun //p' | pack_groups "$groups_length" >"$groups_folder/unrun"
        [[ -s $groups_folder/unrun ]] || return 0
        groups_count=$((groups_count + $(wc -l <"$groups_folder/unrun")))
        run_side_by_side 1 <"$groups_folder/unrun"
        find_faults
    done
}

# Runs each test with a fault that may have come by chance once more, alone. One that passes is taken off the list of faults, and told
# in the last lines of the run.
try_again() {
    local fault test again number=0
    : >"$groups_folder/last-lines"
    chance_faults >"$groups_folder/chances"
    while read -r fault; do
        number=$((number + 1)) test=${fault#* } again=$groups_folder/again-$number
        say "== second attempt: $test"
        run_group "again-$number" "$test" &
        wait "$!"
        if grep -a -q '^✘' -- "$again.log" || ! grep -q '^passed' -- "$again.tests"; then continue; fi
        sed -i "$(grep -n -x -F -e "$fault" "$groups_folder/faults" | cut -d : -f 1)d" "$groups_folder/faults"
        touch "$groups_again"
        {
            say "passed at the second attempt: $test"
            printf '  its outputs: %s and %s; %d times before (%s)\n' \
                "$(grep -l -x -F -e "$test" "$groups_folder"/[0-9]*.names | sed "s|$root/||; s/names$/log/")" "${again#"$root/"}.log" \
                "$(sed 's/^[^ ]* //' "$groups_again" | grep -c -x -F -e "$test")" "${groups_again#"$root/"}"
        } >>"$groups_folder/last-lines"
        say "$(date +%F) $test" >>"$groups_again"
    done <"$groups_folder/chances"
}

# Prints the longest tests and suites, and writes the seconds of all of them.
tell_longest() {
    local kind
    cat -- "$groups_folder"/[0-9]*.tests | sed 's/^[^ ]* //' | sort -k1,1nr >"$groups_folder/test-seconds"
    sed 's|/[^/]*$||' "$groups_folder/test-seconds" | awk '{ sum[$2] += $1 } END { for (suite in sum) print sum[suite], suite }' |
        sort -k1,1nr >"$groups_folder/seconds"
    for kind in test-seconds seconds; do
        say "== what took longest (.build/test-groups/$kind)"
        head -n 10 "$groups_folder/$kind"
    done
}

# run_groups BUNDLE REGEX: runs the tests of the bundle with such names. Fails unless each of them ran once, and passed at last.
run_groups() {
    local side alone workers
    groups_bundle=$1 groups_number=0
    rm -rf -- "$groups_folder"
    mkdir -p -- "$groups_folder"
    find_namespace
    # Groups wait half of the time: two for each processor. With three, a slow machine starves servers and engines, and tests that
    # count on an answer within seconds fail.
    workers=${DICTA_TEST_WORKERS:-$(($(nproc) * 2))}
    if ((${#namespace[@]} == 0)); then
        say "unshare cannot make namespaces here: the groups run one after another"
        workers=1
    fi
    select_tests "$2" || return 1
    # By turns: those with servers mostly wait, and pure ones work.
    side=$(paste -d '\n' <(pack_groups "$groups_length" <"$groups_folder/served") <(pack_groups "$groups_length" <"$groups_folder/pure") | grep .)
    alone=$(pack_groups 0 <"$groups_folder/alone")
    groups_count=$(printf '%s\n' "$side" "$alone" | grep -c .)
    say "$tests_counted tests in $suites_counted suites, $groups_count groups, $workers side by side"
    [[ -z $side ]] || run_side_by_side "$workers" <<<"$side"
    [[ -z $alone ]] || run_side_by_side 1 <<<"$alone"
    find_faults
    run_unrun
    try_again
    if [[ -s $groups_folder/faults ]]; then
        say "== what failed (whole logs: ${groups_folder#"$root/"})"
        # Lines with ↳ show the values of a failed expectation; long arrays are cut.
        cat -- "$groups_folder"/*.log | grep -a -E '^✘|^↳|: error:' |
            grep -a -E -v '^✘ Test run|^✘ Suite|^↳ (//|Testing Library|Target Platform)' | cut -c 1-900 || true
        head -n 100 "$groups_folder/faults" | sed 's/^/✘ /; s/ unended / did not end: /; s/ unrun / was not run: /; s/ repeated / ran twice: /'
    fi
    tell_longest
    [[ ! -s $groups_folder/faults ]]
}

# closing_line ok|failed: prints the result of the whole run in the form of the test runner.
closing_line() {
    local mark=✔ word=passed seconds
    [[ $1 == ok ]] || mark=✘ word=failed
    seconds=$(awk -v a="$run_began" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.1f", b - a }')
    cat -- "$groups_folder/last-lines" 2>/dev/null || true
    say "$mark Test run with $tests_counted tests in $suites_counted suites $word after $seconds seconds."
}
