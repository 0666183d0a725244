# shellcheck shell=bash
# Functions of the scripts in this folder: they find or install the packages of Dicta, check Swift, and build.
# A script sets -euo pipefail before it sources this file.

# Programs print in the user's language; output that scripts read must not change with it.
export LC_ALL=C.UTF-8
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd -P)
# shellcheck source=session/lib/messages.sh
source "$root/session/lib/messages.sh"
# Folder of the built programs.
readonly bin=$root/.build/release
# Folder in which Swift Build puts them: `bin` is a link to it.
readonly products_folder=$root/.build/out/Products/Release-linux

# say WORDS: prints a line.
say() { printf '%s\n' "$*"; }
# fail MESSAGE: prints the script's name and the message on standard error, and ends with 1.
fail() {
    printf '%s: %s\n' "$(basename -- "$0")" "$*" >&2
    exit 1
}

# Names of programs and libraries, each with its Debian package.
readonly needed_programs=(jackd:jackd2 jack_lsp:jackd2 pkg-config:pkg-config msgfmt:gettext)
readonly needed_libraries=(
    jack:libjack-jackd2-dev sndfile:libsndfile1-dev rubberband:librubberband-dev liblo:liblo-dev
    samplerate:libsamplerate0-dev vorbisenc:libvorbis-dev sqlite3:libsqlite3-dev zlib:zlib1g-dev ncursesw:libncurses-dev
    libevdev:libevdev-dev libebur128:libebur128-dev
)
readonly needed_test_programs=(
    jack_transport:jackd2 jack_midiseq:jackd2 jack_session_notify:jackd2 dbus-daemon:dbus-daemon busctl:systemd
    sox:sox sndfile-info:sndfile-programs ffmpeg:ffmpeg ffprobe:ffmpeg mpv:mpv jack_capture:jack-capture jack-record:jack-tools
    oscsend:liblo-tools tmux:tmux shellcheck:shellcheck groff:groff-base mkfs.ext4:e2fsprogs cc:gcc
    jack_freewheel:jackd2 jq:jq espeak-ng:espeak-ng pocketsphinx_continuous:pocketsphinx
    rubberband:rubberband-cli sooperlooper:sooperlooper zsh:zsh fish:fish ip:iproute2 nft:nftables fallocate:util-linux
    pipewire:pipewire pw-metadata:pipewire-bin pw-jack:pipewire-jack wireplumber:wireplumber zita-n2j:zita-njbridge
    lintian:lintian desktop-file-validate:desktop-file-utils appstreamcli:appstream rsvg-convert:librsvg2-bin man:man-db
    systemd-analyze:systemd debootstrap:debootstrap
)
readonly needed_package_programs=(dpkg-deb:dpkg dpkg-shlibdeps:dpkg-dev strip:binutils xz:xz-utils msgfmt:gettext)

# Pictures of the screen in session/share: those of the README, and of the page for software centres.
# shellcheck disable=SC2034 # The scripts that source this file use it.
readonly pictures=(screen-recording screen-playing screen-words screen-prompt)

