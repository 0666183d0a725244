// Tests of batches on the library thread: order, cancelling, separation (F3).
import Catalogue
import Control
import Dictation
import FoundationEssentials
import Glibc
import Storage
import TestSupport
import Testing
import Words

@testable import Engine
@testable import Threads

@Suite("Operations on recordings: a background queue with conflicts, progress and cancel (F3 F11)")
struct OperationTests {
    private func reply(_ fixture: LibraryFixture, _ id: UInt64) throws -> Reply {
        let event = try #require(fixture.next())
        guard case .answered(id, let reply) = event else {
            Issue.record("\(event)")
            throw EngineError.noServer
        }
        return reply
    }

    private func words(_ fixture: LibraryFixture, _ id: UInt64) throws -> String {
        let event = try #require(fixture.next())
        guard case .refused(id, let error) = event else {
            Issue.record("\(event)")
            throw EngineError.noServer
        }
        return error.description
    }

    /// Carries out `work` while the library cannot be changed. The worker then waits before its next change, for ten seconds at
    /// most, and finds all messages of `work` behind it, however slowly they come.
    private func held(_ fixture: LibraryFixture, _ work: () throws -> Void) throws {
        // Once it has answered, the worker has looked for leftovers, which needs the lock too.
        fixture.worker.post(try fixture.ls(0))
        _ = try reply(fixture, 0)
        let lock = unsafe open(fixture.library.folder + "/.dicta-lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        try #require(lock >= 0 && flock(lock, LOCK_EX) == 0)
        defer { close(lock) }
        try work()
    }

    @Test("what the library works at is told while it does, and that it is done (issue 12 no. 20)")
    func isTold() throws {
        let fixture = try LibraryFixture()
        for name in ["one", "two", "three"] { _ = try fixture.record(name) }
        fixture.worker.post(.ask(id: 1, try fixture.request("tag", "one", "two", "three", "--add", "x")))
        _ = try reply(fixture, 1)
        fixture.end()
        _ = fixture.rest()
        let first = try #require(fixture.working.compactMap(\.self).first)
        #expect(first.verb == "tag" && first.id == 1 && first.unfinished == 1)
        #expect(fixture.working.count >= 2 && fixture.working.last == .some(nil), "\(fixture.working)")
        #expect(fixture.ended.map { $0["state"] } == [.text("done")] && fixture.ended.first?["operation"] == .int(1))
    }

    @Test("tags, notes, copies, renames and deletes, by names and by pattern")
    func verbs() throws {
        let fixture = try LibraryFixture()
        for name in ["one", "two", "three"] { _ = try fixture.record(name) }
        fixture.worker.post(.ask(id: 1, try fixture.request("tag", "t*", "one", "--add", "x, y z,", "--remove", "w")))
        #expect(try reply(fixture, 1).fields["done"] == .int(3))
        fixture.worker.post(.ask(id: 2, try fixture.request("ls", "--tag", "Y Z", "--sort", "name")))
        let list = try reply(fixture, 2)
        #expect(list.items.map { $0["name"] } == [.text("one"), .text("three"), .text("two")])
        #expect(list.items.first?["tags"] == .text("x\ny z"))
        fixture.worker.post(.ask(id: 3, try fixture.request("note", "one", "--text", "with the mayor", "--title", "T")))
        _ = try reply(fixture, 3)
        fixture.worker.post(.ask(id: 4, try fixture.request("copy", "one")))
        #expect(try reply(fixture, 4).fields["name"] == .text("one (2)"))
        fixture.worker.post(.ask(id: 5, try fixture.request("rename", "one (2)", "--to", "four")))
        #expect(try reply(fixture, 5).fields["name"] == .text("four"))
        fixture.worker.post(.ask(id: 6, try fixture.request("search", "mayor")))
        #expect(Set(try reply(fixture, 6).items.map { $0["name"]?.description }) == ["one", "four"])
        fixture.worker.post(.ask(id: 7, try fixture.request("note", "one", "--clear")))
        _ = try reply(fixture, 7)
        fixture.worker.post(.ask(id: 8, try fixture.request("delete", "one", "t*")))
        #expect(try reply(fixture, 8).fields["done"] == .int(3))
        fixture.worker.post(.ask(id: 9, try fixture.request("verify")))
        let verified = try reply(fixture, 9)
        #expect(verified.fields["checked"] == .int(1) && verified.fields["problems"] == .int(0))
        fixture.worker.post(.ask(id: 10, try fixture.request("info", "four")))
        #expect(try reply(fixture, 10).fields["note"] == .text("with the mayor"))
        fixture.worker.post(.ask(id: 11, try fixture.request("operations")))
        let past = try reply(fixture, 11).items
        #expect(past.count == 7 && past.allSatisfy { $0["state"] == .text("done") && $0["percent"] == .int(100) })
        for (id, words) in [(20, ["tag", "four"]), (21, ["note", "four"]), (22, ["copy", "four", "five", "--to", "x"])]
            as [(UInt64, [String])]
        {
            fixture.worker.post(.ask(id: id, try fixture.request(words[0], words[1...].first ?? "")))
            _ = fixture.next()
        }
    }

    @Test("an import of folders tells what it left alone: in the answer, the list of operations and the log (issue 14 no. 18)")
    func importsFolders() throws {
        let fixture = try LibraryFixture()
        let tree = fixture.folder.file("tree")
        try FileManager.default.createDirectory(atPath: tree + "/inside", withIntermediateDirectories: true)
        try #require(fixture.encode("song.m4a", seconds: 1, in: tree + "/inside").hasSuffix("song.m4a"))
        for text in ["cover.jpg", "inside/list.m3u", "inside/notes.txt"] {
            try #require(Files.write("#EXTM3U\nsong.m4a\n", to: "\(tree)/\(text)"))
        }
        fixture.worker.post(.ask(id: 1, try fixture.request("import", tree)))
        #expect(try words(fixture, 1).contains("\(tree) is a folder; add --recursive"))
        fixture.worker.post(.ask(id: 2, try fixture.request("import", tree, "--recursive")))
        let reply = try reply(fixture, 2)
        #expect(reply.failure == nil && reply.fields["imported"] == .int(1) && reply.fields["skipped"] == .int(3))
        let left = ["cover.jpg", "inside/list.m3u", "inside/notes.txt"].map { "\(tree)/\($0)" }
        #expect(reply.items.compactMap { $0["skipped"] == nil ? nil : $0["source"]?.description } == left)
        #expect(reply.items.compactMap { $0["name"] } == [.text("song")])
        fixture.worker.post(.ask(id: 3, try fixture.request("operations")))
        let operation = try #require(try self.reply(fixture, 3).items.first)
        #expect(operation["state"] == .text("done") && operation["skipped"] == .int(3) && operation["failed"] == .int(0))
        #expect(operation["skipped_files"]?.texts == left)
        #expect(fixture.lines.filter { $0.contains("was left alone: it is no audio file") }.count == 3, "\(fixture.lines)")
    }

    @Test("a short change does not wait behind a long operation on another recording (issue 14)")
    func shortOnesGoFirst() throws {
        let fixture = try LibraryFixture()
        for name in ["long", "short"] { _ = try fixture.record(name, frames: name == "long" ? 4_000_000 : 4800) }
        let catalogue = Catalogue(fixture.library, indexFolder: fixture.folder.file("other"))
        let long = try catalogue.begin(try fixture.request("verify", "long", "--deep"))
        for _ in 0..<2 { #expect(catalogue.step().isEmpty) }
        let short = try catalogue.begin(try fixture.request("rename", "short", "--to", "renamed"))
        var ended: [UInt64] = []
        while ended.count < 2, catalogue.isBusy { ended += catalogue.step().map(\.id) }
        #expect(ended == [short, long])
        #expect(Files.exists(fixture.library.folder + "/renamed.wav"))
    }

    @Test("the operation and the log name what an operation on several has finished, and count it alone (issue 14)")
    func namesItsSuccesses() throws {
        let fixture = try LibraryFixture()
        for name in ["a", "b", "c"] { _ = try fixture.record(name) }
        try #require(Files.write("{\"schema\": 9}", to: fixture.library.folder + "/b.json"))
        fixture.worker.post(.ask(id: 1, try fixture.request("tag", "a", "b", "c", "--add", "x")))
        _ = try reply(fixture, 1)
        fixture.worker.post(.ask(id: 2, try fixture.request("operations")))
        let operation = try #require(try reply(fixture, 2).items.first)
        #expect(operation["done"] == .int(2) && operation["failed"] == .int(1) && operation["total"] == .int(3))
        #expect(operation["finished"]?.texts == ["a", "c"])
        #expect(fixture.lines.first == "operation 1: tag: done: a, c", "\(fixture.lines)")
        #expect(fixture.lines.count == 2 && fixture.lines.last?.hasPrefix("operation 1: tag: b: ") == true, "\(fixture.lines)")
    }

    @Test("the list of operations has the warnings of one in the background, whose answer nobody reads (R15)")
    func listsWarnings() throws {
        let fixture = try LibraryFixture()
        let path = try fixture.record("talk")
        try #require(Process.run("/usr/bin/truncate", ["-s", "-200", path]).code == 0)
        let catalogue = Catalogue(fixture.library, indexFolder: fixture.folder.file("other"))
        let export = try catalogue.begin(
            try fixture.request("export", "talk", "--to", fixture.folder.file("out.wav"), "--background"))
        while catalogue.isBusy { _ = catalogue.step() }
        let listed = try #require(try catalogue.answer(try fixture.request("operations")).items.first)
        #expect(listed["operation"] == .int(Int64(export)) && listed["state"] == .text("done"))
        #expect(listed["warning"]?.description.contains("sound of talk may be missing: talk.wav is ") == true, "\(listed)")
    }

    @Test("the list of operations has what verify and recover found in the background (F3)", arguments: ["verify", "recover"])
    func listsFindings(verb: String) throws {
        let fixture = try LibraryFixture()
        for name in ["a", "b", "c"] {
            let path = try fixture.record(name)
            if name != "c" { try #require(Process.run("/bin/rm", [path]).code == 0) }
        }
        let catalogue = Catalogue(fixture.library, indexFolder: fixture.folder.file("other"))
        _ = try catalogue.begin(try fixture.request(verb, "--background"))
        while catalogue.isBusy { _ = catalogue.step() }
        let listed = try #require(try catalogue.answer(try fixture.request("operations")).items.first)
        let lines = listed["warning"]?.description.split(separator: "\n").map(String.init) ?? []
        #expect(listed["state"] == .text("done") && lines.count == 3 && lines.first == "2 problems", "\(listed)")
        #expect(lines.contains { $0.contains("a.wav") } && lines.contains { $0.contains("b.wav") }, "\(listed)")
    }

    @Test("an analysis whose words cannot be read is refused before the sound is measured (W1)")
    func refusesAnalysisAtOnce() throws {
        let fixture = try LibraryFixture()
        _ = try fixture.record("long", frames: 4_000_000)
        // A folder cannot be read, by root either.
        try #require(unsafe mkdir(fixture.library.folder + "/long.transcript.json", 0o700) == 0)
        let catalogue = Catalogue(fixture.library, indexFolder: fixture.folder.file("other"))
        _ = try catalogue.begin(try fixture.request("analyse", "long"))
        var (steps, refusals) = (0, 0)
        while catalogue.isBusy {
            steps += 1
            for (_, result) in catalogue.step() { if case .failure = result { refusals += 1 } }
        }
        #expect(refusals == 1 && steps < 10, "\(refusals) after \(steps)")
    }

    @Test("two on one recording conflict; a part that fails is told and the rest is done")
    func conflicts() throws {
        let fixture = try LibraryFixture()
        for name in ["a", "b", "c"] { _ = try fixture.record(name, frames: 4_000_000) }
        // The copy has not ended when the others come.
        try held(fixture) {
            fixture.worker.post(.ask(id: 1, try fixture.request("copy", "a", "b")))
            fixture.worker.post(.ask(id: 2, try fixture.request("delete", "b")))
            fixture.worker.post(.ask(id: 3, try fixture.request("rename", "c", "--to", "a")))
            fixture.worker.post(.ask(id: 5, try fixture.request("tag", "c", "--add", "fine"), loaded: "c"))
        }
        #expect(try words(fixture, 2).contains("b is part of operation 1 (copy)"))
        #expect(try words(fixture, 3).contains("a is part of operation 1 (copy)"))
        // The short one does not wait for the long one.
        var answers: [UInt64: Reply] = [:]
        while answers.count < 2, let event = fixture.next() {
            if case .answered(let id, let reply) = event { answers[id] = reply } else { Issue.record("\(event)") }
        }
        #expect(answers[1]?.fields["done"] == .int(2))
        #expect(answers[5]?.fields["name"] == .text("c"))
        #expect(Files.write("{\"schema\": 9}", to: fixture.library.folder + "/b.json"))
        fixture.worker.post(.ask(id: 6, try fixture.request("tag", "a", "b", "c", "--add", "z")))
        let partly = try reply(fixture, 6)
        #expect(partly.failure?.words.contains("tag: 1 of 3 failed, the others are done: b:") == true)
        #expect(partly.items.map { $0["name"]?.description } == ["a", "c", "b"])
        #expect(partly.items.map { $0["error"] == nil } == [true, true, false])
        #expect(try fixture.library.readRecording("c").tags == ["fine", "z"])
        fixture.worker.post(.ask(id: 7, try fixture.request("delete", "none*")))
        #expect(try words(fixture, 7).contains("no recording matches none*"))
        fixture.worker.post(.ask(id: 8, try fixture.request("delete", "a", "none")))
        #expect(try words(fixture, 8).contains("no recording \"none\""))
        #expect(Files.exists(fixture.library.folder + "/a.wav"), "refused as a whole")
    }

    @Test("short changes of one recording wait for each other, as they do without an engine (F11)")
    func shortOnesWaitForEachOther() throws {
        let fixture = try LibraryFixture()
        for name in ["a", "b"] { _ = try fixture.record(name) }
        let catalogue = Catalogue(fixture.library, indexFolder: fixture.folder.file("own-index"))
        for number in 1...10 {
            _ = try catalogue.begin(try fixture.request("tag", "a", "--add", "t\(number)"))
            _ = try catalogue.begin(try fixture.request("note", "a", "--field", "k\(number)=x"))
            _ = try catalogue.begin(try fixture.request("favourite", "a"))
        }
        _ = try catalogue.begin(try fixture.request("tag", "*", "--add", "all"))
        // A change of its name, or one that takes long, is still refused.
        for words in [["delete", "a"], ["rename", "a", "--to", "c"], ["copy", "a"]] {
            #expect(throws: CatalogueError.self) { try catalogue.begin(try fixture.request(words[0], Array(words.dropFirst()))) }
        }
        var answers = 0
        while catalogue.isBusy {
            for (_, result) in catalogue.step() {
                answers += 1
                #expect(throws: Never.self) { try result.get() }
            }
        }
        #expect(answers == 31)
        let after = try fixture.library.readRecording("a")
        #expect(after.tags.count == 11 && after.fields.count == 10 && after.isFavourite)
    }

    @Test("two names that differ in their bytes alone are two recordings in a batch too (F1)")
    func twins() throws {
        let fixture = try LibraryFixture()
        for name in ["caf\u{e9}", "cafe\u{301}"] { _ = try fixture.record(name) }
        let catalogue = Catalogue(fixture.library, indexFolder: fixture.folder.file("own-index"))
        _ = try catalogue.begin(try fixture.request("tag", "*", "--add", "x"))
        while catalogue.isBusy { for (_, result) in catalogue.step() { #expect(throws: Never.self) { try result.get() } } }
        for name in ["caf\u{e9}", "cafe\u{301}"] { #expect(try fixture.library.readRecording(name).tags == ["x"]) }
    }

    @Test("a recording that is finished is free, while the operation goes on with the others")
    func finishedIsFree() throws {
        let fixture = try LibraryFixture()
        for name in ["a", "b"] { _ = try fixture.record(name) }
        let catalogue = Catalogue(fixture.library, indexFolder: fixture.folder.file("own-index"))
        _ = try catalogue.begin(try fixture.request("delete", "a", "b"))
        #expect(catalogue.isClaimed("a") && catalogue.isClaimed("b"))
        while catalogue.takeChanges().isEmpty { #expect(catalogue.step().isEmpty) }
        #expect(!catalogue.isClaimed("a") && catalogue.isClaimed("b"))
        _ = try fixture.record("a")
        _ = try catalogue.begin(try fixture.request("tag", "a", "--add", "new"))
        #expect(throws: CatalogueError.self) { try catalogue.begin(try fixture.request("tag", "b", "--add", "new")) }
    }

    @Test("a long one answers others meanwhile, tells how far it is, and can be cancelled without leaving anything")
    func cancel() throws {
        let fixture = try LibraryFixture()
        for number in 0..<8 { _ = try fixture.record("r\(number)", frames: 6_000_000) }
        // The first file is begun, and is not copied in one step.
        try held(fixture) {
            fixture.worker.post(.ask(id: 1, try fixture.request("copy", "r*", "--background")))
            #expect(try reply(fixture, 1).fields["operation"] == .int(1))
            fixture.worker.post(.ask(id: 2, try fixture.request("delete", "r7", "--background")))
            fixture.worker.post(.ask(id: 3, try fixture.request("operations")))
            for id: UInt64 in [4, 5] {
                fixture.worker.post(.ask(id: id, try fixture.request("operations", "--cancel", "1")))
            }
        }
        #expect(try words(fixture, 2).contains("operation 1"))
        let running = try #require(try reply(fixture, 3).items.first)
        #expect(running["total"] == .int(8) && running["done"] != .int(8), "\(running)")
        #expect(try reply(fixture, 4).items.first?["state"] == .text("cancelled"))
        #expect(try words(fixture, 5).contains("no operation 1"))
        fixture.worker.post(.ask(id: 6, try fixture.request("recover")))
        #expect(try reply(fixture, 6).items.isEmpty, "nothing was left behind")
        fixture.worker.post(.ask(id: 7, try fixture.request("verify")))
        #expect(try reply(fixture, 7).fields["problems"] == .int(0))
    }

    @Test("a long foreign transcript is read beside short work, and its import can be cancelled")
    func cancelTranscript() throws {
        let fixture = try LibraryFixture()
        for name in ["a", "b"] { _ = try fixture.record(name) }
        let file = fixture.folder.file("long.srt")
        // Few words, and many tags to look at.
        let cue = "00:00:00,000 --> 00:00:01,000\n\(String(repeating: "<i></i>", count: 60))word\n\n"
        try #require(Files.write(String(repeating: cue, count: 1500), to: file))
        let catalogue = Catalogue(fixture.library, indexFolder: fixture.folder.file("other"))
        let words = ["--do", "import", "--name", "a", "--path", file]
        let reading = try catalogue.begin(try fixture.request("transcript", words + ["--background"]))
        // The second step begins to read.
        for _ in 0..<2 { #expect(catalogue.step().isEmpty) }
        let tag = try catalogue.begin(try fixture.request("tag", "b", "--add", "x"))
        var first: [UInt64] = []
        while first.isEmpty, catalogue.isBusy { first = catalogue.step().map(\.id) }
        #expect(first == [tag])
        let listed = try catalogue.answer(try fixture.request("operations", "--cancel", "\(reading)")).items
        #expect(listed.contains { $0["operation"] == .int(Int64(reading)) && $0["state"] == .text("cancelled") })
        #expect(catalogue.step().map(\.id) == [reading])
        #expect(try fixture.library.transcript(of: "a").isEmpty)
        // The same text is taken if nobody cancels it.
        let again = try catalogue.begin(try fixture.request("transcript", words))
        var ended: [UInt64] = []
        while catalogue.isBusy { ended += catalogue.step().map(\.id) }
        #expect(try ended == [again] && !fixture.library.transcript(of: "a").isEmpty)
    }

    @Test("exports and imports in the background are cancelled without leaving anything", arguments: ["wav", "m4a"])
    func cancelExport(kind: String) throws {
        let fixture = try LibraryFixture()
        for number in 0..<4 {
            _ = try fixture.record("r\(number)", frames: 6_000_000)
            try fixture.library.updateTranscript(of: "r\(number)") { transcript, recording in
                transcript[recording.segments[0].file].hear(0..<9000, [Line(text: "word", in: 0..<9000)])
            }
        }
        let (out, library) = (TempFolder(), fixture.library.folder)
        // Each step is taken here, so that neither operation ends before it is cancelled.
        let catalogue = Catalogue(fixture.library, indexFolder: fixture.folder.file("other"))
        let export = try catalogue.begin(
            try fixture.request(
                "export", "r*", "--to", out.path, "--format", kind, "--words", kind == "m4a" ? "both" : "beside", "--background"))
        let bring = try catalogue.begin(
            try fixture.request("import", library + "/r0.wav", "--name", "x", "--background"))
        #expect(try catalogue.answer(try fixture.request("operations")).items.first?["total"] == .int(4))
        for (operation, folder) in [(export, out.path), (bring, library)] {
            // The file of an export has no name before its end; the contents of an import are compared first.
            func isBegun() -> Bool {
                Process.run("/bin/ls", ["-l", "/proc/\(getpid())/fd"]).output.contains("\(folder)/#")
                    || !Process.run("/usr/bin/find", [folder, "-name", ".dicta-import-*"]).output.isEmpty
            }
            var ended = false
            while !ended, !isBegun() { ended = !catalogue.step().isEmpty }
            #expect(!ended, "nothing was begun")
            let listed = try catalogue.answer(try fixture.request("operations", "--cancel", "\(operation)")).items
            #expect(listed.contains { $0["operation"] == .int(Int64(operation)) && $0["state"] == .text("cancelled") })
            #expect(catalogue.step().map(\.id) == [operation])
        }
        let recovery = try catalogue.begin(try fixture.request("recover"))
        var recovered: Reply?
        while recovered == nil, catalogue.isBusy {
            for (id, result) in catalogue.step() where id == recovery { recovered = try result.get() }
        }
        #expect(recovered?.items.isEmpty == true, "\(recovered?.items ?? [])")
        let left = Process.run("/bin/ls", ["-A", out.path]).output
        #expect(left.isEmpty && !Files.exists(library + "/x.wav"), "\(left)")
    }

    @Test("what is recorded by any engine is not touched")
    func recorded() throws {
        let fixture = try LibraryFixture()
        _ = try fixture.record("live")
        let segment = try fixture.library.readRecording("live").segments[0]
        // The worker looks for journals as it begins, and could be faster with the lock of this one.
        fixture.worker.post(try fixture.ls(9))
        _ = try reply(fixture, 9)
        let journal = try TakeJournal(fixture.library, JournalEntry(name: "live", segment: segment))
        for (id, verb) in [(1, ["tag", "live", "--add", "x"]), (2, ["delete", "live"]), (3, ["rename", "live", "--to", "x"])]
            as [(UInt64, [String])]
        {
            let words = verb.dropFirst()
            let request =
                words.count == 3
                ? try fixture.request(verb[0], verb[1], verb[2], verb[3]) : try fixture.request(verb[0], verb[1])
            fixture.worker.post(.ask(id: id, request))
            #expect(try self.words(fixture, id) == "cannot \(verb[0]) live while it is recorded; stop the take first")
        }
        fixture.worker.post(.ask(id: 4, try fixture.request("ls")))
        #expect(try reply(fixture, 4).items.first?["state"] == .text("recording"))
        try journal.end()
        fixture.worker.post(.ask(id: 5, try fixture.request("delete", "live")))
        _ = try reply(fixture, 5)
        #expect(!Files.exists(fixture.library.folder + "/live.wav"))
    }
}
