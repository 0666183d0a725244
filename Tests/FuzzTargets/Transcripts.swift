// Fuzz targets: transcripts of other programs, and answers of recognisers. One thread; no I/O.
import Dictation
import Recognition
import Words

/// Files and messages with words.
enum Transcripts {
    /// Reads the bytes as each kind of file, puts the words on a recording, and writes them in each format.
    static func foreign(_ bytes: [UInt8]) -> String? {
        if let wrong = own(bytes) { return wrong }
        for name in ["x.vtt", "x.srt", "x.json"] {
            guard let read = try? ForeignTranscript(reading: bytes, named: name) else { continue }
            if let wrong = checked(read.lines) { return wrong }
            guard let placed = try? read.placed(on: recording.timeline, rate: recording.rate) else { continue }
            var transcript = Self.transcript
            transcript.take(placed)
            if let wrong = kept(transcript, recording) ?? written(transcript, recording) { return wrong }
        }
        return nil
    }

    /// Reads the bytes as a file of this program.
    private static func own(_ bytes: [UInt8]) -> String? {
        guard let read = try? Transcript(name: "name", parsing: bytes) else { return nil }
        return kept(read, recording)
    }

    private static func checked(_ lines: [ForeignLine]) -> String? {
        for (line, next) in zip(lines, lines.dropFirst()) where line.start > next.start { return "lines are out of order" }
        for line in lines {
            guard line.start >= 0, line.start <= line.end, line.end < .infinity else { return "a line from \(line.start)" }
            for word in line.words where !(word.start >= 0 && word.start <= word.end && word.end < .infinity) {
                return "a word from \(word.start) to \(word.end)"
            }
        }
        return nil
    }

    /// Checks that a transcript comes back from its file as it was, and that edits of the sound carry it.
    private static func kept(_ transcript: Transcript, _ recording: Recording) -> String? {
        let text = transcript.printed(for: recording)
        guard let again = try? Transcript(name: recording.name, parsing: text) else { return "printed, it is refused" }
        guard again.printed(for: recording) == text else { return "printed, it differs" }
        var cut = recording
        cut.edits.delete(1000..<2000)
        _ = transcript.adopted(cut.timeline, as: "new.wav")
        _ = transcript.keeping(["name.wav"])
        return nil
    }

    /// Writes the words of the timeline, and reads the captions again.
    private static func written(_ transcript: Transcript, _ recording: Recording) -> String? {
        let text = TimelineText(transcript, recording.timeline)
        for line in text.lines {
            for word in line.words where word.start < 0 || word.start > word.end || word.end > text.length {
                return "a word from \(word.start) to \(word.end) of \(text.length)"
            }
        }
        for format in TranscriptFormat.allCases {
            let page = format.print(text, rate: recording.rate, language: transcript.language)
            guard format == .vtt || format == .srt, !text.lines.isEmpty else { continue }
            do throws(ForeignTranscriptError) {
                _ = try ForeignTranscript(reading: page, named: "x.\(format.ending)")
            } catch .noWords {
                // A word can be all tag.
            } catch {
                return "captions that cannot be read again: \(error)"
            }
        }
        return nil
    }

    /// Reads the bytes as the answer of a recogniser, in one go and in pieces, and keeps the words.
    static func hearing(_ bytes: [UInt8]) -> String? {
        let whole = answer([bytes[...]])
        var pieces: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let size = 1 + (pieces.count * 7 + Int(bytes[0])) % 61
            pieces.append(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        guard answer(pieces) == whole else { return "in pieces, the answer is another one" }
        guard let whole else { return nil }
        let range: Range<Int64> = 16_000..<80_000
        let lines = whole.lines(in: range, rate: recording.rate, speaker: "left")
        for word in lines.flatMap(\.words)
        where !(word.start >= range.lowerBound && word.start <= word.end && word.end <= range.upperBound) {
            return "a word from \(word.start) to \(word.end)"
        }
        var transcript = Transcript()
        transcript["name.wav"].hearUnheard(range, lines)
        return kept(transcript, recording) ?? written(transcript, recording)
    }

    /// The answer that comes in these pieces; nil for one that is refused.
    private static func answer(_ pieces: [ArraySlice<UInt8>]) -> Hearing? {
        var reader = HearingReader("fuzz")
        do throws(RecognitionError) {
            for piece in pieces {
                try reader.take(Array(piece))
                // A progress past the end would be seen.
                guard (0...1).contains(reader.progress) else { return nil }
            }
            return try reader.finish()
        } catch {
            return nil
        }
    }

    /// A recording of a minute at 8 kHz, without some seconds in its midst.
    static var recording: Recording {
        let format = AudioFormat(plain: 8_000, channels: 1)
        var segment = Segment(file: "name.wav", created: "2026-01-01T00:00:00Z", format: format)
        (segment.frames, segment.endReason) = (480_000, .stopped)
        var recording = Recording(name: "name", created: segment.created, segment: segment)
        recording.edits.delete(40_000..<80_000)
        return recording
    }
}
