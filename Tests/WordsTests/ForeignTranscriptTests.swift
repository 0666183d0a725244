// Tests of transcripts of other programs (W5).
import Dictation
import TestSupport
import Testing
import Words

@Suite struct ForeignTranscriptTests {
    private func read(_ text: String, named name: String = "") throws(ForeignTranscriptError) -> ForeignTranscript {
        try ForeignTranscript(reading: Array(text.utf8), named: name)
    }

    @Test func readsWhisper() throws {
        let words = """
            {"text": " Hello world.", "language": "en", "segments": [{"id": 0, "seek": 0, "start": 0.5, "end": 2.0, "text": " Hello world.",
             "tokens": [1], "avg_logprob": -0.25, "no_speech_prob": 0.01, "words": [
             {"word": " Hello", "start": 0.5, "end": 1.0, "probability": 0.9}, {"word": " world.", "start": 1.1, "end": 2, "probability": 0.8}]}]}
            """
        let whisper = try read(words)
        #expect(whisper.kind == .whisper)
        #expect(whisper.language == "en")
        #expect(whisper.lines[0].text == "Hello world.")
        #expect(abs((whisper.lines[0].confidence ?? 0) - 0.778_800_78) < 0.000_01)
        #expect(
            whisper.lines[0].words == [
                .init("Hello", start: 0.5, end: 1, confidence: 0.9), .init("world.", start: 1.1, end: 2, confidence: 0.8),
            ])
        let faster = try read(#"[{"start": 1, "end": 2, "text": " one", "words": null}, {"start": 2, "end": 1, "text": "two"}]"#)
        #expect(faster.lines.map(\.text) == ["one", "two"])
        #expect(faster.lines[1].end == 2)
        let service = try read(
            #"{"text": "a b", "segments": [{"start": 0, "end": 1, "text": "a"}, {"start": 1, "end": 2, "text": "b"}], "words": [{"word": "a", "start": 0, "end": 0.4}, {"word": "b", "start": 1.5, "end": 1.9}]}"#
        )
        #expect(service.lines.map { $0.words.map(\.text) } == [["a"], ["b"]])
        let whisperX = try read(
            #"{"segments": [{"start": 0, "end": 1, "text": "in 1984", "speaker": "SPEAKER_00", "words": [{"word": "in", "start": 0, "end": 0.4, "score": 0.5}, {"word": "1984"}]}]}"#
        )
        #expect(whisperX.lines[0].speaker == "SPEAKER_00")
        #expect(whisperX.lines[0].words[1] == .init("1984", start: 0.4, end: 0.4))
    }

