// The keys of library, markers, operations and options. Any thread; constants.
internal import Messages

extension KeyTable {
    /// The keys of the library. The verbs act on all recordings that are marked, else on the selected one.
    static let library: [KeyRow] = [
        KeyRow(.load, .library, "enter", hint: "load", "Load the recording and show the deck.", needsEngine: true),
        KeyRow(.listen, .library, "space", hint: "listen", "Play the recording, or pause it; the list stays.", needsEngine: true),
        KeyRow(.select, .library, "x", hint: "select", "Mark the recording, or take its mark away."),
        KeyRow(.delete, .library, "D delete", hint: "delete", "Delete the recordings, after a question.", needsEngine: true),
        KeyRow(.tag, .library, "t", hint: "tag", "Add tags to the recordings, or remove them.", needsEngine: true),
        KeyRow(.sort, .library, "S", hint: "sort", "Sort by date, name, length or size in turn.", needsEngine: true),
        KeyRow(.reverse, .library, "z", "Reverse the order.", needsEngine: true),
        KeyRow(.byTag, .library, "T", hint: "by tag", "Show only the recordings with a tag.", needsEngine: true),
        KeyRow(.selectAll, .library, "a", "Mark all recordings that are known, or take all marks away."),
        KeyRow(.enqueue, .library, "Q", "Add to the queue.", needsEngine: true),
        KeyRow(.rename, .library, "n", hint: "rename", "Rename the recording.", needsEngine: true),
        KeyRow(.note, .library, "N", "Give the recordings a note.", needsEngine: true),
        KeyRow(.copy, .library, "y", "Copy the recordings.", needsEngine: true),
        KeyRow(.export, .library, "e", hint: "export", "Export the recordings as files.", needsEngine: true),
        KeyRow(.deliver, .library, "v", "Make AAC files of the recordings.", needsEngine: true),
        KeyRow(.bring, .library, "I", "Import a file or a folder.", needsEngine: true),
        KeyRow(.complete, .library, "C", "Mark drafts as completed; make completed recordings drafts again.", needsEngine: true),
        KeyRow(
            .favourite, .library, "f", hint: "favourite", "Make the recordings favourites, or favourites no longer.",
            needsEngine: true),
        KeyRow(.favourites, .library, "F", "Show favourites only, or all recordings again.", needsEngine: true),
        KeyRow(.group, .library, "b", hint: "group", "Group by artist, tag, day or state in turn.", needsEngine: true),
    ]

    /// The keys while a search is typed.
    static let search: [KeyRow] = [
        KeyRow(.accept, .search, "enter", hint: "keep", "Keep the filter, and use the keys of the library."),
        KeyRow(.close, .search, "escape", hint: "clear", "Show all recordings again."),
    ]

    /// The keys of the list of markers.
    static let markers: [KeyRow] = [
        KeyRow(.goTo, .markers, "enter", hint: "go to", "Move the playhead to the marker.", needsEngine: true),
        KeyRow(.rename, .markers, "n", hint: "rename", "Rename the marker.", needsEngine: true),
        KeyRow(.note, .markers, "N", hint: "note", "Give the marker a note.", needsEngine: true),
        KeyRow(.delete, .markers, "D delete", hint: "delete", "Delete the marker, after a question.", needsEngine: true),
        KeyRow(.loopA, .markers, "a", hint: "A", "Set A of the loop at the marker.", needsEngine: true),
        KeyRow(.loopB, .markers, "b", hint: "B", "Set B of the loop at the marker.", needsEngine: true),
    ]

    /// The keys of the list of operations.
    static let operations: [KeyRow] = [
        KeyRow(.cancel, .operations, "x delete", hint: "cancel", "Cancel the operation.", needsEngine: true)
    ]

    /// The keys of the list of options.
    static let options: [KeyRow] = [
        KeyRow(.less, .options, "left h", hint: "less", "The value before, or a step less.", needsEngine: true),
        KeyRow(.more, .options, "right", hint: "more", "The next value, or a step more.", needsEngine: true),
        KeyRow(.change, .options, "enter", hint: "type", "Type the value, or choose from the list.", needsEngine: true),
        KeyRow(.reset, .options, "backspace", hint: "standard", "Take the standard value.", needsEngine: true),
    ]
}
