// Tests of the files for other programs (W5), opened with ffmpeg.
import Dictation
import JSON
import TestSupport
import Testing
import Words

@Suite struct TranscriptFormatTests {
    private let rate = 1000

    private func sample() -> TimelineText {
        let long =
            "A sentence that is too long for two rows, because it goes on and on, and nobody stops it before it ends. Then <3 & more."
        let lines = [
            timed("Good morning & hello!", 1500, 3000, "Ann <x>"), timed(long, 3000, 21_000, nil),
            timed("ok", 360_000_000, 360_000_100, "Ben"),
        ]
        return TimelineText(lines: lines, length: 370_000_000)
    }

    private func timed(_ text: String, _ start: Int64, _ end: Int64, _ speaker: String?) -> TimedLine {
        let words = Line(text: text, in: start..<end).words
        var line = TimedLine(words.map { TimedWord($0.text, start: $0.start, end: $0.end, confidence: 0.5) }, speaker: speaker)
        line.alternatives = ["other"]
        return line
    }

    private func string(_ format: TranscriptFormat, _ text: TimelineText) -> String {
        String(decoding: format.print(text, rate: rate, language: "en"), as: UTF8.self)
    }

    @Test func textsAndTimesAreLines() {
        let rows = string(.times, sample()).split(separator: "\n")
        #expect(rows[0] == "0:00:01.500  (Ann <x>) Good morning & hello!")
        #expect(rows[2] == "100:00:00.000  (Ben) ok")
        #expect(string(.text, sample()).hasPrefix("Good morning & hello!\nA sentence"))
        #expect(sample().lyrics(rate: rate).hasPrefix("[00:01.50](Ann <x>) Good morning & hello!\n[00:03.00]A"))
    }

    @Test func lyricsAreReadWhereEachLineHasItsTime() throws {
        let read = try #require(ForeignTranscript(lyrics: "[ar:Ann]\n[offset:0]\n" + sample().lyrics(rate: rate)))
        #expect(read.lines.map(\.text) == sample().lines.map(\.text))
        #expect(read.lines.map(\.speaker) == sample().lines.map(\.speaker))
        #expect(read.lines.map(\.start) == [1.5, 3, 360_000])
        for text in ["", "La la\nla", "[00:01.00]One\nand two", "WEBVTT\n\n00:00.000 --> 00:01.000\nOne\n", "[ar:Ann]"] {
            #expect(ForeignTranscript(lyrics: text) == nil, "\(text)")
        }
    }

    @Test func captionsEndWithTheSound() throws {
        let text = TimelineText(lines: [timed("one", 500, 600, nil), timed("two", 1500, 1600, nil)], length: 2000)
        #expect(string(.srt, text).contains("00:00:01,500 --> 00:00:02,000\n"))
        let longer = text.scaled(by: 0.5, length: 1000)
        #expect(string(.srt, longer).contains("00:00:00,750 --> 00:00:01,000\n"))
        #expect(longer.lines.map(\.start) == [250, 750] && longer.length == 1000)
    }

