// The columns of tables: their names, order and importance. One thread; constants.
import Dictation

/// The columns of a table, by the keys of the items.
enum Columns {
    /// Words of `--columns` whose key is another: people read LENGTH, and JSON has `seconds`.
    private static let words = ["length": "seconds", "size": "bytes", "position": "position_seconds", "format": "container"]

    /// All columns of a list of recordings.
    private static let recordings = [
        "name", "seconds", "created", "modified", "state", "problem", "bytes", "tags", "title", "artist", "markers", "note",
        "position_seconds", "rate", "container", "bits", "channels", "segments", "frames", "path", "said_seconds", "said",
        "id", "favourite", "group", "position_frames", "bitrate",
    ]

    /// Beginning of a column with a key of the user's own.
    static let ownKey = "field."

    /// Left out of a table on a narrow terminal, the first one first.
    static func leftOut(_ verb: Verb) -> [String] {
        switch verb {
        case .library(.ls), .library(.search):
            [
                "bitrate", "segments", "channels", "bits", "container", "rate", "position_seconds", "artist", "title", "markers",
                "state", "tags", "bytes", "favourite",
            ]
        case .library(.importing): ["source_bytes", "markers", "title", "rate", "container", "source", "bytes"]
        case .terminal(.engines): ["socket", "version", "client", "jack_server", "pid", "library", "play_name", "record_name"]
        case .engine(.commands):
            [
                "aliases", "needs", "lists", "while", "group", "address", "highest", "lowest", "unit", "repeats", "choices",
                "default",
            ]
        case .guide(.prompt): ["last_used", "last_shown", "uses", "weight", "depth", "favourite"]
        case .library(.answers): ["category", "modified", "question_id", "required", "to_seconds"]
        case .hook: ["kind", "dropped", "waiting", "running", "took_seconds", "output", "runs"]
        default: []
        }
    }

    /// Sentences, which are broken into lines and never cut: a table has one of them at most.
    static let prose = ["summary", "problem", "words", "error", "note", "said", "reason"]

    /// True for a value that is as always: a column of such values is left out.
    static func isUsual(_ key: String, _ value: Value?) -> Bool {
        switch (key, value) {
        case ("title", .text("")), ("tags", .text("")), ("state", .text("completed")), ("markers", .int(0)),
            ("segments", .int(1)),
            ("problem", nil), ("position_seconds", nil), ("failed", .int(0)), ("error", nil), ("favourite", .flag(false)):
            true
        default: false
        }
    }

    /// Too long for a table of its own accord: paths, usage lines, hints, identities, and notes of recordings, which can be a page long.
    static func tooLong(_ items: [Fields]) -> [String] {
        let isRecordings = items.contains { $0["path"] != nil || $0["segments"] != nil }
        // A UUID has 36 characters; the id of a prompt is a word.
        let hasIdentities = items.contains { if case .text(let id)? = $0["id"] { id.utf8.count == 36 } else { false } }
        return ["path", "usage", "modified", "hint", "name_hint", "sound_hint", "clip_hint"] + (isRecordings ? ["note"] : [])
            + (hasIdentities ? ["id"] : [])
    }

    /// The keys that `--columns` names; nil without it. Throws for a word that is no column.
    static func chosen(_ request: Request) throws(DictaError) -> [String]? {
        guard [.library(.ls), .library(.search)].contains(request.verb), let list = request.text(.columns) else { return nil }
        var keys: [String] = []
        for word in list.split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init) {
            // Own keys keep their case.
            let key = word.hasPrefix(ownKey) ? word : words[word.lowercased()] ?? word.lowercased()
            guard recordings.contains(key) || key.hasPrefix(ownKey) && key.count > ownKey.count else {
                let names = (recordings + ["\(ownKey)KEY"]).map { key in words.first { $0.value == key }?.key ?? key }
                throw .usage(
                    .outOfRange(
                        command: request.name, parameter: "--columns", allowed: names.joined(separator: ", "), got: word))
            }
            keys.append(key)
        }
        return keys
    }
}
