// Fuzz targets: JSON sidecars and journals. One thread; no I/O.
import Dictation
import JSON

/// Files that are written as JSON.
enum Texts {
    static func sidecar(_ bytes: [UInt8]) -> String? {
        if let tree = try? JSONTree(parsing: bytes) {
            guard (try? JSONTree(parsing: tree.printed)) == tree else { return "printed, the tree differs" }
            guard (try? JSONTree(parsing: tree.line)) == tree else { return "in one line, the tree differs" }
            guard tree.line.firstIndex(of: 10) == tree.line.count - 1 else { return "a line has several lines" }
        }
        guard var recording = try? Recording(name: "name", parsing: bytes) else { return nil }
        guard (try? Recording(name: "name", parsing: recording.printed)) == recording else { return "printed, it differs" }
        // Runs all edits of the library on it: undo to the beginning, redo to the end.
        let before = recording.edits.arrangement
        var steps = 0
        while recording.edits.undo() != nil { steps += 1 }
        for _ in 0..<steps where recording.edits.redo() == nil { return "an undone edit cannot be redone" }
        if steps <= EditHistory.limit, recording.edits.arrangement.timeline.length != before.timeline.length {
            return "after undo and redo it is \(recording.edits.timeline.length) frames long and not \(before.timeline.length)"
        }
        while recording.edits.redo() != nil {}
        recording.edits.insert(Arrangement(recording.timeline, markers: recording.markers), at: recording.timeline.length / 2)
        recording.edits.delete(1..<recording.timeline.length / 2 + 1)
        _ = (recording.bytes, recording.edits.segments, recording.renamed(to: "other"), recording.timeline.spans)
        _ = (recording.timeline.place(of: recording.timeline.length - 1), recording.nextFileName(fileExtension: "wav"))
        return nil
    }

    static func journal(_ bytes: [UInt8]) -> String? {
        if let edit = try? MarkerEdit(parsing: bytes) {
            guard (try? MarkerEdit(parsing: edit.line)) == edit else { return "in a line, the edit differs" }
            var list: [Marker] = []
            edit.apply(to: &list)
        }
        guard let entry = try? JournalEntry(parsing: bytes) else { return nil }
        guard (try? JournalEntry(parsing: entry.printed)) == entry else { return "printed, the entry differs" }
        var history = EditHistory()
        entry.edit.apply(to: &history, Arrangement(Timeline([entry.segment.span]), markers: entry.markers))
        guard history.timeline.length == entry.segment.frames else { return "the timeline is not as long as its segment" }
        return nil
    }
}
