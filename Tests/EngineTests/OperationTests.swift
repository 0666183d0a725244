// Room: tests of Engine. Batches on the library thread: done one after the other, cancelled, kept apart (F3).
import Catalogue
import Control
import Dictation
import Storage
import Testing
import Workbench

@testable import Engine

@Suite("Operations on recordings: a background queue with conflicts, progress and cancel (F3 F11)")
struct OperationTests {
    private func reply(_ rig: LibraryRig, _ id: UInt64) throws -> Reply {
        let event = try #require(rig.next())
        guard case .answered(id, let reply) = event else {
            Issue.record("\(event)")
            throw EngineError.noServer
        }
        return reply
    }

    private func words(_ rig: LibraryRig, _ id: UInt64) throws -> String {
        let event = try #require(rig.next())
        guard case .refused(id, let error) = event else {
            Issue.record("\(event)")
            throw EngineError.noServer
        }
        return error.description
    }

    @Test("what the library works at is told while it does, and that it is done (issue 12 no. 20)")
    func isTold() throws {
        let rig = try LibraryRig()
        for name in ["one", "two", "three"] { _ = try rig.record(name) }
        rig.worker.post(.ask(id: 1, try rig.request("tag", "one", "two", "three", "--add", "x")))
        _ = try reply(rig, 1)
        rig.end()
        _ = rig.rest()
        #expect(rig.working.first == Working(verb: "tag", name: "one", percent: 0) || rig.working.first??.verb == "tag")
        #expect(rig.working.count >= 2 && rig.working.last == .some(nil), "\(rig.working)")
    }

    @Test("tags, notes, copies, renames and deletes, by names and by pattern")
    func verbs() throws {
        let rig = try LibraryRig()
        for name in ["one", "two", "three"] { _ = try rig.record(name) }
        rig.worker.post(.ask(id: 1, try rig.request("tag", "t*", "one", "--add", "x, y z,", "--remove", "w")))
        #expect(try reply(rig, 1).fields["done"] == .int(3))
        rig.worker.post(.ask(id: 2, try rig.request("ls", "--tag", "Y Z", "--sort", "name")))
        let list = try reply(rig, 2)
        #expect(list.items.map { $0["name"] } == [.text("one"), .text("three"), .text("two")])
        #expect(list.items.first?["tags"] == .text("x, y z"))
        rig.worker.post(.ask(id: 3, try rig.request("note", "one", "--text", "with the mayor", "--title", "T")))
        _ = try reply(rig, 3)
        rig.worker.post(.ask(id: 4, try rig.request("copy", "one")))
        #expect(try reply(rig, 4).fields["name"] == .text("one (2)"))
        rig.worker.post(.ask(id: 5, try rig.request("rename", "one (2)", "--to", "four")))
        #expect(try reply(rig, 5).fields["name"] == .text("four"))
        rig.worker.post(.ask(id: 6, try rig.request("search", "mayor")))
        #expect(Set(try reply(rig, 6).items.map { $0["name"]?.description }) == ["one", "four"])
        rig.worker.post(.ask(id: 7, try rig.request("note", "one", "--clear")))
        _ = try reply(rig, 7)
        rig.worker.post(.ask(id: 8, try rig.request("delete", "one", "t*")))
        #expect(try reply(rig, 8).fields["done"] == .int(3))
        rig.worker.post(.ask(id: 9, try rig.request("verify")))
        let verified = try reply(rig, 9)
        #expect(verified.fields["checked"] == .int(1) && verified.fields["problems"] == .int(0))
        rig.worker.post(.ask(id: 10, try rig.request("info", "four")))
        #expect(try reply(rig, 10).fields["note"] == .text("with the mayor"))
        rig.worker.post(.ask(id: 11, try rig.request("operations")))
        let past = try reply(rig, 11).items
        #expect(past.count == 7 && past.allSatisfy { $0["state"] == .text("done") && $0["percent"] == .int(100) })
        for (id, words) in [(20, ["tag", "four"]), (21, ["note", "four"]), (22, ["copy", "four", "five", "--to", "x"])]
            as [(UInt64, [String])]
        {
            rig.worker.post(.ask(id: id, try rig.request(words[0], words[1...].first ?? "")))
            _ = rig.next()
        }
    }

