// First inputs of each fuzz target. One thread; writes files.
import Dictation
import Glibc
import JSON
import Storage
import Words

extension FuzzTarget {
    /// Writes the first inputs into a folder, which must exist.
    public func writeSeeds(to folder: String) throws {
        switch self {
        case .sidecar: try Self.put(try Self.recording().printed, "\(folder)/whole")
        case .journal:
            var entry = JournalEntry(
                name: "take", segment: try Self.recording().segments[0], edit: .insert(at: 7))
            entry.markers = [Marker(frame: 3, name: "three", note: "note", created: "now")]
            let edits = [MarkerEdit.change(at: 0, Marker(frame: 1)), .add(Marker(frame: 2, name: "\u{e4}\n}")), .remove(at: 0)]
            try Self.put(entry.printed + edits.flatMap(\.line), "\(folder)/whole")
            for (index, edit) in edits.enumerated() { try Self.put(edit.line, "\(folder)/edit\(index)") }
        case .recovery, .reader: try Self.writeSounds(to: folder)
        case .peaks: try Self.writePeaks(to: folder)
        case .osc:
            for (name, bytes) in try Surfaces.packets() { try Self.put(bytes, "\(folder)/\(name)") }
        case .folder:
            for (name, bytes) in try Folders.seeds(in: folder) { try Self.put(bytes, "\(folder)/\(name)") }
        case .midi:
            for (name, bytes) in Surfaces.keys { try Self.put(bytes, "\(folder)/\(name)") }
        case .transcript:
            for (name, text) in Transcripts.files { try Self.put(Array(text.utf8), "\(folder)/\(name)") }
            try Self.put(Transcripts.transcript.printed(for: Transcripts.recording), "\(folder)/own")
        case .hearing:
            for (name, text) in Transcripts.answers { try Self.put(Array(text.utf8), "\(folder)/\(name)") }
        }
    }

    private static func recording() throws -> Recording {
        let format = try AudioFormat(rate: 48_000)
        var segment = Segment(file: "name.wav", created: "2026-01-01T00:00:00Z", format: format)
        segment.frames = 1000
        segment.joints = [.init(position: 5, paused: 7)]
        segment.gaps = [.init(position: 5, length: 7, cause: .lost)]
        segment.endReason = .stopped
        var recording = Recording(name: "name", created: "2026-01-01T00:00:00Z", segment: segment)
        recording.tags = ["a", "b"]
        recording.note = "note \u{1F600}"
        recording.playPosition = 4
        recording.edits.arrangement.add(Marker(frame: 900, name: "m"))
        recording.edits.delete(10..<20)
        recording.edits.insert(Arrangement(Timeline([Span(segment: "name~2.wav", length: 30)])), at: 50)
        _ = recording.edits.undo()
        recording.others = [.init("other", .list([.none, .flag(true), .number("1e5")]))]
        return recording
    }

    /// Writes every container, closed and left open; short, since a fuzzer works best on short inputs.
    private static func writeSounds(to folder: String) throws {
        for container in AudioFormat.Container.allCases {
            let format = try AudioFormat(container: container, rate: container == .opus ? 48_000 : 44_100)
            for isClosed in [false, true] {
                let path = "\(folder)/\(container.rawValue)-\(isClosed ? "closed" : "open").\(container.fileExtension)"
                let work = path + ".work"
                let writer = try SegmentWriter(path: work, format: format, description: BroadcastDescription(reference: "x"))
                try writer.writeSilence(frames: 600)
                try writer.flush()
                if isClosed { _ = try writer.close(markers: [Marker(frame: 5, name: "five", note: "note")]) }
                // The link keeps the file as it is now, even where the writer has not closed it.
                guard unsafe link(work, path) == 0 || errno == EEXIST else { throw StorageError.exists(path: path) }
                if !isClosed {
                    try copy(work, path)
                    _ = try writer.close()
                }
                guard unsafe unlink(work) == 0 else { throw StorageError.missing(path: work) }
            }
        }
    }

    /// Writes the waveforms of one mono and one stereo file.
    private static func writePeaks(to folder: String) throws {
        let library = try Library(folder: "\(folder)/sounds")
        for channels in [1, 2] {
            let name = "\(channels).wav"
            let writer = try SegmentWriter(
                path: "\(library.folder)/\(name)", format: try AudioFormat(encoding: .pcm16, rate: 8_000, channels: channels))
            try writer.writeSilence(frames: 20_000)
            _ = try writer.close()
            let scan = try PeakScan(library, name)
            while try !scan.step() {}
            try copy("\(library.folder)/.peaks/\(name).peaks", "\(folder)/\(channels)")
            for path in [name, ".peaks/\(name).peaks"] { _ = unsafe unlink("\(library.folder)/\(path)") }
        }
        for path in ["/.peaks", ""] { _ = unsafe rmdir(library.folder + path) }
    }

    private static func copy(_ from: String, _ to: String) throws {
        guard let bytes = read(from) else { throw StorageError.missing(path: from) }
        _ = unsafe unlink(to)
        try put(bytes, to)
    }

    private static func put(_ bytes: [UInt8], _ path: String) throws {
        guard let stream = unsafe fopen(path, "w") else { throw StorageError.missing(path: path) }
        let count = unsafe fwrite(bytes, 1, bytes.count, stream)
        guard unsafe fclose(stream) == 0, count == bytes.count else { throw StorageError.diskFull(path: path) }
    }

    /// Bytes of a file; nil when it cannot be opened.
    public static func read(_ path: String) -> [UInt8]? {
        guard let stream = unsafe fopen(path, "r") else { return nil }
        // An error of closing does not matter: the file was only read.
        defer { _ = unsafe fclose(stream) }
        var all: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe fread(&piece, 1, piece.count, stream)
            if count == 0 { return all }
            all += piece[..<count]
        }
    }
}
