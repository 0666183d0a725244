// The part of a session's state that only its user may set. Any thread; a value.
internal import Dictation
internal import JSON
internal import Messages

extension SessionState {
    /// The values that a foreign session may not set, as JSON text for the record; nil if there are none.
    var ownersPart: String? {
        var members: [JSONTree.Member] = []
        for (key, text) in [("library", library), ("settings", settings), ("socket", socket), ("recording", foreignRecording)] {
            if let text { members.append(.init(key, .text(text))) }
        }
        let files = queue.filter { $0.hasSlash }
        if !files.isEmpty { members.append(.init("queue", .list(files.map(JSONTree.text)))) }
        for (key, value) in options.sorted(by: { $0.key < $1.key }) { members.append(.init("--" + key, .text(value))) }
        return members.isEmpty ? nil : String(decoding: JSONTree.object(members).printed, as: UTF8.self)
    }

    /// Path of the loaded file if it lies outside the session's library; nil otherwise.
    private var foreignRecording: String? { recording.flatMap { $0.hasSlash ? $0 : nil } }

    /// Removes the values that a foreign session may not set, and gives their names for a message.
    mutating func leaveOutOwnersPart() -> [String] {
        var words = options.keys.sorted().map { "--" + $0 }
        if let library { words.append(tr("the library '\(library)'")) }
        if let settings { words.append(tr("the settings '\(settings)'")) }
        if let socket { words.append(tr("the socket '\(socket)'")) }
        if let path = foreignRecording {
            words.append("'\(path)'")
            (recording, position, loop) = (nil, 0, [nil, nil])
        }
        if queue.contains(where: { $0.hasSlash }) {
            words.append(tr("files in the queue"))
            (queue, queueNumber) = (queue.filter { !$0.hasSlash }, nil)
        }
        (library, settings, socket, options) = (nil, nil, nil, [:])
        return words
    }
}