    @Test("two on one recording conflict; what is loaded stays; a part that fails is told and the rest is done")
    func conflicts() throws {
        let rig = try LibraryRig()
        for name in ["a", "b", "c"] { _ = try rig.record(name, frames: 4_000_000) }
        rig.worker.post(.ask(id: 1, try rig.request("copy", "a", "b")))
        rig.worker.post(.ask(id: 2, try rig.request("delete", "b")))
        rig.worker.post(.ask(id: 3, try rig.request("rename", "c", "--to", "a")))
        rig.worker.post(.ask(id: 4, try rig.request("delete", "c"), loaded: "c"))
        rig.worker.post(.ask(id: 5, try rig.request("tag", "c", "--add", "fine"), loaded: "c"))
        #expect(try words(rig, 2).contains("b is part of operation 1 (copy)"))
        #expect(try words(rig, 3).contains("a is part of operation 1 (copy)"))
        #expect(try words(rig, 4) == "cannot delete c while it is loaded; stop that first")
        #expect(try reply(rig, 1).fields["done"] == .int(2))
        #expect(try reply(rig, 5).fields["name"] == .text("c"))
        #expect(Files.write("{\"schema\": 9}", to: rig.library.folder + "/b.json"))
        rig.worker.post(.ask(id: 6, try rig.request("tag", "a", "b", "c", "--add", "z")))
        let partly = try reply(rig, 6)
        #expect(partly.failure?.words.contains("tag: 1 of 3 failed, the others are done; the first: b:") == true)
        #expect(partly.items.map { $0["name"]?.description } == ["a", "c", "b"])
        #expect(partly.items.map { $0["error"] == nil } == [true, true, false])
        #expect(try rig.library.readRecording("c").tags == ["fine", "z"])
        rig.worker.post(.ask(id: 7, try rig.request("delete", "none*")))
        #expect(try words(rig, 7).contains("no recording matches none*"))
        rig.worker.post(.ask(id: 8, try rig.request("delete", "a", "none")))
        #expect(try words(rig, 8).contains("no recording \"none\""))
        #expect(Files.exists(rig.library.folder + "/a.wav"), "refused as a whole")
    }

    @Test("a long one answers others meanwhile, tells how far it is, and can be cancelled without leaving anything")
    func cancel() throws {
        let rig = try LibraryRig()
        for number in 0..<8 { _ = try rig.record("r\(number)", frames: 6_000_000) }
        rig.worker.post(.ask(id: 1, try rig.request("copy", "r*", "--background")))
        #expect(try reply(rig, 1).fields["operation"] == .int(1))
        rig.worker.post(.ask(id: 2, try rig.request("delete", "r7", "--background")))
        #expect(try words(rig, 2).contains("operation 1"))
        rig.worker.post(.ask(id: 3, try rig.request("operations")))
        let running = try #require(try reply(rig, 3).items.first)
        #expect(running["total"] == .int(8) && running["done"] != .int(8), "\(running)")
        rig.worker.post(.ask(id: 4, try rig.request("operations", "--cancel", "1")))
        #expect(try reply(rig, 4).items.first?["state"] == .text("cancelled"))
        rig.worker.post(.ask(id: 5, try rig.request("operations", "--cancel", "1")))
        #expect(try words(rig, 5).contains("no operation 1"))
        rig.worker.post(.ask(id: 6, try rig.request("recover")))
        #expect(try reply(rig, 6).items.isEmpty, "nothing was left behind")
        rig.worker.post(.ask(id: 7, try rig.request("verify")))
        #expect(try reply(rig, 7).fields["problems"] == .int(0))
    }

    @Test("exports and imports in the background are cancelled without leaving anything", arguments: ["wav", "m4a"])
    func cancelExport(kind: String) throws {
        let rig = try LibraryRig()
        for number in 0..<4 { _ = try rig.record("r\(number)", frames: 6_000_000) }
        let out = TempFolder()
        rig.worker.post(.ask(id: 1, try rig.request("export", "r*", "--to", out.path, "--format", kind, "--background")))
        #expect(try reply(rig, 1).fields["operation"] == .int(1))
        rig.worker.post(.ask(id: 2, try rig.request("import", rig.library.folder + "/r0.wav", "--name", "x", "--background")))
        _ = try reply(rig, 2)
        rig.worker.post(.ask(id: 3, try rig.request("operations")))
        #expect(try reply(rig, 3).items.first?["total"] == .int(4))
        for operation in ["1", "2"] {
            rig.worker.post(.ask(id: 4, try rig.request("operations", "--cancel", operation)))
            #expect(try reply(rig, 4).items.contains { $0["state"] == .text("cancelled") })
        }
        rig.worker.post(.ask(id: 5, try rig.request("recover")))
        #expect(try reply(rig, 5).items.isEmpty)
        let left = Process.run("/usr/bin/find", [out.path, "-name", ".*", "-type", "f"]).output
        #expect(left.isEmpty && !Files.exists(rig.library.folder + "/x.wav"), "\(left)")
    }

    @Test("what is recorded by any engine is not touched")
    func recorded() throws {
        let rig = try LibraryRig()
        _ = try rig.record("live")
        let segment = try rig.library.readRecording("live").segments[0]
        let journal = try TakeJournal(rig.library, JournalEntry(name: "live", segment: segment))
        for (id, verb) in [(1, ["tag", "live", "--add", "x"]), (2, ["delete", "live"]), (3, ["rename", "live", "--to", "x"])]
            as [(UInt64, [String])]
        {
            let words = verb.dropFirst()
            let request =
                words.count == 3
                ? try rig.request(verb[0], verb[1], verb[2], verb[3]) : try rig.request(verb[0], verb[1])
            rig.worker.post(.ask(id: id, request))
            #expect(try self.words(rig, id) == "cannot \(verb[0]) live while it is recorded; stop that first")
        }
        rig.worker.post(.ask(id: 4, try rig.request("ls")))
        #expect(try reply(rig, 4).items.first?["state"] == .text("recording"))
        try journal.end()
        rig.worker.post(.ask(id: 5, try rig.request("delete", "live")))
        _ = try reply(rig, 5)
        #expect(!Files.exists(rig.library.folder + "/live.wav"))
    }
}
