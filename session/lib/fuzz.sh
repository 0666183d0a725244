# shellcheck shell=bash
# Functions of session/test: they run libFuzzer on all code that reads files and answers of other programs, and on OSC and MIDI.
# A script sources prepare.sh before it sources this file.
: "${root:?}"

# Names of the targets, with the share of each in ten thousand inputs of a counted run: quick targets take more of them. An input of
# `folder` is a whole library on the disk.
readonly fuzz_targets=(
    sidecar:2450 journal:2459 recovery:400 reader:400 peaks:300 folder:2 osc:2399 midi:640 transcript:100 hearing:850
)
# Inputs of one process. libFuzzer keeps memory for each coverage it finds, so a long run begins anew at times.
readonly fuzz_slice=500000
# Folder of the fuzzer, of the inputs that are kept, of those that failed, and of the counts.
readonly fuzz_folder=$root/.build/fuzz

# build_fuzz: builds the fuzzer, and writes the first inputs.
build_fuzz() {
    local target
    # gold, Swift's usual linker, cannot link libFuzzer.
    swift build --package-path "$root" --quiet -c release --product dicta-fuzz -Xswiftc -sanitize=fuzzer -Xswiftc -DLIBFUZZER \
        -Xswiftc -use-ld=lld --scratch-path "$fuzz_folder" || return 1
    for target in "${fuzz_targets[@]%%:*}"; do
        mkdir -p -- "$fuzz_folder/corpus/$target" "$fuzz_folder/found/$target" "$fuzz_folder/counts"
        "$fuzz_folder/release/dicta-fuzz" "$target" --seeds "$fuzz_folder/corpus/$target" || return 1
    done
}

# fuzz TARGET OPTION...: one process of libFuzzer. Adds its inputs to the count of the target. Inputs that fail are kept in
# .build/fuzz/found; a copy in Tests/Seeds becomes a test. The corpus is kept, so the next run continues with it.
fuzz() {
    local target=$1 log status=0 done_before done_now
    shift
    log=$(mktemp)
    # Swift's crash handler would run before that of libFuzzer, which saves the input.
    SWIFT_BACKTRACE=enable=no "$fuzz_folder/release/dicta-fuzz" "$target" "$fuzz_folder/corpus/$target" -max_len=40000 -timeout=20 \
        -close_fd_mask=3 -print_final_stats=1 -artifact_prefix="$fuzz_folder/found/$target/" "$@" >"$log" 2>&1 || status=1
    done_before=$(fuzz_count "$target")
    done_now=$(sed -nE 's/^stat::number_of_executed_units: *([0-9]+)$/\1/p' "$log")
    say "$((done_before + ${done_now:-0}))" >"$fuzz_folder/counts/$target"
    say "$target: ${done_now:-0} inputs, $(sed -nE 's/^stat::peak_rss_mb: *([0-9]+)$/\1/p' "$log") MB at most"
    grep -E 'ERROR|Test unit' "$log" || true
    rm -f -- "$log"
    return "$status"
}

# fuzz_count TARGET: prints the inputs that all runs have given to the target.
fuzz_count() { cat -- "$fuzz_folder/counts/$1" 2>/dev/null || say 0; }

# Runs each target for a time: DICTA_FUZZ_SECONDS, or ten minutes.
check_fuzz() {
    local target status=0
    build_fuzz || return 1
    for target in "${fuzz_targets[@]%%:*}"; do
        fuzz "$target" -max_total_time="${DICTA_FUZZ_SECONDS:-600}" || status=1
    done
    fuzz_report
    return "$status"
}

# fuzz_inputs COUNT: runs until all targets together have had this many inputs, counted over all runs. It can be interrupted and
# run again: only the slice that was interrupted is lost.
fuzz_inputs() {
    local entry target wanted had slice
    build_fuzz || return 1
    for entry in "${fuzz_targets[@]}"; do
        target=${entry%%:*}
        wanted=$(($1 * ${entry#*:} / 10000))
        while had=$(fuzz_count "$target") && ((had < wanted)); do
            slice=$((wanted - had < fuzz_slice ? wanted - had : fuzz_slice))
            # A run that finds a fault stops this target, so that the same fault is not found for ever.
            fuzz "$target" -runs="$slice" || return 1
        done
    done
    fuzz_report
}

# Prints the inputs of all runs.
fuzz_report() {
    local target sum=0
    for target in "${fuzz_targets[@]%%:*}"; do
        sum=$((sum + $(fuzz_count "$target")))
        say "$target: $(fuzz_count "$target") inputs in all runs"
    done
    say "all targets: $sum inputs"
}
