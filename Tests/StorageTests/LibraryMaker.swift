// A library for tests.
import Dictation
import Glibc
import Storage
import System
import Testing

/// A library with its index, in a folder of its own.
struct TestLibrary {
    let scratch: Scratch
    let library: Library

    init() throws {
        scratch = try Scratch()
        library = try Library(folder: scratch.file("library"))
    }

    func index() throws -> LibraryIndex { try LibraryIndex(library, folder: scratch.file("index")) }

    func file(_ name: String) -> String { "\(library.folder)/\(name)" }

    /// Makes a recording of `segments` segments, with a frame number in every sample.
    @discardableResult
    func record(_ name: String, segments: Int = 1, frames: Int = 100, created: String = "2026-01-01T00:00:00Z") throws
        -> Recording
    {
        for number in 1...segments {
            let file = Recording.fileName(name, segment: number, fileExtension: "wav")
            try library.keepTake(JournalEntry(name: name, segment: try audio(file, frames: frames, created: created)))
        }
        return try library.readRecording(name)
    }

    func audio(_ file: String, frames: Int, created: String = "2026-01-01T00:00:00Z") throws -> Segment {
        let format = try AudioFormat(encoding: .pcm16, rate: 48_000)
        var segment = Segment(file: file, created: created, format: format)
        let writer = try SegmentWriter(path: self.file(file), format: format)
        try writer.write(all: Signal.counter(frames, .pcm16))
        segment.bytes = try writer.close()
        segment.frames = Int64(frames)
        segment.endReason = .stopped
        return segment
    }

    /// A file without a name and the segment that it is to be, as an export makes it.
    func unnamed(_ file: String, frames: Int) throws -> (file: TemporaryFile, segment: Segment) {
        let format = try AudioFormat(encoding: .pcm16, rate: 48_000)
        let made = try TemporaryFile(forExportTo: self.file(file), isOwn: true)
        var segment = Segment(file: file, created: "2026-01-01T00:00:00Z", format: format)
        let writer = try SegmentWriter(made, format: format)
        try writer.write(all: Signal.counter(frames, .pcm16))
        segment.bytes = try writer.close()
        (segment.frames, segment.endReason) = (Int64(frames), .stopped)
        return (made, segment)
    }

    /// Makes thousands of recordings without a sync: a sidecar and an audio file each.
    func fill(_ count: Int) throws {
        try record("model", frames: 1)
        let model = try library.readRecording("model")
        let audio = Self.read(file("model.wav"))
        try library.deleteRecording("model")
        let words = ["sonata", "rehearsal", "interview", "dream", "memo", "field", "choir", "idea"]
        for number in 0..<count {
            let name = "\(words[number % 8]) \(number)"
            var recording = model.renamed(to: name)
            recording.id = .fresh()
            recording.created = Timestamp(seconds: 1_700_000_000 + number * 61).iso8601
            recording.tags = ["t\(number % 50)", words[(number / 8) % 8]]
            recording.note = "number \(number) of the \(words[(number / 64) % 8]) kind"
            recording.edits.arrangement.add(Marker(frame: 0, name: "mark\(number)"))
            #expect(Self.write(recording.printed, to: file("\(name).json")))
            #expect(Self.write(audio, to: file("\(name).wav")))
        }
    }

    static func read(_ path: String) -> [UInt8] {
        guard let stream = unsafe fopen(path, "r") else { return [] }
        // The stream is only read, so a failed close loses nothing.
        defer { _ = unsafe fclose(stream) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = unsafe fread(&bytes, 1, bytes.count, stream)
        return Array(bytes.prefix(count))
    }

    static func write(_ bytes: [UInt8], to path: String) -> Bool {
        guard let stream = unsafe fopen(path, "w") else { return false }
        let count = unsafe fwrite(bytes, 1, bytes.count, stream)
        return unsafe fclose(stream) == 0 && count == bytes.count
    }

    /// Names in the library's folder, without that of the second copies of sidecars.
    func names(hidden: Bool = false) -> [String] {
        shell("ls -\(hidden ? "A" : "")1 '\(library.folder)'").output.split(separator: "\n").map(String.init)
            .filter { $0 != ".sidecars" }
    }
}

/// Milliseconds of this thread's processor time that the work takes: those of a quiet machine, on a busy one too.
func milliseconds(_ work: () throws -> Void) throws -> Double {
    func now() -> Double {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
    let start = now()
    try work()
    return now() - start
}