    @Test("a text with its times in brackets is no JSON: letters that are no UTF-8 stay what they are (issue 39 no. 14)")
    func bracketsAreNoJSON() throws {
        let text = "[0:01:02] Müller\n[0:01:05] später\n"
        let bytes = text.unicodeScalars.map { UInt8($0.value) }
        #expect(try ForeignTranscript(reading: bytes).lines.map(\.text) == ["Müller", "später"])
        // Parts of letters in JSON become replacement characters, and leave the whole letters alone.
        var json = Array(#"[{"start": 1, "end": 2, "text": "Mü"}, {"start": 2, "end": 3, "text": "x"}]"#.utf8)
        json[json.lastIndex(of: UInt8(ascii: "x"))!] = 0xC3
        #expect(try ForeignTranscript(reading: json).lines.map(\.text) == ["Mü", "\u{fffd}"])
    }

    /// Each letter once made a copy of the text before it, and the library stood still for hours.
    @Test("a long text that is no UTF-8 is read at once", .timeLimit(.minutes(1))) func longForeignTexts() {
        let line: [UInt8] = Array("Caf".utf8) + [0xE9, 0x20, 0x84] + Array("größer".utf8) + [0x93, 0x0D, 0x0A]
        var bytes = [[UInt8]](repeating: line, count: 200_000).flatMap(\.self)
        bytes.append(0xC3)
        let text = String(foreign: bytes)
        #expect(text.utf8.elementsEqual(String(repeating: "Café „größer“\r\n", count: 200_000).utf8 + Array("Ã".utf8)))
    }

    @Test("lyrics are read with their notes left out, as tags of sound files have them; headings are no JSON either")
    func readsLyrics() throws {
        let lyrics = try read("[ti:Lied]\r\n[ar: Müller]\r\n\r\n[00:01.50]eins zwei\r\n[00:03.00](Ann) drei\r\n[00:05.00]\r\n")
        #expect(lyrics.kind == .times)
        #expect(lyrics.lines.map(\.text) == ["eins zwei", "drei"])
        #expect(lyrics.lines.map(\.start) == [1.5, 3])
        #expect(lyrics.lines.map(\.speaker) == [nil, "Ann"])
        let script = "[Script Info]\nTitle: x\n\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,one\n"
        #expect(throws: ForeignTranscriptError.unknownKind) { try read(script) }
    }

    @Test("a line of lyrics with several times is said at each of them; an offset moves all lines to earlier times")
    func lyricsThatAreSungAgain() throws {
        let song = "[00:10.00][00:50.00](Ann) refrain\n[00:20.00] verse\n[00:30.00][5] apples\n[00:40.00][01:00.00]\n"
        let plain = try read(song)
        #expect(plain.lines.map(\.start) == [10, 20, 30, 50])
        #expect(plain.lines.map(\.text) == ["refrain", "verse", "[5] apples", "refrain"])
        #expect(plain.lines.map(\.speaker) == ["Ann", nil, nil, "Ann"] && plain.lines.map(\.end) == [11, 21, 31, 51])
        let earlier = try read("[ti:Song]\n[offset:+500]\n\(song)")
        #expect(earlier.lines.map(\.start) == [9.5, 19.5, 29.5, 49.5] && earlier.lines.map(\.end) == [10.5, 20.5, 30.5, 50.5])
        #expect(ForeignTranscript(lyrics: "[Offset: -500]\n\(song)")?.lines.map(\.start) == [10.5, 20.5, 30.5, 50.5])
        #expect(try read("[offset:20000]\n\(song)").lines.map(\.start) == [0, 0, 10, 30])
        let times = String(repeating: "[00:01.00]", count: 20_000)
        #expect(try read(times + "x").lines.count == 20_000)
        // Each of them would be looked through.
        let endless = ForeignTranscriptError.tooLarge(bytes: 20_000_000, most: TextEdit.mostBytes)
        #expect(throws: endless) { try read(times + String(repeating: "x", count: 1000)) }
    }

    @Test("times before the words of lyrics are those of the words, and no words; times that go back are said")
    func lyricsWithTimesOfWords() throws {
        let song = """
            [00:01.00]<00:01.00>one <00:01.50>two three <00:02.50>
            [00:03.00](Ann) <00:03.00> a<00:03.25>gain
            [00:05.00] see <00:04.00> there
            [00:06.00][00:09.00]<00:06.00>la <00:06.50>la <3 <00:07.00>
            [00:08.00]<00:08.00>

            """
        let lines = try read(song).lines
        #expect(lines.map(\.text) == ["one two three", "again", "see <00:04.00> there", "la la <3", "la la <3"])
        #expect(lines.map(\.start) == [1, 3, 5, 6, 9] && lines[0].end == 2.5 && lines[1].speaker == "Ann")
        let words: [ForeignLine.Word] = [
            .init("one", start: 1, end: 1.5), .init("two", start: 1.5, end: 2), .init("three", start: 2, end: 2.5),
        ]
        #expect(lines[0].words == words && lines[1].words == [.init("again", start: 3, end: 4)])
        #expect(lines[2...].allSatisfy { $0.words.isEmpty && $0.end > $0.start })
        let earlier = try read("[offset:+500]\n\(song)").lines
        #expect(earlier[0].words.map(\.start) == [0.5, 1, 1.5] && earlier[0].words.last?.end == 2)
    }

    @Test func readsWhisperCpp() throws {
        let short =
            #"{"model": {"type": "base"}, "result": {"language": "de"}, "transcription": [{"timestamps": {"from": "00:00:00,000"}, "offsets": {"from": 0, "to": 1500}, "text": " Guten Tag"}]}"#
        let plain = try read(short)
        #expect((plain.kind, plain.language, plain.model) == (.whisperCpp, "de", "base"))
        #expect((plain.lines[0].text, plain.lines[0].end) == ("Guten Tag", 1.5))
        let tokens =
            #"{"transcription": [{"offsets": {"from": 0, "to": 1500}, "text": " Guten Tag.", "tokens": [{"text": "[_BEG_]", "offsets": {"from": 0, "to": 0}, "p": 0.1}, {"text": " Gut", "offsets": {"from": 100, "to": 300}, "p": 0.9}, {"text": "en", "offsets": {"from": 300, "to": 500}, "p": 0.7}, {"text": " Tag", "offsets": {"from": 600, "to": 900}, "p": 0.8}, {"text": ".", "offsets": {"from": 900, "to": 1500}, "p": 0.2}]}]}"#
        #expect(
            try read(tokens).lines[0].words == [
                .init("Guten", start: 0.1, end: 0.5, confidence: 0.7), .init("Tag.", start: 0.6, end: 0.9, confidence: 0.8),
            ])
        // Halves of a letter in two tokens, as whisper.cpp writes them.
        var bytes = Array(
            #"{"transcription": [{"offsets": {"from": 0, "to": 1000}, "text": " ä", "tokens": [{"text": " X", "offsets": {"from": 0, "to": 5}}, {"text": "Y", "offsets": {"from": 5, "to": 9}}]}]}"#
                .utf8)
        for (mark, byte) in [(UInt8(ascii: "X"), UInt8(0xc3)), (UInt8(ascii: "Y"), 0xa4)] {
            bytes[bytes.lastIndex(of: mark) ?? 0] = byte
        }
        #expect(try ForeignTranscript(reading: bytes).lines[0].words.map(\.text) == ["ä"])
    }

