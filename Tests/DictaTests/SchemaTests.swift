// Tests of the written schemas: what the programs write has their forms, and foreign readers read it (F17).
import Dictation
import Storage
import TestSupport
import Testing
import Words

@Suite("The written schemas of all JSON forms") struct SchemaTests {
    let terminal = Terminal()

    private func library() throws -> Library {
        let library = try Library(folder: terminal.folder.file("Recordings"))
        try library.keepTwoTakes("talk", try AudioFormat(rate: 48_000), frames: 48_000) { segment in
            segment.joints = [.init(position: 5, paused: 10, time: "2026-01-01T00:00:00Z")]
            segment.gaps = [.init(position: 1, length: 2, cause: .missed)]
            segment.dropouts = [.init(position: 7, length: 48, side: .left)]
            segment.dropoutCount = 1
            segment.peaks = [0.25, .infinity]
            segment.startFrame = .max
            segment.loudness = LoudnessFigures(
                integrated: -20, range: 3, truePeak: -1, maxMomentary: -18, maxShortTerm: -19)
            segment.endReason = .stopped
        }
        try library.updateRecording("talk") { recording in
            recording.edits.arrangement.add(Marker(frame: 60_000, name: "here", note: "n", created: "2026-01-01T00:00:00Z"))
            recording.edits.delete(10..<20)
            let isMoved = recording.edits.move(0..<100, before: 500)
            #expect(isMoved)
            let undone = recording.edits.undo()
            #expect(undone == "move")
            recording.tags = ["a", "b"]
            recording.playPosition = 7
        }
        try library.updateTranscript(of: "talk") { transcript, _ in
            transcript.language = "en"
            transcript["talk~2.wav"].heard.insert(0..<48_000)
            var line = Line([
                Word("hello", start: 10_000, end: 20_000, confidence: 0.5), Word("there", start: 20_000, end: 30_000),
            ])
            line.speaker = "Ann"
            transcript["talk~2.wav"].lines = [line]
        }
        return library
    }

    private func dicta(_ words: String...) throws -> String {
        let run = try terminal.run(words, path: "/usr/bin:/bin")
        #expect(run.code == 0 && !run.output.isEmpty, "\(words): \(run)")
        return run.output
    }

    /// jq reads it too: the same text of a value as in Python.
    private func jq(_ filter: String, _ text: String) throws -> String {
        try #require(terminal.folder.write(text, to: "value.json"))
        let run = Process.run("/usr/bin/jq", ["-r", filter, terminal.folder.file("value.json")])
        #expect(run.code == 0, "\(run)")
        return run.output
    }

    @Test func filesOfALibraryHaveTheirForms() throws {
        let library = try library()
        #expect(try terminal.run("favourite", "talk").code == 0)
        #expect(try terminal.run("note", "talk", "--artist", "Ann", "--field", "room=hall").code == 0)
        #expect(try terminal.run("set", "diary-files", "on").code == 0)
        _ = try dicta("analyse", "talk")
        func file(_ ending: String) throws -> String { try #require(Files.read(library.path(of: "talk.\(ending)"))) }
        let sidecar = try file("json")
        #expect(Schema.problems(sidecar, against: "sidecar") == "")
        #expect(
            try jq(".favourite, .fields.room, .undo[-1].name, .redo[0].split, .analysis.schema", sidecar)
                == "true\nhall\ncut\n100\n1\n")
        let transcript = try file("transcript.json")
        #expect(Schema.problems(transcript, against: "transcript") == "")
        #expect(try jq(".text, .segments[0].words[1].start", transcript) == "hello there\n20000\n")
        let diary = try file("diary.json")
        #expect(Schema.problems(diary, against: "diary") == "")
        #expect(try jq(".segments | map(.order) | @csv", diary) == "0,1\n")
    }

    @Test func answersHaveTheirForms() throws {
        _ = try library()
        let figures = try dicta("analyse", "talk", "--as", "json")
        #expect(Schema.problems(figures, against: "analysis") == "")
        #expect(try jq(".name, .stale, .words.count", figures) == "talk\nfalse\n2\n")
        let words = try dicta("transcript", "talk", "--as", "json")
        #expect(Schema.problems(words, against: "words") == "")
        #expect(try jq(".segments[0].body", words) == "hello there\n")
        let entry = try dicta("describe", "talk", "--as", "diary")
        #expect(Schema.problems(entry, against: "diary") == "")
        for line in [
            ["ls"], ["ls", "--group", "tag"], ["info", "talk"], ["marks", "talk"], ["verify"], ["settings"], ["help"],
            ["describe", "talk"], ["transcript", "talk"], ["operations"], ["peaks", "talk"], ["analyse", "talk"], ["version"],
            ["export", "talk", "--to", terminal.folder.path + "/"], ["info", "nobody"], ["ls", "--nonsense"], ["cut", "talk"],
        ] {
            let run = try terminal.run(line + ["--json"], path: "/usr/bin:/bin")
            #expect(Schema.problems(run.output, against: "answer") == "", "\(line): \(run.output.prefix(400))")
            let isRefused = try jq("has(\"error\")", run.output)
            #expect((isRefused == "true\n") == (run.code != 0), "\(line): \(run)")
        }
    }

    /// A schema that refuses nothing proves nothing: each change breaks another rule.
    @Test(
        arguments: [
            ("sidecar", "del(.timeline)"), ("sidecar", ".state = \"begun\""), ("sidecar", ".schema = 3"),
            ("sidecar", ".timeline[0].first = -1"), ("sidecar", ".segments[0].file = \"../x.wav\""),
            ("sidecar", ".fields = {\"a\": 1}"), ("sidecar", ".favourite = \"yes\""), ("sidecar", ".markers[0].frame = \"7\""),
            ("diary", ".more = 1"), ("diary", ".created = \"2026-01-01 00:00\""), ("diary", ".segments[0].order = \"0\""),
            ("diary", ".segments[0].duration = 0"), ("diary", ".title = null"), ("diary", "del(.transcript)"),
            ("transcript", ".segments[0].words[0].confidence = 2"), ("transcript", "del(.schema)"),
            ("answer", ".json_version = 1"), ("answer", ".error = \"bad\""), ("answer", ".items = [{\"a\": {}}]"),
        ]) func aWrongFileIsRefused(schema: String, change: String) throws
    {
        let library = try library()
        #expect(try terminal.run("note", "talk", "--field", "room=hall").code == 0)
        let text =
            switch schema {
            case "sidecar": try #require(Files.read(library.path(of: "talk.json")))
            case "transcript": try #require(Files.read(library.path(of: "talk.transcript.json")))
            case "diary": try dicta("describe", "talk", "--as", "diary")
            default: try dicta("ls", "--json")
            }
        #expect(Schema.problems(text, against: schema) == "")
        #expect(Schema.problems(try jq(change, text), against: schema) != "", "\(change)")
    }
}
