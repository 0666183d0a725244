// Tests of sidecars: written, read, edited by other programs, damaged (F1, R15).
import Dictation
import JSON
import TestSupport
import Testing

/// A recording with a value in every key.
func fullRecording(_ dice: inout Dice) throws -> Recording {
    var segment = Segment(file: "memo.wav", created: "2026-01-01T00:00:00Z", format: try AudioFormat(rate: 48_000))
    segment.frames = 500
    segment.bytes = 4_080
    segment.startFrame = .max
    segment.joints = [.init(position: 5, paused: 10)]
    segment.gaps = [.init(position: 1, length: 2, cause: .missed), .init(position: 3, length: 4, cause: .lost)]
    segment.peaks = [0.1, .infinity]
    segment.xruns = 3
    segment.endReason = .diskFull
    var recording = Recording(name: "memo", created: segment.created, segment: segment)
    recording.state = .draft
    recording.title = "Rede \"im\" Dom\n\u{1}\t\\"
    recording.note = "zwölf 🎙️"
    recording.tags = ["a", "b c"]
    recording.playPosition = 77
    for number in 2...4 {
        var next = segment
        next.file = recording.nextFileName(fileExtension: "wav")
        #expect(next.file == "memo~\(number).wav")
        next.endReason = nil
        recording.segments.append(next)
        recording.edits.insert(Arrangement(Timeline([next.span])), at: Int64.random(in: 0...600, using: &dice))
        recording.edits.arrangement.add(
            Marker(frame: Int64.random(in: 0...900, using: &dice), name: "m\(number)", note: "n", created: "2026"))
        let low = Int64.random(in: 0...600, using: &dice)
        recording.edits.delete(low..<low + 99)
    }
    _ = recording.edits.undo()
    return recording
}

