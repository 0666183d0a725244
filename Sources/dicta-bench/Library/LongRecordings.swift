// Writes recordings that are longer than people make them. Main thread only.
import Dictation
import Storage
import System
import Words

/// A recording with thousands of lines, captions for it, and a recording of thousands of takes.
struct LongRecordings {
    /// Number of lines, one a second.
    static let lines = 20_000
    /// Number of takes in one recording.
    static let takes = 10_000
    /// Names of the recordings.
    static let (spoken, taken) = ("spoken", "taken")

    let library: Library
    /// Path of the captions.
    let captions: String

    /// Makes the recordings in a folder.
    init(in folder: String) throws(BenchError) {
        captions = folder + ".srt"
        do {
            library = try Library(folder: folder)
            let format = try AudioFormat(encoding: .pcm16, rate: 48_000)
            let writer = try SegmentWriter(path: "\(folder)/model.wav", format: format)
            try writer.writeSilence(frames: 100)
            let bytes = try writer.close()
            let audio = try File.contents(of: "\(folder)/model.wav")
            try File.remove("\(folder)/model.wav")
            func segment(_ name: String, _ number: Int, frames: Int64) throws -> Segment {
                let file = Recording.fileName(name, segment: number, fileExtension: "wav")
                try Self.write(audio, "\(folder)/\(file)")
                var segment = Segment(file: file, created: Timestamp(seconds: 1_700_000_000).iso8601, format: format)
                (segment.frames, segment.bytes, segment.peaks) = (frames, bytes, [0.5, 0.5])
                return segment
            }
            // Only the description is long: nothing here reads the sound.
            let whole = try segment(Self.spoken, 1, frames: Int64(Self.lines) * 48_000)
            let spoken = Recording(name: Self.spoken, created: whole.created, segment: whole)
            try Self.write(spoken.printed, "\(folder)/\(Self.spoken).json")
            var text = ""
            for line in 0..<Self.lines {
                let words = (0..<6).map { TestLibrary.said((line * 31 + $0 * 7) % 2_000) }.joined(separator: " ")
                text += "\(line + 1)\n\(Self.time(line, 100)) --> \(Self.time(line, 900))\n\(words)\n\n"
            }
            try Self.write(Array(text.utf8), captions)
            var taken = Recording(
                name: Self.taken, created: whole.created, segment: try segment(Self.taken, 1, frames: 100))
            for number in 2...Self.takes { taken.segments.append(try segment(Self.taken, number, frames: 100)) }
            taken.edits = EditHistory(Timeline(taken.segments.map(taken.span)))
            try Self.write(taken.printed, "\(folder)/\(Self.taken).json")
        } catch {
            throw .unfit("no long recordings could be made: \(error)")
        }
    }

    /// A time of SubRip.
    private static func time(_ second: Int, _ milliseconds: Int) -> String {
        let parts = [second / 3600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return parts.joined(separator: ":") + ",\(milliseconds)"
    }

    private static func write(_ bytes: [UInt8], _ path: String) throws(SystemError) {
        let descriptor = try File.open(path, .write, [.create, .empty], mode: 0o666)
        defer { File.close(descriptor) }
        try File.write(descriptor, bytes)
    }
}