# check_web ADDRESS: fails unless it is an address in the web that an XML file can have as it is.
check_web() {
    [[ $1 =~ ^https?://[A-Za-z0-9][A-Za-z0-9.:_/~%-]*$ ]] ||
        fail "--web takes an address such as https://example.org/dicta, not '$1'"
}

# missing_packages run|tests|package: prints the packages of missing programs and libraries, each once. "tests" adds those that
# only the tests use; "package" is what session/package uses to pack built programs.
missing_packages() {
    local entry programs=("${needed_programs[@]}")
    [[ $1 != tests ]] || programs+=("${needed_test_programs[@]}" "${needed_package_programs[@]}")
    if [[ $1 == package ]]; then
        for entry in "${needed_package_programs[@]}"; do
            command -v "${entry%%:*}" >/dev/null || say "${entry#*:}"
        done | sort -u
        return
    fi
    {
        for entry in "${programs[@]}"; do
            command -v "${entry%%:*}" >/dev/null || say "${entry#*:}"
        done
        for entry in "${needed_libraries[@]}"; do
            pkg-config --exists "${entry%%:*}" 2>/dev/null || say "${entry#*:}"
        done
        # On a desktop with PipeWire the engine needs PipeWire's JACK library.
        if command -v pipewire >/dev/null && ! command -v pw-jack >/dev/null; then say pipewire-jack; fi
        if [[ $1 == tests ]] && ! /usr/bin/python3 -c 'import liblo' 2>/dev/null; then say python3-liblo; fi
        if [[ $1 == tests ]] && ! /usr/bin/python3 -c 'import dbus' 2>/dev/null; then say python3-dbus; fi
        if [[ $1 == tests ]] && ! /usr/bin/python3 -c 'import gi' 2>/dev/null; then say python3-gi; fi
        if [[ $1 == tests ]] && ! /usr/bin/python3 -c 'import jsonschema' 2>/dev/null; then say python3-jsonschema; fi
        [[ $1 != tests || -r /usr/share/bash-completion/bash_completion ]] || say bash-completion
        # Sources of the locales that the tests make.
        [[ $1 != tests || -r /usr/share/i18n/locales/fa_IR ]] || say locales
        # A recogniser that needs no download, and real speech for it and for the tests of the voice detector.
        [[ $1 != tests || -r /usr/share/pocketsphinx/model/en-us/en-us.lm.bin ]] || say pocketsphinx-en-us
        [[ $1 != tests || -r /usr/share/pocketsphinx/test/data/goforward.raw ]] || say pocketsphinx-testdata
        if [[ $1 == tests ]] && [[ $(sox --help 2>/dev/null) != *' mp3 '* ]]; then say libsox-fmt-mp3; fi
    } | sort -u
}

# File with the output of a long step: kept if the step fails, removed by the caller's trap if the step is interrupted.
scratch=

# show_log FILE: prints the last lines of the log of a failed step.
show_log() { sed 's/^/  | /' <(tail -n 20 -- "$1") >&2; }
# give_up MESSAGE: ends the script with the last lines of the long step.
give_up() {
    local log=$scratch
    show_log "$log"
    scratch=
    fail "$1; the whole output is in $log"
}

# prepare_packages run|tests|package: installs missing packages as root, else prints the command to type. Prints nothing if nothing is
# missing.
prepare_packages() {
    local packages
    mapfile -t packages < <(missing_packages "$1")
    ((${#packages[@]})) || return 0
    if ! command -v apt-get >/dev/null; then
        fail "missing: ${packages[*]} (Debian's names). Install them with this system's package manager, then run this again."
    fi
    if ((EUID != 0)); then
        printf '%s: missing: %s\nInstall them with this command, then run this again:\n\n    %s %s\n\n' \
            "$(basename -- "$0")" "${packages[*]}" 'sudo apt-get install --no-install-recommends' "${packages[*]}" >&2
        exit 1
    fi
    scratch=$(mktemp)
    # The installation of jackd2 asks about realtime priority: noninteractive takes the default and does not wait.
    export DEBIAN_FRONTEND=noninteractive
    say "installing ${packages[*]} ..."
    if ! apt-get -o DPkg::Lock::Timeout=300 -q update >"$scratch" 2>&1 ||
        ! apt-get -o DPkg::Lock::Timeout=300 -q -y --no-install-recommends install "${packages[@]}" >>"$scratch" 2>&1; then
        give_up "apt-get could not install ${packages[*]}"
    fi
    rm -f -- "$scratch"
    mapfile -t packages < <(missing_packages "$1")
    ((${#packages[@]} == 0)) || fail "still missing after the installation: ${packages[*]}"
}

# Ends the script if Swift 6.3 or later is not in PATH.
prepare_swift() {
    local version
    command -v swift >/dev/null ||
        fail "no 'swift' in PATH. Dicta is built with Swift 6.3 or later: https://www.swift.org/install/linux/"
    version=$(swift --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9]+\.[0-9]+).*/\1/p')
    [[ -n $version ]] || fail "'swift --version' prints no version; is $(command -v swift) a whole toolchain?"
    [[ $(printf '%s\n' 6.3 "$version" | sort -V | head -n 1) == 6.3 ]] ||
        fail "Swift $version is too old: 6.3 or later is needed (https://www.swift.org/install/linux/). Its path is $(command -v swift)"
}

# Locales of the tests: both languages of the catalogues, and weeks that begin on three different days.
readonly test_locales=(de_DE ru_RU en_US ar_EG fa_IR)

# Makes the missing locales of the tests as root. Without root, their tests are skipped and say so.
prepare_locales() {
    local name installed
    ((EUID == 0)) || return 0
    installed=$(locale -a)
    for name in "${test_locales[@]}"; do
        [[ $installed == *"$name.utf8"* ]] || localedef -i "$name" -f UTF-8 "$name.UTF-8" ||
            say "the locale $name.UTF-8 could not be made; its tests are skipped"
    done
}

# prepare run|tests: installs missing packages and checks Swift.
prepare() {
    prepare_packages "$1"
    [[ $1 != tests ]] || prepare_locales
    # What is built already needs no compiler.
    if [[ $1 != run ]] || ! is_built; then prepare_swift; fi
}

# strip_program FROM TO: copies a program without symbols. The hashes of the compiler, which nothing reads, and the build id of the
# linker differ between builds of one source: zeros and a hash of the copy take their places. Both sections stay, since strip and
# objcopy drop the program header for RELRO when one of them is removed.
strip_program() {
    local -r head='\x04\x00\x00\x00\x14\x00\x00\x00\x03\x00\x00\x00GNU\x00'
    local digits length options=(--strip-all --remove-section=.comment --remove-section=.note)
    length=$(size -A -- "$1" | awk '$1 == ".swift_modhash" { print $2 }')
    if [[ -n $length ]]; then
        head -c "$length" /dev/zero >"$2.hashes"
        options+=(--update-section ".swift_modhash=$2.hashes")
    fi
    { printf '%b' "$head" && head -c 20 /dev/zero; } >"$2.note"
    objcopy "${options[@]}" --update-section ".note.gnu.build-id=$2.note" -- "$1" "$2"
    digits=$(sha1sum <"$2" | awk '{ gsub(/../, "\\x&", $1); print $1 }')
    printf '%b' "$head$digits" >"$2.note"
    objcopy --update-section ".note.gnu.build-id=$2.note" -- "$2"
    rm -f -- "$2.hashes" "$2.note"
}

# print_page FILE: prints a page of the guide for a place without the source. Links to the source become plain words.
print_page() { sed -E 's/\[([^]]*)\]\((\.\.\/)*(Sources|Tests)\/[^)]*\)/\1/g' -- "$1"; }

# Prints the time of this version in seconds since 1970: SOURCE_DATE_EPOCH, the time of the last commit, or that of NEWS.
source_time() {
    if [[ -n ${SOURCE_DATE_EPOCH-} ]]; then
        say "$SOURCE_DATE_EPOCH"
    elif [[ $(git -C "$root" rev-parse --show-toplevel 2>/dev/null) == "$root" ]]; then
        git -C "$root" log -1 --format=%ct
    else
        stat -c %Y -- "$root/NEWS"
    fi
}

# Prints the number of object files: a module that is done has one.
count_objects() { { find "$products_folder" -maxdepth 1 -name '*.o' ! -name SpeechTrial.o 2>/dev/null || true; } | wc -l; }

# show_progress LOG: shows how far a build is until it is ended: in a terminal a line that changes, elsewhere a line in 20 seconds.
# A build with nothing to do ends before the first of them.
show_progress() {
    local -r began=$SECONDS
    local folder line shown='' next=0 modules=0 before
    before=$(count_objects)
    # Each module has its folder; so have C libraries, with a shim.h, and programs.
    for folder in "$root"/Sources/*/; do
        [[ -e $folder/shim.h || $(basename -- "$folder") == @(dicta*|SpeechTrial) ]] || modules=$((modules + 1))
    done
    while sleep 0.5; do
        # A line of the build is "[41/100] Storage 195 / 464".
        line=$(sed -nE 's/^\[([0-9]+)\/100\] ([A-Za-z]+)(-product)? .*/\1 %, now \2/p' "$1" | tail -n 1)
        # Object files of an earlier build do not tell which modules are done.
        ((before > 0)) || line="$(count_objects) of $modules modules, $line"
        if [[ $line != *now* || $line == "$shown" ]] || ((SECONDS - began < 2)); then continue; fi
        if [[ -t 1 ]]; then
            printf '\r\033[Kbuilding: %s' "$line"
        elif ((SECONDS >= next)); then
            say "building: $line"
            next=$((SECONDS + 20))
        fi
        shown=$line
    done
}

# All programs that are delivered.
# shellcheck disable=SC2034
readonly delivered_programs=(dictad dicta dicta-bench)
# File with the fingerprint of what the programs in $bin were built from.
readonly built_file=$root/.build/built

# fingerprint [PROGRAM...]: prints a hash of all that a build of the programs is made of, by names, sizes and times. The compiler and
# Debian's list of packages stand for the toolchain and the C libraries.
fingerprint() {
    {
        printf '%s\n' "$@"
        stat -L -c '%n %s %y' -- "$(type -P swift)" /var/lib/dpkg/status 2>/dev/null || true
        find "$root"/{Sources,Package.swift,session/lib,session/po} -printf '%p %s %T@\n' | sort
    } | sha256sum
}

# is_built [PROGRAM...]: true if $bin has the programs as the sources are now. Swift would need two seconds to find that out.
is_built() {
    local program
    for program in dictad dicta "$@"; do [[ -x $bin/$program ]] || return 1; done
    [[ $(cat -- "$built_file" 2>/dev/null) == "$(fingerprint "$@")" ]]
}

# build_release [PROGRAM...]: builds dictad and dicta for release into $bin, then the programs that are named. They run without Swift,
# look for libraries where the system has them, not in their own folder, and bind all functions at the start, after which the table
# of them is read-only.
build_release() {
    local began=$SECONDS ticker product print
    ! is_built "$@" || return 0
    print=$(fingerprint "$@")
    # Swift Build compiles a module as soon as it has the interfaces of those below, so that two processors are busy to the end; the
    # older build system waits for their code. The interfaces are made apart from the code only without optimisation across modules;
    # the rings of the process callback are inlinable and need none. Swift Build does not find two parts of Foundation by itself.
    local -r flags=(--package-path "$root" -c release --build-system swiftbuild --static-swift-stdlib --disable-local-rpath
        -Xlinker -z -Xlinker now -Xlinker -l_FoundationCollections -Xlinker -l_FoundationCShims
        -Xswiftc -emit-module-separately-wmo -Xswiftc -disable-cmo)
    scratch=$(mktemp)
    show_progress "$scratch" &
    ticker=$!
    # One graph for the programs of the users, and one by one those that need more than their modules.
    (
        DICTA_ONLY=programs swift build "${flags[@]}" || exit
        for product; do swift build "${flags[@]}" --product "$product" || exit; done
    ) >"$scratch" 2>&1 || {
        kill "$ticker" 2>/dev/null || true
        [[ ! -t 1 ]] || printf '\r\033[K'
        give_up "the build of Dicta failed"
    }
    kill "$ticker" 2>/dev/null || true
    wait "$ticker" 2>/dev/null || true
    [[ ! -t 1 ]] || printf '\r\033[K'
    rm -f -- "$scratch"
    ln -sfn -- out/Products/Release-linux "$bin"
    build_messages "$root/.build/out/Products/share/locale"
    say "$print" >"$built_file"
    ((SECONDS - began < 10)) || say "built in $((SECONDS - began)) s"
}
