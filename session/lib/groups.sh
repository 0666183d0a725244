# shellcheck shell=bash
# Functions of session/test: they run all test suites in groups, several side by side, and print the results.
# A script sources prepare.sh before it sources this file.
: "${root:?}"

# A group is a process of the test bundle in a mount namespace with its own /dev/shm: jackd2 allows eight servers in one /dev/shm,
# and a process can talk to one server at a time. If the system refuses namespaces, the groups run one after another.

# List of the suites that run alone, after all others: they measure the machine or use all of it.
readonly groups_alone=$root/Tests/Groups/alone
# Duration of each suite, in lines "SECONDS SUITE". They decide the order only: a suite that the file lacks runs too.
readonly groups_seconds=$root/Tests/Groups/seconds
# List of the tests that only the whole run has.
readonly groups_whole=$root/Tests/Groups/whole
# Wanted duration of a group in seconds. Short suites share a process: to start one takes longer than such a suite.
readonly groups_length=25
# Time limit of a group in seconds. The limit is six times the usual duration of its suites if that is more.
readonly groups_limit=600
# Start time and counts of the whole run, for its closing line.
readonly run_began=$EPOCHREALTIME
tests_counted=0
suites_counted=0

# pack_groups SECONDS: reads names of suites and prints groups of that duration, in lines "SECONDS SUITE|SUITE...", longest first.
pack_groups() {
    awk -v length_wanted="$groups_length" '
        FNR == NR { known[$2] = $1; next }
        { print ($1 in known ? known[$1] : 8), $1 }
    ' "$groups_seconds" - | sort -k1,1nr -k2 | awk -v wanted="$1" '
        { if (sum > 0 && sum + $1 > wanted) { print sum, names; sum = 0; names = "" }
          sum += $1; names = names (names == "" ? "" : "|") $2 }
        END { if (names != "") print sum, names }
    '
}

# Sets `namespace` to a command that starts a process with its own /dev/shm and semaphores; empty if the system refuses that.
# All jackd2 servers of a machine share a semaphore that locks /dev/shm, and a server frozen by a test would keep the lock.
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

# run_group NUMBER SECONDS SUITES: runs a group with its output in a file, and prints its closing line.
run_group() {
    local -r log=$groups_folder/$1.log suites=$3
    local limit=$((${2%.*} * 6)) status=0 closing process
    ((limit > groups_limit)) || limit=$groups_limit
    [[ -z ${DICTA_SOAK-} ]] || limit=0
    # Linux shares its processors among sessions, and then among the processes of each by their nice values. In one session with
    # the other groups, recognisers and decoders of low priority would get a hundredth of a processor.
    NO_COLOR=1 setsid timeout --kill-after=10 "$limit" "${namespace[@]}" "${groups_bundle[@]}" \
        --testing-library swift-testing --no-parallel --event-stream-output-path "$groups_folder/$1.events" \
        --filter "^(${suites//./\\.})/" "${groups_left_out[@]}" </dev/null >"$log" 2>&1 &
    process=$!
    # shellcheck disable=SC2064
    trap "kill $process" TERM
    ((limit == 0)) || watch_group "$1" "$process" $((limit - 60)) &
    wait "$process" || status=$?
    sed -i 's/\x1b\[[0-9;]*m//g' "$log"
    touch "$groups_folder/$1.events"
    read_events <"$groups_folder/$1.events" >"$groups_folder/$1.tests"
    closing=$(grep -a -E '^[^ ]+ Test run with [0-9]+ tests? .*(passed|failed) after' -- "$log" | tail -n 1) || true
    if [[ -z $closing ]]; then
        closing="✘ group $1 ended without a closing line: $(how_it_ended "$status" "$limit")$(running_tests "$1")"
        say "$closing" >>"$log"
    elif ((status)) && [[ $closing == ✔* ]]; then
        closing="✘ all tests of group $1 passed, but its process $(how_it_ended "$status" "$limit"): $closing"
        say "$closing" >>"$log"
    fi
    say "$status" >"$groups_folder/$1.end"
    grep -a -h -E '(^| )MEASURED ' -- "$log" || true
    say "-- group $1 of $groups_count (${suites//|/, }): $closing"
}