    @Test func readsWebVTT() throws {
        let text =
            "\u{feff}WEBVTT - a title\r\n\r\nSTYLE\r\n::cue { color: red }\r\n\r\nNOTE a --> b\r\nmore\r\n\r\nfirst\r\n"
            + "01:02.500 --> 00:01:04.000 align:start position:10%\r\n<v.loud Ann &amp; Co>Good <b>morning</b>\r\n&lt;all&gt; <3</v>\r\n\r\n"
            + "00:01:05.000 --> 00:01:07.000\r\n<v Ann>yes<v Ben>nono\r\n"
        let vtt = try read(text)
        #expect(vtt.kind == .webVTT)
        #expect(vtt.lines.map(\.text) == ["Good morning <all> <3", "yes", "nono"])
        #expect(vtt.lines.map(\.speaker) == ["Ann & Co", "Ann", "Ben"])
        #expect((vtt.lines[0].start, vtt.lines[0].end) == (62.5, 64))
        #expect(vtt.lines[2].end == 67)
        #expect(vtt.lines[1].end < vtt.lines[2].end)
    }

    @Test("captions that roll as those of YouTube say each word once, at the times inside the text; a space is no end of a cue")
    func readsRollingCaptions() throws {
        let set = "align:start position:0%"
        let text = """
            WEBVTT
            Kind: captions
            Language: en

            00:00:00.000 --> 00:00:02.310 \(set)
            \u{20}
            hello<00:00:00.500><c> there</c><00:00:01.000><c> my friends</c>

            00:00:02.310 --> 00:00:02.320 \(set)
            hello there my friends
            \u{20}

            00:00:02.320 --> 00:00:04.000 \(set)
            hello there my friends
            no

            00:00:04.000 --> 00:00:04.010 \(set)
            no
            \u{20}

            00:00:04.010 --> 00:00:06.000 \(set)
            no
            no<00:00:05.000><c> thanks</c>

            00:00:09.000 --> 00:00:10.000 \(set)
            \u{20}
            no thanks

            """
        let vtt = try read(text)
        #expect(vtt.lines.map(\.text) == ["hello there my friends", "no", "no thanks", "no thanks"])
        #expect(vtt.lines.map(\.start) == [0, 2.32, 4.01, 9])
        #expect(vtt.lines[0].words.map(\.text) == ["hello", "there", "my", "friends"])
        #expect(vtt.lines[0].words.map(\.start).prefix(3) == [0, 0.5, 1] && vtt.lines[0].words[0].end == 0.5)
        #expect(vtt.lines[0].words[3].start > 1.3 && vtt.lines[0].words[3].end > 2.3)
        #expect(vtt.lines[2].words.map(\.start) == [4.01, 5] && vtt.lines[3].words.isEmpty)
        // Captions of other programs may say a row twice. A time inside a word, and one after the cue, move no other word.
        let plain = "WEBVTT\n\n00:01.000 --> 00:02.000\nno\n\n00:02.000 --> 00:03.000\nno\n\n"
        #expect(try read("WEBVTT\n\nNOTE by hand\n \n00:01.000 --> 00:02.000\nsaid\n").lines.map(\.text) == ["said"])
        let odd = try read(plain + "00:04.000 --> 00:06.000\nka<00:05.000>ra oke <00:09.000>end\n")
        #expect(odd.lines.map(\.text) == ["no", "no", "kara oke end"])
        let song = "WEBVTT\n\n00:01.000 --> 00:02.000\nla <00:01.500>la\n\n00:02.000 --> 00:03.000\nla la\n\n"
        let again = try read(song + "00:03.000 --> 00:03.010\nla la\n\n00:03.010 --> 00:04.000\nla la\nend\n")
        #expect(again.lines.map(\.text) == ["la la", "la la", "end"])
        #expect(odd.lines[2].words.map(\.text) == ["kara", "oke", "end"])
        #expect(odd.lines[2].words[0].start == 4 && odd.lines[2].words[2].start == 6 && odd.lines[2].words[2].end == 6)
    }

