// A value; control loop, and the host before there is one.
internal import Dictation

extension SessionState {
    /// All that a session may not bring by itself, as it is recorded for its user; nothing where there is none of it.
    var ownersPart: String? {
        var members: [JSONTree.Member] = []
        for (key, text) in [("library", library), ("settings", settings), ("socket", socket), ("recording", foreignRecording)] {
            if let text { members.append(.init(key, .text(text))) }
        }
        for (key, value) in options.sorted(by: { $0.key < $1.key }) { members.append(.init("--" + key, .text(value))) }
        return members.isEmpty ? nil : String(decoding: JSONTree.object(members).printed, as: UTF8.self)
    }

    /// Path of the loaded recording where it lies outside the session's library.
    private var foreignRecording: String? { recording.flatMap { $0.contains("/") ? $0 : nil } }

    /// Keeps only the project's own part. Gives the names of all that was left out.
    mutating func leaveOutOwnersPart() -> [String] {
        var words = options.keys.sorted().map { "--" + $0 }
        for (name, text) in [("the library", library), ("the settings", settings), ("the socket", socket)] {
            if let text { words.append("\(name) '\(text)'") }
        }
        if let path = foreignRecording {
            words.append("'\(path)'")
            (recording, position, loop) = (nil, 0, [nil, nil])
        }
        (library, settings, socket, options) = (nil, nil, nil, [:])
        return words
    }
}
