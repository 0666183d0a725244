// First inputs of the fuzz target for libraries. One thread; writes files.
import Dictation
import Glibc
import Storage

extension Folders {
    /// Folders, each in good order or with one oddity.
    static func seeds(in scratch: String) throws -> [(name: String, bytes: [UInt8])] {
        let now: Int64 = 1_767_225_600
        let sound = try sound(in: scratch)
        let whole = try Recording.fuzzed(name: "a", files: ["a.wav", "a~2.wav"], frames: 300, bytes: Int64(sound.count))
        func packed(_ files: [File]) -> [UInt8] { files.flatMap(\.packed) }
        func file(_ name: String, _ bytes: [UInt8], _ seconds: Int64 = 1_767_225_600) -> File {
            File(name: name, seconds: seconds, bytes: bytes)
        }
        let pair = [file("a.wav", sound), file("a~2.wav", sound)]
        let dates: [Int64] = [-11_644_473_600, -9_300_000_000, 9_300_000_000, .max, .min, 0, now]
        var huge = whole
        huge.segments = (0..<1024).map { number in
            var segment = whole.segments[0]
            segment.file = Recording.fileName("a", segment: number + 1, fileExtension: "wav")
            (segment.bytes, segment.frames) = (Timeline.longest, Timeline.longest)
            return segment
        }
        var fast = whole
        (fast.segments[0].rate, fast.segments[1].rate, fast.segments[1].frames) = (10_000_000, 1, Timeline.longest)
        let entry = JournalEntry(name: "a", segment: whole.segments[1], edit: .insert(at: 7))
        let edits = (0..<4).flatMap { MarkerEdit.add(Marker(frame: $0, name: "m")).line }
        return [
            ("whole", packed(pair + [file("a.json", whole.printed)])),
            ("bare", packed(pair + [file("b.flac", [1, 2, 3]), file("c.ogg", [])])),
            ("dates", packed(dates.enumerated().map { file("\($0).wav", sound, $1) } + [file("a.json", whole.printed, .min)])),
            ("huge", packed([file("a.json", huge.printed)])),
            ("fast", packed(pair + [file("a.json", fast.printed)])),
            ("numbers", packed(pair + [file("a~9223372036854775807.wav", sound), file("a~999999999.wav", sound)])),
            ("open", packed(pair + [file(".a.take", entry.printed + edits)])),
            ("unknown", packed(pair + [file(".a.take", []), file(".b.take", Array("{}".utf8))])),
            ("collision", packed(pair + [file("a~2.json", whole.renamed(to: "a~2").printed), file("a.json", whole.printed)])),
            (
                "equivalent",
                packed([file("caf\u{e9}.wav", sound), file("cafe\u{301}.wav", sound), file("cafe\u{301}.json", whole.printed)])
            ),
            ("leftovers", packed(pair + [file(".dicta-x", [1]), file(".a.intent", Array("[]".utf8)), file("a.m4a", [1])])),
        ]
    }

    private static func sound(in scratch: String) throws -> [UInt8] {
        let path = "\(scratch)/sound.work"
        let writer = try SegmentWriter(path: path, format: try AudioFormat(encoding: .pcm16, rate: 8_000, channels: 1))
        try writer.writeSilence(frames: 300)
        _ = try writer.close(markers: [Marker(frame: 5, name: "five", note: "note")])
        defer { _ = unsafe unlink(path) }
        guard let bytes = FuzzTarget.read(path) else { throw StorageError.missing(path: path) }
        return bytes
    }
}

extension Recording {
    /// A recording of several files, with an edit that can be undone.
    static func fuzzed(name: String, files: [String], frames: Int64, bytes: Int64) throws -> Recording {
        let format = try AudioFormat(encoding: .pcm16, rate: 8_000, channels: 1)
        var recording = Recording(name: name, created: "2026-01-01T00:00:00Z")
        for file in files {
            var segment = Segment(file: file, created: recording.created, format: format)
            (segment.frames, segment.bytes, segment.endReason) = (frames, bytes, .stopped)
            recording.segments.append(segment)
            recording.edits.append(Arrangement(Timeline([segment.span]), markers: [Marker(frame: 5, name: "five")]))
        }
        recording.edits.delete(10..<20)
        return recording
    }
}
