// Makes large libraries. Any thread; blocks on the disk.
import Dictation
import Storage
import System

/// Libraries of any number of recordings, each with a sidecar and an audio file of a frame.
enum LibraryMaker {
    private static let words = ["sonata", "rehearsal", "interview", "dream", "memo", "field", "choir", "idea"]

    /// Name of a recording by its number.
    static func name(_ number: Int) -> String { "\(words[number % 8]) \(number)" }

    /// Makes the recordings in a new folder, without a sync.
    static func fill(_ folder: String, _ count: Int) throws {
        let library = try Library(folder: folder)
        let format = try AudioFormat(encoding: .pcm16, rate: 48_000)
        var segment = Segment(file: "model.wav", created: "2026-01-01T00:00:00Z", format: format)
        let writer = try SegmentWriter(path: "\(folder)/model.wav", format: format)
        let frame = [SIMD2<Float>(0.5, 0.5)]
        unsafe try frame.withUnsafeBufferPointer { unsafe try writer.write($0) }
        segment.bytes = try writer.close()
        (segment.frames, segment.endReason) = (1, .stopped)
        try library.keepTake(JournalEntry(name: "model", segment: segment))
        let model = try library.readRecording("model")
        let audio = try File.contents(of: "\(folder)/model.wav")
        try library.deleteRecording("model")
        for number in 0..<count {
            let name = name(number)
            var recording = model.renamed(to: name)
            recording.id = .fresh()
            recording.created = Timestamp(seconds: 1_700_000_000 + number * 61).iso8601
            recording.tags = ["t\(number % 50)", words[number / 8 % 8]]
            recording.note = "number \(number) of the \(words[number / 64 % 8]) kind"
            recording.edits.arrangement.add(Marker(frame: 0, name: "mark\(number)"))
            try write(recording.printed, to: "\(folder)/\(name).json")
            try write(audio, to: "\(folder)/\(name).wav")
        }
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
        let descriptor = try File.open(path, .write, [.create, .exclusive])
        defer { File.close(descriptor) }
        try File.write(descriptor, bytes)
    }
}