@Suite struct RecordingTests {
    @Test(arguments: 0..<30) func allOfItComesBack(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let recording = try fullRecording(&dice)
        var back = try Recording(name: "memo", parsing: recording.printed)
        #expect(back == recording)
        // The copy can be undone and redone like the original.
        var first = recording
        while first.edits.undo() != nil { #expect(back.edits.undo() != nil) }
        #expect(back == first && back.edits.undo() == nil)
        while first.edits.redo() != nil { #expect(back.edits.redo() != nil) }
        #expect(back == first)
    }

    /// Keys of other programs stay, at any place, to the last digit.
    @Test func unknownKeysStay() throws {
        var dice = Dice(seed: 1)
        let recording = try fullRecording(&dice)
        guard case .object(let members) = try JSONTree(parsing: recording.printed) else { return }
        let foreign = JSONTree.list([.number("1.10"), .number("18446744073709551616"), .none, .object([.init("x", .flag(true))])])
        var changed: [JSONTree.Member] = [.init("first", foreign)]
        for member in members {
            var member = member
            if ["segments", "markers", "undo"].contains(member.key), case .list(let items) = member.value {
                member.value = .list(
                    items.map { item in
                        guard case .object(let inner) = item else { return item }
                        return .object(inner + [.init("theirs", foreign)])
                    })
            }
            changed.append(member)
        }
        var back = try Recording(name: "memo", parsing: JSONTree.object(changed).printed)
        back.tags.append("new")
        let tree = try JSONTree(parsing: back.printed)
        #expect(tree["first"] == foreign)
        for key in ["segments", "markers", "undo"] {
            let items = try #require(tree[key]?.list)
            #expect(!items.isEmpty && items.allSatisfy { $0["theirs"] == foreign }, "\(key)")
        }
    }

    @Test func schema1IsOneSegment() throws {
        let old = """
            {"bytes": 4080, "channels": 2, "container": "wav", "created": "2026-01-01T00:00:00Z", "encoding": "float",
             "endReason": "stopped", "frames": 500, "gaps": [], "joints": [{"paused": 10, "position": 5}], "name": "old",
             "peaks": [0.5, 1], "playPosition": 77, "preRollFrames": 9, "rate": 48000, "startFrame": 123, "theirs": 1.50,
             "version": 1, "xruns": 2}
            """
        let recording = try Recording(name: "old", parsing: Array(old.utf8))
        let segment = try #require(recording.segments.first)
        #expect(recording.timeline == Timeline([Span(segment: "old.wav", length: 500)]))
        #expect(segment.peaks == [0.5, 1] && segment.preRollFrames == 9 && segment.endReason == .stopped && segment.xruns == 2)
        #expect(recording.playPosition == 77 && recording.state == .completed && recording.created == segment.created)
        let text = String(decoding: recording.printed, as: UTF8.self)
        #expect(text.contains("\"schema\": 2") && text.contains("\"theirs\": 1.50") && !text.contains("version"))
        // Both files were renamed by hand.
        #expect(try Recording(name: "new", parsing: Array(old.utf8)).timeline.segments == ["new.wav"])
    }

    @Test func aNewerSchemaIsRefused() {
        for text in ["{\"schema\": 3}", "{\"version\": 2, \"name\": \"x\"}"] {
            do {
                _ = try Recording(name: "x", parsing: Array(text.utf8))
                Issue.record("\(text) was read")
            } catch {
                guard case .newer = error else {
                    Issue.record("\(error)")
                    return
                }
                #expect(error.description.contains("a newer version of dicta wrote it"))
            }
        }
    }

    @Test func aNameMovesAllOwnFilesAndNoOthers() throws {
        var dice = Dice(seed: 3)
        var recording = try fullRecording(&dice)
        var other = try #require(recording.segments.first)
        other.file = "/far/away.wav"
        recording.segments.append(other)
        recording.edits.append(Arrangement(Timeline([other.span])))
        let renamed = recording.renamed(to: "x~y.z")
        #expect(renamed.segments.map(\.file) == ["x~y.z.wav", "x~y.z~2.wav", "x~y.z~3.wav", "x~y.z~4.wav", "/far/away.wav"])
        #expect(Set(renamed.edits.segments).isSubset(of: Set(renamed.segments.map(\.file))))
        #expect(renamed.renamed(to: "memo") == recording)
        #expect(
            Recording.ending(of: "memo~1.wav", name: "memo") == nil && Recording.ending(of: "memo~2b.wav", name: "memo") == nil)
        #expect(Recording.ending(of: "memo.tar.gz", name: "memo") == nil && Recording.ending(of: "memo", name: "memo") == nil)
    }

    @Test func journalsComeBackOrAreRefused() throws {
        var dice = Dice(seed: 7)
        let segment = try #require(try fullRecording(&dice).segments.first)
        for edit: JournalEntry.Edit in [.append, .insert(at: 4), .overwrite(from: 9)] {
            var entry = JournalEntry(name: "memo", segment: segment, edit: edit)
            #expect(try JournalEntry(parsing: entry.printed) == entry)
            entry.title = "Dream of \"night\" 🎙️"
            #expect(try JournalEntry(parsing: entry.printed) == entry)
            var history = EditHistory(Timeline([Span(segment: "memo.wav", length: 20)]))
            edit.apply(to: &history, Arrangement(Timeline([Span(segment: "memo~2.wav", length: 5)])))
            #expect(history.timeline.length == (edit == .overwrite(from: 9) ? 20 : 25))
            for _ in 0..<500 {
                var bytes = entry.printed
                bytes[Int.random(in: 0..<bytes.count, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
                bytes.removeLast(Int.random(in: 0...4, using: &dice))
                _ = try? JournalEntry(parsing: bytes)
            }
        }
    }

    @Test func tagsAreASet() {
        var recording = Recording(name: "x", created: "")
        recording.retag(adding: ["Rock", "live", "rock"])
        #expect(recording.tags == ["Rock", "live"])
        recording.retag(adding: ["ROCK"], removing: ["Live", "none"])
        #expect(recording.tags == ["ROCK"])
    }

    /// Any damaged sidecar gives a recording or an error; the recording can be edited and written.
    @Test(arguments: 0..<8) func damagedTextsNeverCrash(seed: UInt64) throws {
        var dice = Dice(seed: 1000 + seed)
        let whole = try fullRecording(&dice).printed
        let words = ["9223372036854775807", "-1", "1e308", "\"\"", "null", "[]", "{", "\\ud800", "\u{0}", "1e-400", "[[[["]
        var read = 0
        for _ in 0..<1500 {
            var bytes = whole
            for _ in 0...Int.random(in: 0..<3, using: &dice) {
                let place = Int.random(in: 0..<bytes.count, using: &dice)
                switch Int.random(in: 0..<5, using: &dice) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &dice)
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...40, using: &dice)))
                case 2: bytes.insert(contentsOf: (words.randomElement(using: &dice) ?? "").utf8, at: place)
                case 3: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 60)], at: place)
                default:
                    // A digit is replaced by a digit, so the rest stays readable.
                    guard let start = bytes[place...].firstIndex(where: { (48...57).contains($0) }) else { break }
                    let end = bytes[start...].firstIndex { !(48...57).contains($0) } ?? bytes.count
                    bytes.replaceSubrange(start..<end, with: (words.randomElement(using: &dice) ?? "").utf8)
                }
                if bytes.isEmpty { bytes = [48] }
            }
            guard var recording = try? Recording(name: "memo", parsing: bytes) else { continue }
            read += 1
            recording.edits.append(Arrangement(Timeline([Span(segment: "z", length: 7)])))
            recording.edits.arrangement.add(Marker(frame: .max))
            while recording.edits.undo() != nil {}
            while recording.edits.redo() != nil {}
            #expect(try Recording(name: "memo", parsing: recording.renamed(to: "memo").printed) == recording)
        }
        #expect(read > 40, "most of them would prove nothing")
    }
}

@Suite struct JSONTreeTests {
    @Test(arguments: [
        "", " ", "{", "}", "[1,]", "{\"a\":}", "{\"a\" 1}", "{a:1}", "01", "1.", "1e", "-", "+1", ".5", "nul", "truex", "\"",
        "\"\\x\"",
        "\"\\u12\"", "\"\u{1}\"", "1 2", "[1 2]", "\u{feff}1", String(repeating: "[", count: 100_000), "'a'",
    ])
    func whatIsNoJSON(text: String) {
        #expect(throws: JSONError.self) { try JSONTree(parsing: Array(text.utf8)) }
    }

    @Test func textsAndNumbersAsTheyAre() throws {
        #expect(try JSONTree(parsing: Array("\"\\u00e4\\ud83c\\udf99\\ud800x\\/\\n\"".utf8)) == .text("ä🎙\u{fffd}x/\n"))
        let text = "[-0.0,1E+5,123456789012345678901234567890,true,false,null,{\"\":[]}]"
        let tree = try JSONTree(parsing: Array(text.utf8))
        #expect(String(decoding: tree.printed, as: UTF8.self).filter { !$0.isWhitespace } == text)
        #expect(throws: JSONError.self) { try JSONTree(parsing: [34, 0xff, 34]) }
        #expect(try JSONTree(parsing: Array("{\"a\":1,\"a\":2}".utf8))["a"]?.integer == 2)
    }
}
