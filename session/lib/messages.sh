# shellcheck shell=bash
# Functions for the catalogues of messages. prepare.sh sources this file.
: "${root:?}"

# Languages with a catalogue. English is in the programs.
readonly languages=(de ru)

# build_messages FOLDER: makes FOLDER/LANGUAGE/LC_MESSAGES/dicta.mo for each language, which programs in FOLDER/../../bin read.
build_messages() {
    local language
    for language in "${languages[@]}"; do
        mkdir -p -- "$1/$language/LC_MESSAGES"
        msgfmt --output-file="$1/$language/LC_MESSAGES/dicta.mo" "$root/session/po/$language.po"
    done
}

# take_messages FOLDER: copies the catalogues of a tarball, which are made; makes them from source elsewhere.
take_messages() {
    if [[ -d $root/locale ]]; then
        mkdir -p -- "$1"
        cp -R -- "$root/locale/." "$1/"
    else
        build_messages "$1"
    fi
}
