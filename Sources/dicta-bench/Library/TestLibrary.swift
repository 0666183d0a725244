// Writes a library of thousands of files. Main thread only.
import Dictation
import Storage
import System

/// A library of many small recordings, each with a sidecar, tags, a note and a marker.
struct TestLibrary {
    let library: Library
    /// Words of the names.
    static let words = ["sonata", "rehearsal", "interview", "dream", "memo", "field", "choir", "idea"]

    /// Makes a library of `count` recordings below `folder`.
    init(_ count: Int, in folder: String) throws(BenchError) {
        do {
            library = try Library(folder: folder)
            let format = try AudioFormat(encoding: .pcm16, rate: 48_000)
            let model = "\(folder)/model.wav"
            let writer = try SegmentWriter(path: model, format: format)
            try writer.writeSilence(frames: 100)
            let bytes = try writer.close()
            let audio = try File.contents(of: model)
            try File.remove(model)
            for number in 0..<count {
                let name = Self.name(number)
                let created = Timestamp(seconds: 1_700_000_000 + number * 61).iso8601
                var segment = Segment(file: "\(name).wav", created: created, format: format)
                (segment.frames, segment.bytes) = (100, bytes)
                var recording = Recording(name: name, created: created, segment: segment)
                recording.tags = ["t\(number % 50)", Self.words[(number / 8) % 8]]
                recording.note = "number \(number) of the \(Self.words[(number / 64) % 8]) kind"
                recording.edits.arrangement.add(Marker(frame: 0, name: "mark\(number)"))
                try Self.write(recording.printed, "\(folder)/\(name).json")
                try Self.write(audio, "\(folder)/\(name).wav")
            }
        } catch {
            throw .unfit("no library could be made: \(error)")
        }
    }

    /// Name of a recording by its number.
    static func name(_ number: Int) -> String { "\(words[number % 8]) \(number)" }

    private static func write(_ bytes: [UInt8], _ path: String) throws(SystemError) {
        let descriptor = try File.open(path, .write, [.create, .empty], mode: 0o666)
        defer { File.close(descriptor) }
        try File.write(descriptor, bytes)
    }
}