    @Test func readsSubRip() throws {
        let text =
            "1\n00:00:01,500 --> 00:00:02.000\n<i>Hello</i>\n{\\an8}you\n2\n00:00:03,000 --> 00:00:04,000\nI <3 5\n\n00:00:05,000 --> 00:00:06,000\n42\n"
        let srt = try read(text)
        #expect(srt.kind == .subRip)
        #expect(srt.lines.map(\.text) == ["Hello you", "I <3 5", "42"])
        #expect(srt.lines.map(\.start) == [1.5, 3, 5])
        #expect(try read(text, named: "x.vtt").kind == .webVTT)
    }

    @Test func readsTimes() throws {
        let times = try read("# a comment\n0:00:01.500  (Ann) one two\n\n[00:03.00]three\n1:00:00  () (laughs) ok\n")
        #expect(times.kind == .times)
        #expect(times.lines.map(\.text) == ["one two", "three", "(laughs) ok"])
        #expect(times.lines.map(\.speaker) == ["Ann", nil, nil])
        #expect(times.lines.map(\.start) == [1.5, 3, 3600])
        #expect(times.lines[0].end == 2.5)
        #expect(try read("[00:03.00]three").lines.map(\.text) == ["three"])
        // whisper prints minutes, and whisper.cpp an empty line first.
        for text in [
            "[00:01.000 --> 00:02.500]  Hello --> you\n[00:02.500 --> 00:04.000]  all\n",
            "\n[00:00:01.000 --> 00:00:02.500]   Hello --> you\n[00:00:02.500 --> 00:00:04.000]   all",
        ] {
            let printed = try read(text, named: "w.txt")
            #expect(printed.kind == .times && printed.lines.map(\.text) == ["Hello --> you", "all"])
            #expect(printed.lines.map(\.start) == [1, 2.5] && printed.lines.map(\.end) == [2.5, 4])
        }
    }

