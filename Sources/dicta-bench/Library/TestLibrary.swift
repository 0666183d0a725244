// Writes a library of thousands of files. Main thread only.
import Dictation
import Storage
import System
import Words

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
            // The same words in each run.
            var chance: UInt64 = 17
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
                let transcript = Self.transcript(of: recording, &chance)
                try Self.write(transcript.printed(for: recording), "\(folder)/\(name).transcript.json")
            }
        } catch {
            throw .unfit("no library could be made: \(error)")
        }
    }

    /// Two hundred words in lines of eight, some of them frequent as in speech.
    private static func transcript(of recording: Recording, _ chance: inout UInt64) -> Transcript {
        var transcript = Transcript()
        let lines = (0..<25).map { line in
            let words = (0..<8).map { _ in
                chance = chance &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let share = Double(chance >> 40) / Double(1 << 24)
                return said(Int(share * share * share * 2_000))
            }
            return Line(text: words.joined(separator: " "), in: Int64(line * 4)..<Int64(line * 4 + 4), confidence: 0.9)
        }
        transcript[recording.segments[0].file].hear(0..<100, lines)
        return transcript
    }

    /// A word of two or three syllables by its number, from 0 to 1999; low numbers are frequent.
    static func said(_ number: Int) -> String {
        let syllables = ["ba", "den", "fi", "go", "hul", "ka", "lem", "mi", "no", "pur", "ra", "ses", "ti", "vo", "wu", "zan"]
        return [number % 16, number / 16 % 16, 3 + number / 256].map { syllables[$0] }.joined()
    }

    /// Has each recording name the files of the next one too, which it does not play: a cleaning looks for them among those of all.
    func nameNeighbours(_ names: [String]) throws(BenchError) {
        do {
            for (name, other) in zip(names, names.dropFirst()) {
                let segments = try library.readRecording(other).segments
                try library.updateRecording(name) { $0.segments += segments }
            }
        } catch {
            throw .unfit("the files of others could not be named: \(error)")
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