# Reads events of the test runner and prints lines "STATE SECONDS NAME" for tests and suites. Those that did not end have -1 s.
read_events() {
    awk '
        /"kind":"test(Started|Ended|Skipped)"/ {
            match($0, /"absolute":[0-9.]+/); time = substr($0, RSTART + 11, RLENGTH - 11)
            match($0, /"testID":"[^"]*"/); id = substr($0, RSTART + 10, RLENGTH - 11)
            gsub(/\\\//, "/", id); sub(/\/[^\/]*\.swift:[0-9]+:[0-9]+$/, "", id)
            if (/"kind":"testStarted"/) { began[id] = time; order[++count] = id }
            else if (/"kind":"testSkipped"/) print "skipped", 0, id
            else { printf "ended %.1f %s\n", time - began[id], id; delete began[id] }
        }
        END { for (i = 1; i <= count; i++) if (order[i] in began) print "running", -1, order[i] }
    '
}

# running_tests NUMBER: prints the last test of a group that began but did not end.
running_tests() {
    local test
    test=$(sed -n 's/^running -1 //p' "$groups_folder/$1.tests" | tail -n 1)
    say "${test:+, while this test ran: $test}"
}

# watch_group NUMBER SESSION SECONDS: after that time, while the group still runs, writes a file about its processes.
watch_group() {
    local left=$3
    while ((left-- > 0)); do
        sleep 1
        kill -0 "$2" 2>/dev/null || return 0
    done
    say_processes "$2" >"$groups_folder/$1.hung" 2>&1
}

# say_processes SESSION: prints the processes of a group that is about to be ended, and the places where their threads stand.
say_processes() {
    local folder session thread
    for folder in /proc/[0-9]*; do
        # The name of a program stands in brackets and can hold spaces: fields are counted after it.
        session=$(sed 's/.*) //' "$folder/stat" 2>/dev/null | cut -d ' ' -f 4)
        [[ $session == "$1" ]] || continue
        say "== process ${folder#/proc/}: $(tr '\0' ' ' <"$folder/cmdline")"
        for thread in "$folder"/task/*; do
            say "${thread##*/} $(cat -- "$thread/comm") waits in $(cat -- "$thread/wchan"): $(cat -- "$thread/syscall")"
        done
        # Where a debugger is installed: the calls too. It has less than a minute until the group is ended.
        if command -v gdb >/dev/null && [[ $(cat -- "$folder/comm") == @(dictad|dictaPackage*) ]]; then
            timeout 20 gdb --batch -p "${folder#/proc/}" -ex 'thread apply all backtrace 24' </dev/null 2>/dev/null | grep '^[T#]' || true
        fi
    done
}

# how_it_ended STATUS LIMIT: prints in words how the process of a group ended. LIMIT is in seconds.
how_it_ended() {
    if (($1 == 124)); then
        say "was ended after $2 s"
    elif (($1 > 128)); then
        say "was killed by signal $(($1 - 128))"
    else
        say "ended with status $1"
    fi
}

# run_side_by_side WORKERS: reads groups from standard input and runs WORKERS of them at a time.
run_side_by_side() {
    local -r workers=$1
    local seconds suites running=0
    while read -r seconds suites; do
        if ((running >= workers)); then
            wait -n || true
            running=$((running - 1))
        fi
        groups_number=$((groups_number + 1))
        run_group "$groups_number" "$seconds" "$suites" &
        running=$((running + 1))
    done
    while ((running > 0)); do
        wait -n || true
        running=$((running - 1))
    done
}

# Takes the tests of the whole run out of the default one: out of the list of tests, and out of each group through `groups_left_out`.
leave_out() {
    groups_left_out=()
    [[ -z ${DICTA_ALL-} ]] || return 0
    grep '^[A-Z]' "$groups_whole" >"$groups_folder/whole"
    grep -v -x -F -f "$groups_folder/whole" "$groups_folder/tests" >"$groups_folder/default"
    mv -- "$groups_folder/default" "$groups_folder/tests"
    groups_left_out=(--skip "^($(sed 's/[.()]/\\&/g' "$groups_folder/whole" | paste -s -d '|'))")
}