    @Test(arguments: [
        ("hello", "no known kind"), ("", "no known kind"), ("{\n\"text\": }", "line 2"), ("{}", "no known kind"),
        (#"{"segments": [{"start": 0, "end": 1, "text": "a"}, {"end": 1, "text": "b"}]}"#, "segments[1].start"),
        (#"{"segments": [{"start": 1e999, "end": 1, "text": "a"}]}"#, "segments[0].start"),
        (#"{"segments": {}}"#, "no list"), (#"{"text": "", "segments": []}"#, "no words"),
        (#"{"transcription": [{"text": "a", "offsets": {"from": "x"}}]}"#, "transcription[0].offsets.from"),
        ("WEBVTT\n\n00:61.000 --> 00:62.000\na", "line 3"),
        ("1\n99999999999:00:05,000 --> 00:00:04,000\na", "line 2"), ("0:00:01.0 one\ntwo", "line 2"), ("WEBVTT", "no words"),
        (#"{"schema": 9}"#, "newer"), ("[00:01.000 --> x]  a", "line 1"), ("[00:01.000 --> 00:02.000  a", "line 1"),
        ("[{", "line 1"), ("[\n[1", "line 2"),
    ]) func saysWhereItIsWrong(text: String, reason: String) {
        do throws(ForeignTranscriptError) {
            _ = try read(text)
            Issue.record("was read: \(text)")
        } catch {
            #expect("\(error)".contains(reason), "\(error)")
        }
    }

    @Test(arguments: 0..<200) func brokenFilesDoNotTrap(seed: UInt64) {
        var dice = Dice(seed: seed)
        let seeds = [
            "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>yes &amp; no</v>\n",
            "1\n00:00:01,500 --> 00:00:02.000\n<i>Hello</i>\n{\\an8}you\n",
            "[00:01.0] (Ann) one\n",
            #"{"segments": [{"start": 0, "end": 1, "text": "a", "words": [{"word": "a", "start": 0, "end": 0.4}]}]}"#,
        ]
        for _ in 0..<20 {
            var bytes = Array(seeds[dice.next(below: seeds.count)].utf8)
            for _ in 0...dice.next(below: 4) {
                let place = dice.next(below: bytes.count)
                if Bool.random(using: &dice) { bytes[place] = UInt8(dice.next(below: 256)) } else { bytes.insert(57, at: place) }
            }
            let timeline = Timeline([Span(segment: "a", first: 5, length: 900), Span(segment: "b", length: 90)])
            guard let read = try? ForeignTranscript(reading: bytes), let placed = try? read.placed(on: timeline, rate: 1000)
            else {
                continue
            }
            for word in TimelineText(placed, timeline).words { #expect(word.start >= 0 && word.end <= timeline.length) }
        }
    }

    @Test func goesToTheFramesOfTheTimeline() throws {
        let json =
            #"{"language": "en", "segments": [{"start": 0.1, "end": 0.9, "text": "one two", "words": [{"word": "one", "start": 0.1, "end": 0.4}, {"word": "two", "start": 0.45, "end": 0.9}]}, {"start": 1, "end": 1.4, "text": "three four"}, {"start": 7, "end": 8, "text": "after"}]}"#
        let read = try read(json)
        let timeline = Timeline([Span(segment: "b", first: 3000, length: 500), Span(segment: "a", length: 1000)])
        let placed = try read.placed(on: timeline, rate: 1000)
        #expect(read.wordsAfter(timeline, rate: 1000) == 1)
        #expect(placed["b"].lines.map(\.spoken) == ["one"])
        #expect(placed["a"].lines.map(\.spoken) == ["two", "three four"])
        #expect(placed["b"].lines[0].words[0] == Word("one", start: 3100, end: 3400))
        #expect(placed["a"].lines[1].words[1].end == 900)
        let text = TimelineText(placed, timeline)
        #expect(text.words.map(\.text) == ["one", "two", "three", "four"])
        // A recogniser has heard all from its first line to its last one, which lies after the end.
        #expect(text.unheard.ranges == [0..<100])
        #expect(placed.language == "en")
        #expect(throws: ForeignTranscriptError.outside(seconds: 0.1)) {
            try read.placed(on: Timeline([Span(segment: "a", length: 9)]), rate: 1000)
        }
        var known = Transcript()
        known["a"].hear(0..<1000, [Line(text: "old words", in: 0..<1000)])
        known["a"].hear(2000..<3000, [Line(text: "stay", in: 2000..<3000)])
        known.take(placed)
        #expect(known["a"].lines.map(\.spoken) == ["two", "three four", "stay"])
    }

    @Test("captions replace words, and count as heard, where they are: never before the first one, or in gaps of five seconds")
    func captionsLeaveGapsAlone() throws {
        let timeline = Timeline([Span(segment: "a", length: 60_000)])
        var known = Transcript()
        let old: [(Int64, String)] = [
            (0, "one"), (6000, "two"), (30_500, "old"), (33_000, "short"), (40_000, "three"), (59_000, "last"),
        ]
        for (start, text) in old {
            let range = start..<start + 1000
            known["a"].hear(range, [Line(text: text, in: range)])
        }
        let cues = "1\n00:00:30,000 --> 00:00:32,000\nnew\n\n2\n00:00:35,000 --> 00:00:36,000\nwords\n\n"
        let text = cues + "3\n00:00:45,000 --> 00:00:46,000\nend\n"
        let placed = try read(text).placed(on: timeline, rate: 1000)
        #expect(placed["a"].heard.ranges == [30_000..<36_000, 45_000..<46_000])
        known.take(placed)
        #expect(known["a"].lines.map(\.spoken) == ["one", "two", "new", "words", "three", "end", "last"])
        // A recogniser has heard the gaps, too.
        let json = #"[{"start": 5, "end": 6, "text": "a"}, {"start": 50, "end": 51, "text": "b"}]"#
        known.take(try read(json).placed(on: timeline, rate: 1000))
        #expect(known["a"].lines.map(\.spoken) == ["one", "a", "b", "last"])
    }

    /// A word over a joint is heard on the side of its middle, up to the joint, and loses nothing at its other end.
    @Test(
        arguments: [
            ("00:00:00,100 --> 00:00:00,900", [100..<366, 366..<500, 633..<900]),
            ("00:00:00,200 --> 00:00:01,000", [200..<466, 500..<733, 733..<1000]),
        ] as [(String, [Range<Int64>])]) func aCueGoesOverAJoint(times: String, frames: [Range<Int64>]) throws
    {
        let timeline = Timeline([Span(segment: "b", first: 3000, length: 500), Span(segment: "a", length: 1000)])
        let placed = try read("1\n\(times)\naaa bbb ccc\n").placed(on: timeline, rate: 1000)
        #expect(TimelineText(placed, timeline).words.map { $0.start..<$0.end } == frames)
    }

    /// A cue, or a word with times, that begins in the sound is heard there, however late it ends.
    @Test(arguments: ["00:12.900", "00:25.000", "01:00:00.000"]) func subtitlesMayOutlastTheSound(end: String) throws {
        let read = try read("WEBVTT\n\n00:11.500 --> \(end)\nlast three words\n\n00:12.500 --> 01:00:00.000\nafter\n")
        let timeline = Timeline([Span(segment: "a", length: 12_500)])
        #expect(read.wordsAfter(timeline, rate: 1000) == 1)
        let words = TimelineText(try read.placed(on: timeline, rate: 1000), timeline).words
        #expect(words.map(\.text) == ["last", "three", "words"])
        #expect(words.first?.start == 11_500 && words.last?.end == 12_500)
        let json = #"{"segments": [{"start": 0, "end": 9, "text": "a", "words": [{"word": "a", "start": 0.5, "end": 9}]}]}"#
        let short = Timeline([Span(segment: "a", length: 1000)])
        let word = TimelineText(try self.read(json).placed(on: short, rate: 1000), short).words
        #expect(word.map(\.start) == [500] && word.map(\.end) == [1000])
    }

    @Test func readsItsOwnTranscript() throws {
        var segment = Segment(file: "a", created: "", container: "wav", encoding: "float", rate: 1000, channels: 2)
        segment.frames = 4000
        let recording = Recording(name: "t", created: "", segment: segment)
        var transcript = Transcript()
        transcript["a"].hear(0..<2000, [Line(text: "one two", in: 500..<1500, speaker: "Ann", confidence: 0.5)])
        let read = try ForeignTranscript(reading: transcript.printed(for: recording))
        #expect(read.kind == .dicta)
        #expect(read.lines.map(\.start) == [0.5])
        #expect(try read.placed(on: recording.timeline, rate: 1000) == transcript)
        #expect(read.wordsAfter(recording.timeline, rate: 1000) == 0)
        // Under another name of the only file.
        let other = Timeline([Span(segment: "z", length: 8000)])
        #expect(TimelineText(try read.placed(on: other, rate: 2000), other).lines.map(\.start) == [1000])
        transcript["c"].hear(0..<5, [])
        let two = try ForeignTranscript(reading: transcript.printed(for: recording))
        #expect(throws: ForeignTranscriptError.otherFiles(["a", "c"])) { try two.placed(on: other, rate: 1000) }
        #expect(throws: ForeignTranscriptError.noWords(.dicta)) {
            try ForeignTranscript(reading: Transcript().printed(for: recording))
        }
    }

    @Test("a text that no transcript can hold is refused before its words are placed")
    func bounds() {
        let words = String(repeating: "a ", count: 840_000)
        #expect(throws: ForeignTranscriptError.tooManyWords(840_000)) { try read("[0:00:01] \(words)\n") }
        let large = "[0:00:01] a\n" + String(repeating: " ", count: TextEdit.mostBytes)
        #expect(throws: ForeignTranscriptError.tooLarge(bytes: large.utf8.count, most: TextEdit.mostBytes)) { try read(large) }
    }

    @Test("start TAB end TAB text: labels of Audacity and lists of transcribers give their times, not words")
    func labels() throws {
        let list = try read("0:00:00.000\t0:00:01.234\tHello\n0:00:01.234\t0:00:03.569\tHi, how are you?\r\n")
        #expect(list.lines.map(\.text) == ["Hello", "Hi, how are you?"])
        #expect(list.lines.map(\.start) == [0, 1.234] && list.lines.map(\.end) == [1.234, 3.569])
        let labels = try read("0.500000\t1.250000\tone two\n\\\t440.0\t880.0\n2,5\t2,5\tpoint\n9.0\t8.0\tturned\n")
        #expect(labels.lines.map(\.text) == ["one two", "point", "turned"])
        #expect(labels.lines.map(\.start) == [0.5, 2.5, 9] && labels.lines[0].end == 1.25 && labels.lines[1].end == 3.5)
        // A single time with a tab behind it is the beginning, whatever follows.
        #expect(try read("0:01\t5 apples\n").lines.map(\.text) == ["5 apples"])
    }

    @Test("bytes that are no UTF-8 are Windows-1252, UTF-16 says so itself; a cue that ends too early does not refuse the file")
    func encodings() throws {
        let cue = "1\r\n00:00:00,100 --> 00:00:00,900\r\n"
        let ansi = try ForeignTranscript(
            reading: Array(cue.utf8) + [0x4D, 0xFC, 0x6C, 0x6C, 0x65, 0x72, 0x20, 0x80, 0x93], named: "a.srt")
        #expect(ansi.lines.map(\.text) == ["Müller €“"] && ansi.isGuessed)
        let units = (cue + "Möwe ещё").utf16.flatMap { unit -> [UInt8] in [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)] }
        let wide = try ForeignTranscript(reading: [0xFF, 0xFE] + units)
        #expect(wide.lines.map(\.text) == ["Möwe ещё"] && !wide.isGuessed)
        let early = try read(cue + "one\r\n\r\n2\r\n00:00:05,000 --> 00:00:04,000\r\ntwo\r\n")
        #expect(!early.isGuessed)
        #expect(early.lines.map(\.text) == ["one", "two"] && early.lines[1].start == 5 && early.lines[1].end >= 5)
    }
}
