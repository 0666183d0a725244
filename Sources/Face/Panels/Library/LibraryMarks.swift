// The marked recordings of the library. Any thread; a value.
internal import Dictation
internal import Messages

/// Recordings by name, in the order in which they were marked. They stay marked while the list shows others.
struct LibraryMarks: Sendable, Equatable {
    /// The names.
    private(set) var names: [String] = []
    private var recordings: [String: RecordingView] = [:]

    /// Marks one recording, or none.
    init(_ recording: RecordingView? = nil) { if let recording { add(recording) } }

    /// True without marks.
    var isEmpty: Bool { names.isEmpty }
    /// The number of marks.
    var count: Int { names.count }
    /// The bytes of all.
    var bytes: Int64 { recordings.values.reduce(0) { $0.boundedSum($1.bytes) } }
    /// The recording that was marked first.
    var first: RecordingView? { names.first.flatMap { recordings[$0] } }
    /// True if all are completed.
    var areCompleted: Bool { recordings.values.allSatisfy { $0.state == Recording.State.completed.rawValue } }

    /// True if all are favourites.
    var areFavourites: Bool { recordings.values.allSatisfy(\.isFavourite) }

    /// Takes the present state of recordings that are marked.
    mutating func update(_ rows: [RecordingView]) {
        guard !isEmpty else { return }
        for row in rows where recordings[row.name] != nil { recordings[row.name] = row }
    }

    /// True if a recording is marked.
    func contains(_ name: String) -> Bool { recordings[name] != nil }

    /// Marks a recording.
    mutating func add(_ recording: RecordingView) {
        if recordings.updateValue(recording, forKey: recording.name) == nil { names.append(recording.name) }
    }

    /// Takes a mark away.
    mutating func remove(_ name: String) {
        guard recordings.removeValue(forKey: name) != nil else { return }
        names.removeAll { $0 == name }
    }

    /// Marks a recording, or takes its mark away.
    mutating func toggle(_ recording: RecordingView) {
        if contains(recording.name) { remove(recording.name) } else { add(recording) }
    }

    /// The first names, and the number of the others.
    var list: String {
        let most = 5
        let quoted = names.prefix(most).map { "\"\($0)\"" }.joined(separator: ", ")
        let others = count - most
        return others > 0 ? tr("\(quoted) and \(others) more") : quoted
    }
}