# longest tests|suites: prints lines "SECONDS NAME", longest first.
longest() {
    sed -n 's/^ended //p' "$groups_folder"/*.tests | awk -v kind="$1" '
        FNR == NR { suites[$1] = 1; next }
        kind == "suites" ? $2 in suites : $2 ~ /\)$/
    ' "$groups_folder/suites" - | sort -k1,1nr
}

# run_groups BUNDLE...: runs every suite of the test bundle. Fails if a test failed, or did not run exactly once.
run_groups() {
    local alone side listed counted suites kind workers problems='' wrong=''
    groups_bundle=("$@") groups_number=0
    groups_folder=$root/.build/test-groups
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
    if ! "$@" --testing-library swift-testing --list-tests >"$groups_folder/tests" 2>"$groups_folder/errors"; then
        cat -- "$groups_folder/errors"
        say "✘ the tests could not be listed"
        return 1
    fi
    leave_out
    sed 's|/[^/]*$||' "$groups_folder/tests" | sort -u >"$groups_folder/suites"
    listed=$(wc -l <"$groups_folder/tests")
    # The test runner counts a suite that contains other suites too.
    suites=$(awk '{ print; while (sub(/\/[^\/]*$/, "")) print }' "$groups_folder/suites" | sort -u | wc -l)
    alone=$(grep -o '^[A-Z][^ ]*' "$groups_alone" | grep -x -F -f - "$groups_folder/suites" | pack_groups 0) || true
    side=$(grep -o '^[A-Z][^ ]*' "$groups_alone" | grep -v -x -F -f - "$groups_folder/suites" | pack_groups "$groups_length")
    groups_count=$(printf '%s\n' "$side" "$alone" | grep -c .)
    say "$listed tests in $suites suites, $groups_count groups, $workers side by side"
    run_side_by_side "$workers" <<<"$side"
    [[ -z $alone ]] || run_side_by_side 1 <<<"$alone"

    # Only lines of tests: a suite that contains others has events of its own in each group.
    sed -E 's/^[^ ]+ [^ ]+ //' "$groups_folder"/*.tests | grep '/.*)$' | sort >"$groups_folder/run" || true
    counted=$(wc -l <"$groups_folder/run")
    problems=$(diff <(sort "$groups_folder/tests") "$groups_folder/run" |
        sed -n 's/^< /✘ not run: /p; s/^> /✘ run once too often: /p')
    if grep -a -q -E '^✘' -- "$groups_folder"/*.log || [[ -n $problems ]] ||
        cat -- "$groups_folder"/*.end | grep -q -v -x 0; then
        wrong=1
        say "== what failed (whole logs: ${groups_folder#"$root/"})"
        # Lines with ↳ show the values of a failed expectation; long arrays are cut.
        cat -- "$groups_folder"/*.log | grep -a -E '^✘|^↳|: error:' |
            grep -a -E -v '^✘ Test run|^✘ Suite|^↳ (//|Testing Library|Target Platform)' | cut -c 1-900 || true
        [[ -z $problems ]] || say "$problems"
        cut -c 1-240 -- "$groups_folder"/*.hung 2>/dev/null | head -n 400 || true
    fi
    say "== what took longest"
    longest suites >"$groups_folder/seconds"
    for kind in tests suites; do
        say "-- $kind"
        longest "$kind" | awk 'NR <= 10 { printf "%8.1f s  %s\n", $1, $2 }'
    done
    tests_counted=$counted suites_counted=$suites
    [[ -z $wrong ]]
}

# closing_line ok|failed: prints the result of the whole run in the form of the test runner.
closing_line() {
    local mark=✔ word=passed seconds
    [[ $1 == ok ]] || mark=✘ word=failed
    seconds=$(awk -v a="$run_began" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.1f", b - a }')
    say "$mark Test run with $tests_counted tests in $suites_counted suites $word after $seconds seconds."
}