    @Test(arguments: [TranscriptFormat.vtt, .srt]) func captionsKeepTheRules(format: TranscriptFormat) throws {
        let read = try ForeignTranscript(reading: format.print(sample(), rate: rate))
        #expect(read.lines.count > 4)
        #expect(read.lines.map(\.text).joined(separator: " ") == sample().lines.map(\.text).joined(separator: " "))
        for (line, next) in zip(read.lines, read.lines.dropFirst()) { #expect(line.end <= next.start) }
        for line in read.lines { #expect(line.end - line.start < 7.001 && line.end - line.start >= 0.999) }
        for row in string(format, sample()).split(separator: "\n") where !row.contains("-->") && !row.hasPrefix("<v") {
            #expect(row.replacing("&amp;", with: "&").replacing("&lt;", with: "<").replacing("&gt;", with: ">").count <= 42)
        }
        #expect(read.lines[0].end == 3)
        #expect(read.lines[1].start == 3)
        #expect(read.lines.last?.start == 360_000)
        if format == .vtt { #expect(read.lines.map(\.speaker)[0] == "Ann <x>") }
    }

    @Test(arguments: [TranscriptFormat.vtt, .srt]) func ffmpegOpensCaptions(format: TranscriptFormat) throws {
        // Signs of SubRip's own are left out: it has no way to write them.
        let lines = [timed("Good morning, all!", 1500, 3000, "Ann"), timed("Second & last; after that none.", 5000, 9000, nil)]
        let text = TimelineText(lines: lines, length: 10_000)
        let folder = TempFolder()
        #expect(folder.write(string(format, text), to: "x.\(format.ending)"))
        let ran = Process.run(
            "/usr/bin/ffmpeg", ["-v", "error", "-i", folder.file("x.\(format.ending)"), "-f", "srt", "-"])
        #expect(ran.code == 0, "\(ran.errors)")
        #expect(ran.errors.isEmpty)
        let read = try ForeignTranscript(reading: Array(ran.output.utf8))
        #expect(read.kind == .subRip)
        #expect(read.lines.map(\.text) == lines.map(\.text))
        #expect(read.lines.map(\.start) == [1.5, 5])
        #expect(read.lines.map(\.end) == [3, 9])
    }

    @Test func jsonIsReadAsWhisperReadsIt() throws {
        let bytes = TranscriptFormat.json.print(sample(), rate: rate, language: "en")
        let tree = try JSONTree(parsing: bytes)
        #expect(tree["duration"]?.double == 370_000)
        #expect(tree["segments"]?.list?[0]["words"]?.list?[0]["word"]?.text == "Good")
        let read = try ForeignTranscript(reading: bytes)
        #expect(read.kind == .whisper)
        #expect(read.language == "en")
        #expect(read.lines.map(\.text) == sample().lines.map(\.text))
        #expect(read.lines.map(\.speaker) == sample().lines.map(\.speaker))
        #expect(read.lines[0].alternatives == ["other"])
        #expect(read.lines[0].words.map(\.start) == sample().lines[0].words.map { Double($0.start) / 1000 })
        let python = """
            import json, sys
            for s in json.load(open(sys.argv[1]))["segments"]:
                print(s["id"], s["start"], "".join(" " + w["word"] for w in s["words"]).strip())
            """
        let folder = TempFolder()
        #expect(folder.write(String(decoding: bytes, as: UTF8.self), to: "x.json"))
        let ran = Process.python(python, [folder.file("x.json")])
        #expect(ran.output.hasPrefix("0 1.5 Good morning & hello!\n1 3.0 A sentence"), "\(ran.errors)")
    }

    @Test func speakersAtOnceHaveCaptionsInTurn() throws {
        let lines = (0..<5).map { timed("word\($0)", 1000, 1200, nil) }
        let read = try ForeignTranscript(
            reading: TranscriptFormat.srt.print(TimelineText(lines: lines, length: 2000), rate: rate))
        #expect(read.lines.map(\.text) == lines.map(\.text))
        for (line, next) in zip(read.lines, read.lines.dropFirst()) { #expect(line.start < line.end && line.end <= next.start) }
    }

    /// An arrow in a text or at the end of a name would be taken for the times of a caption.
    @Test(arguments: [TranscriptFormat.vtt, .srt]) func arrowsInTextsAreNoTimes(format: TranscriptFormat) throws {
        let lines = [timed("left --> right --->\u{301} end", 0, 2000, "Ann --"), timed("last", 3000, 4000, "-")]
        let page = string(format, TimelineText(lines: lines, length: 5000))
        // Other programs know no accents on signs: they look at bytes.
        let arrows = zip(page.utf8, zip(page.utf8.dropFirst(), page.utf8.dropFirst(2))).count {
            $0 == UInt8(ascii: "-") && $1.0 == UInt8(ascii: "-") && $1.1 == UInt8(ascii: ">")
        }
        #expect(arrows == 2, "\(page)")
        let read = try ForeignTranscript(reading: Array(page.utf8), named: "x.\(format.ending)")
        #expect(read.lines.map(\.start) == [0, 3])
        guard format == .vtt else { return }
        #expect(read.lines.map(\.text) == ["left --> right --->\u{301} end", "last"])
        #expect(read.lines.map(\.speaker) == ["Ann --", "-"])
    }

    @Test func longestTimesDoNotTrap() {
        let text = TimelineText(
            lines: [TimedLine([TimedWord(String(repeating: "x", count: 500), start: .min, end: .max)], speaker: "(")],
            length: .max)
        for format in TranscriptFormat.allCases { #expect(!format.print(text, rate: 1).isEmpty) }
        #expect(!text.lyrics(rate: 0).isEmpty)
    }
}
