# shellcheck shell=bash
# Functions of session/test: long runs of real engines, each a step that can be run alone, interrupted and run again.
# A script sources prepare.sh and groups.sh before it sources this file.
: "${root:?}" "${bin:?}"

# Steps, in their order. `tests` is all tests with their long forms; the others are those of the program dicta-soak (Tests/Soak).
readonly soak_steps=(mixed pauses day48 day192 library tests)
# Folder of the figures.
readonly soak_folder=$root/.build/soak

# read_soak ARGUMENT...: reads what stands after --soak: `soak_chosen`, `soak_hours`, `soak_report` and `soak_anew`.
read_soak() {
    soak_chosen=() soak_hours='' soak_report='' soak_anew=''
    while (($#)); do
        case $1 in
        --hours)
            [[ ${2-} =~ ^[0-9]{1,3}(\.[0-9]+)?$ ]] || fail "--hours takes a number of hours, not '${2-}'; see --help"
            soak_hours=$2
            shift
            ;;
        --report) export soak_report=1 ;;
        --anew) export soak_anew=1 ;;
        *)
            [[ " ${soak_steps[*]} " == *" $1 "* ]] || fail "unknown step '$1'; the steps are ${soak_steps[*]}"
            soak_chosen+=("$1")
            ;;
        esac
        shift
    done
    ((${#soak_chosen[@]})) || soak_chosen=("${soak_steps[@]}")
}

# soak_program ARGUMENT...: runs dicta-soak at servers of its own. A signal that ends this script ends the program first, which
# stores what it has done: it is in a session of its own, since Ctrl-C would end its engines and servers before it.
soak_program() {
    local process status=0 version namespace=()
    find_namespace
    version=$(git -C "$root" describe --always --dirty 2>/dev/null || sed -n '1s/^Dicta \([^ ]*\).*/\1/p' "$root/NEWS")
    setsid "${namespace[@]}" "$bin/dicta-soak" "$@" --folder "$soak_folder" --version "$version" </dev/null &
    process=$!
    trap 'soak_stopped=1; kill -TERM "$process" 2>/dev/null' INT TERM HUP
    # A signal ends `wait` early.
    while kill -0 "$process" 2>/dev/null; do wait "$process" && status=0 || status=$?; done
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
    [[ -z ${soak_stopped-} ]] || {
        say "interrupted; session/test --soak goes on from here"
        exit 130
    }
    return "$status"
}

# soak_step STEP: runs one step.
soak_step() {
    local words=("$1")
    # The hours are those of mixed use, or of pauses where they alone were named.
    if [[ -n $soak_hours && ($1 == mixed || "${soak_chosen[*]}" == pauses) ]]; then words+=(--hours "$soak_hours"); fi
    soak_program "${words[@]}"
}

# Each step as a function without arguments, as `step` calls it.
soak_mixed() { soak_step mixed; }
soak_pauses() { soak_step pauses; }
soak_day48() { soak_step day48; }
soak_day192() { soak_step day192; }
soak_library() { soak_step library; }
