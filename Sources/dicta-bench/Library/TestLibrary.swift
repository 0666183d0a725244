// Writes a library of thousands of files. Main thread only.
import Dictation
import Glibc
import Storage

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
            guard let audio = Self.read(model), unsafe unlink(model) == 0 else { throw BenchError.system("read \(model)", errno) }
            for number in 0..<count {
                let name = Self.name(number)
                let created = Timestamp(seconds: 1_700_000_000 + number * 61).iso8601
                var segment = Segment(file: "\(name).wav", created: created, format: format)
                (segment.frames, segment.bytes) = (100, bytes)
                var recording = Recording(name: name, created: created, segment: segment)
                recording.tags = ["t\(number % 50)", Self.words[(number / 8) % 8]]
                recording.note = "number \(number) of the \(Self.words[(number / 64) % 8]) kind"
                recording.edits.arrangement.add(Marker(frame: 0, name: "mark\(number)"))
                guard Self.write(recording.printed, "\(folder)/\(name).json"), Self.write(audio, "\(folder)/\(name).wav") else {
                    throw BenchError.system("write recordings in \(folder)", errno)
                }
            }
        } catch let error as BenchError {
            throw error
        } catch {
            throw .unfit("no library could be made: \(error)")
        }
    }

    /// Name of a recording by its number.
    static func name(_ number: Int) -> String { "\(words[number % 8]) \(number)" }

    private static func read(_ path: String) -> [UInt8]? {
        guard let stream = unsafe fopen(path, "r") else { return nil }
        // The stream is only read, so a failed close loses nothing.
        defer { _ = unsafe fclose(stream) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe fread(&bytes, 1, bytes.count, stream)
        return Array(bytes.prefix(count))
    }

    private static func write(_ bytes: [UInt8], _ path: String) -> Bool {
        guard let stream = unsafe fopen(path, "w") else { return false }
        let count = unsafe fwrite(bytes, 1, bytes.count, stream)
        return unsafe fclose(stream) == 0 && count == bytes.count
    }
}
