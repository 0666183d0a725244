// Tests of the library thread, with real files and the real ffmpeg.
import Control
import Dictation
import Glibc
import Playback
import Storage
import System
import TestSupport
import Testing

@testable import Engine
@testable import Player
@testable import Threads

@Suite("Librarian: disk work that the control loop does not wait for (P1 P8)")
struct LibrarianTests {
    /// The file of a recording that plays from one file alone.
    private static func file(_ playable: Playable?) -> String {
        guard case .file(let path)? = playable?.source else { return "" }
        return path
    }

    private func opened(_ fixture: LibraryFixture, _ id: UInt64) throws -> Playable {
        while true {
            switch try #require(fixture.next()) {
            case .opened(id, let playable): return playable
            case .progress: continue
            case let other: try #require(Bool(false), "\(other)")
            }
        }
    }

    private func refused(_ fixture: LibraryFixture, _ id: UInt64) throws -> String {
        while true {
            switch try #require(fixture.next()) {
            case .refused(id, let error): return error.description
            case .progress: continue
            case let other: try #require(Bool(false), "\(other)")
            }
        }
    }

    @Test("lists what is there, and what cannot be read is counted")
    func lists() throws {
        let fixture = try LibraryFixture()
        _ = try fixture.record("one")
        _ = try fixture.record("two", frames: 48_000)
        #expect(Files.write("no audio", to: fixture.library.folder + "/bad.wav"))
        fixture.worker.post(try fixture.ls(7))
        guard case .answered(7, let reply) = try #require(fixture.next()) else { throw EngineError.noServer }
        #expect(Set(reply.items.filter { $0["problem"] == nil }.map { $0["name"]?.description }) == ["one", "two"])
        #expect(reply.fields["problems"] == .int(1))
        #expect(reply.fields["library"] == .text(fixture.library.folder))
    }

    @Test("an order for the loaded recording is refused once another recording has its name")
    func guards() throws {
        let fixture = try LibraryFixture()
        _ = try fixture.record("im")
        let id = try fixture.library.readRecording("im").id
        fixture.worker.post(try fixture.ls(7).ofLoaded(7, "im", id))
        guard case .answered(7, _) = try #require(fixture.next()) else { throw EngineError.noServer }
        fixture.worker.post(try fixture.ls(8).ofLoaded(8, "im", .fresh()))
        #expect(try refused(fixture, 8).contains("im is another recording now"))
    }

    @Test("describes with the sidecar, without one, and says what is wrong with a bad one")
    func describes() throws {
        let fixture = try LibraryFixture()
        _ = try fixture.record("good")
        _ = try fixture.record("bare")
        _ = try fixture.record("bad")
        #expect(Files.remove(fixture.library.folder + "/bare.json"))
        #expect(Files.write("{", to: fixture.library.folder + "/bad.json"))
        var found: [Fields] = []
        for (id, name) in [(1, "good"), (2, "bare"), (3, "bad"), (4, fixture.library.folder + "/bad.wav")] as [(UInt64, String)] {
            fixture.worker.post(.ask(id: id, try fixture.request("info", name)))
            guard case .answered(id, let reply) = try #require(fixture.next()) else { throw EngineError.noServer }
            let fields = reply.fields
            #expect(fields["frames"] == .int(1000))
            found.append(fields)
        }
        #expect(found[0]["end_reason"] == .text("stopped") && found[0]["metadata_error"] == nil)
        #expect(found[1]["end_reason"] == nil && found[1]["metadata_error"] == nil)
        for fields in found[2...] {
            guard case .text(let words) = try #require(fields["metadata_error"]) else { throw EngineError.noServer }
            #expect(words.contains("bad.json is not a readable description"))
        }
        fixture.worker.post(.ask(id: 5, try fixture.request("info", "none")))
        #expect(try refused(fixture, 5).contains("no recording \"none\""))
    }

    @Test("a recording without a file of its name is told, described and played as itself (F1)")
    func otherNames() throws {
        let fixture = try LibraryFixture()
        let path = try fixture.record("inner")
        let away = fixture.folder.file("away.wav")
        #expect(Process.run("/usr/bin/mv", [path, away]).code == 0)
        fixture.worker.post(.open(id: 1, name: "inner"))
        #expect(try refused(fixture, 1).contains("inner.wav is missing, so inner cannot be opened: move the file back"))
        fixture.worker.post(.ask(id: 2, try fixture.request("info", "inner")))
        guard case .answered(2, let lost) = try #require(fixture.next()) else { throw EngineError.noServer }
        #expect(lost.fields["problem"] == .text("inner.wav is missing") && lost.fields["frames"] == .int(1000))
        try fixture.library.renameRecording("inner", to: "outer")
        #expect(Process.run("/usr/bin/mv", [away, path]).code == 0)
        fixture.worker.post(.open(id: 3, name: "outer"))
        let playable = try opened(fixture, 3)
        #expect(playable.name == "outer" && playable.path == fixture.library.folder + "/outer.json")
        #expect(playable.source == .file(path))
        fixture.worker.post(.ask(id: 4, try fixture.request("info", "outer")))
        guard case .answered(4, let found) = try #require(fixture.next()) else { throw EngineError.noServer }
        #expect(found.fields["name"] == .text("outer") && found.fields["problem"] == nil)
    }

    @Test("a recording that a take is to go into is found while another program holds the lock of the library")
    func recallsWithoutTheLock() throws {
        let fixture = try LibraryFixture()
        _ = try fixture.record("memo")
        // Once it has answered, the worker has looked for leftovers, which needs the lock too.
        fixture.worker.post(try fixture.ls(0))
        guard case .answered(0, _) = try #require(fixture.next()) else { throw EngineError.noServer }
        let lock = try File.open(fixture.library.folder + "/.dicta-lock", .readWrite)
        defer { File.close(lock) }
        #expect(try File.lock(lock))
        fixture.worker.post(.recall(id: 1, name: "memo"))
        guard case .recalled(1, let recording) = try #require(fixture.next()) else { throw EngineError.noServer }
        #expect(recording.timeline.length == 1000)
    }

    @Test("a file elsewhere never meets the sidecar of its namesake in the library")
    func namesakes() throws {
        let fixture = try LibraryFixture()
        let own = try fixture.record("same")
        let other = fixture.folder.file("same.wav")
        #expect(Process.run("/usr/bin/cp", [own, other]).code == 0)
        fixture.worker.post(.remember(path: own, frames: 20))
        fixture.worker.post(.remember(path: other, frames: 500))
        fixture.worker.post(.open(id: 1, name: other))
        #expect(try opened(fixture, 1).position == nil)
        fixture.worker.post(.ask(id: 2, try fixture.request("info", other)))
        guard case .answered(2, let reply) = try #require(fixture.next()) else { throw EngineError.noServer }
        #expect(reply.fields["created"] == nil)
        #expect(try fixture.library.readRecording("same").playPosition == 20)
    }

    @Test("remembers where listening was left, keeps all else of the sidecar, makes none")
    func remembers() throws {
        let fixture = try LibraryFixture()
        let path = try fixture.record("take")
        let sidecar = fixture.library.folder + "/take.json"
        let text = try #require(Files.read(sidecar))
        let foreign = "{\n  \"zz\" : [1, 2.5, true, null, \"\\u00e9/\", {\"deep\" : 18446744073709551615}],"
        #expect(Files.write(foreign + text.dropFirst(1), to: sidecar))
        fixture.worker.post(.open(id: 1, name: "take"))
        #expect(try opened(fixture, 1).position == nil)
        fixture.worker.post(.remember(path: path, frames: 777))
        fixture.worker.post(.open(id: 2, name: "take"))
        let playable = try opened(fixture, 2)
        #expect(playable.position == 777 && playable.path == path && playable.source == .file(path) && playable.name == "take")
        let compare = """
            import json, sys
            old = json.loads(sys.argv[1]); new = json.load(open(sys.argv[2]))
            assert new.pop('playPosition') == 777 and new == old and new['zz'][5]['deep'] == 2**64 - 1, new
            """
        let run = Process.python(compare, [foreign + text.dropFirst(1), sidecar])
        #expect(run.code == 0, "\(run.errors)")
        #expect(Files.remove(sidecar))
        fixture.worker.post(.remember(path: path, frames: 5))
        fixture.worker.post(.remember(path: fixture.library.folder + "/never.wav", frames: 5))
        fixture.end()
        #expect(fixture.rest().isEmpty)
        #expect(!Files.exists(sidecar))
    }

    @Test("a sidecar that cannot be understood is left as it is, and told of")
    func badSidecars() throws {
        let fixture = try LibraryFixture()
        let path = try fixture.record("bad")
        for text in ["{", "{\"version\":99}"] {
            #expect(Files.write(text, to: fixture.library.folder + "/bad.json"))
            fixture.worker.post(.remember(path: path, frames: 1))
            guard case .forgotten(path, let error) = try #require(fixture.next()) else { throw EngineError.noServer }
            #expect(error.description.contains("bad.json"))
            #expect(Files.read(fixture.library.folder + "/bad.json") == text)
        }
        fixture.worker.post(.open(id: 1, name: "bad"))
        guard case .forgotten(path, _) = try #require(fixture.next()) else { throw EngineError.noServer }
        #expect(try opened(fixture, 1).position == nil)
    }

    @Test("decodes what only ffmpeg reads, once, by name or path; the position is kept by its sidecar")
    func decodes() throws {
        let fixture = try LibraryFixture()
        let path = fixture.encode("song.m4a", seconds: 2)
        try #require(Files.exists(path), "\(path)")
        fixture.worker.post(.open(id: 1, name: "song"))
        guard case .progress(1, 0) = try #require(fixture.next()) else { throw EngineError.noServer }
        let first = try opened(fixture, 1)
        #expect(first.name == "song" && first.path == path && Self.file(first).hasPrefix(fixture.folder.file("cache/")))
        let info = try SegmentReader(path: Self.file(first)).info
        #expect(info.rate == 44_100 && info.frames >= 88_200)
        for (id, name) in [(2, "song.m4a"), (3, path), (4, "song")] as [(UInt64, String)] {
            fixture.worker.post(.open(id: id, name: name))
            guard case .opened(id, first) = try #require(fixture.next(), "from the cache, without progress") else {
                throw EngineError.noServer
            }
        }
        let format = try AudioFormat(rate: 44_100)
        let segment = Segment(file: "song.wav", created: "2026-01-01T00:00:00Z", format: format)
        try fixture.library.writeRecording(Recording(name: "song", created: segment.created, segment: segment))
        fixture.worker.post(.remember(path: first.path, frames: 44_100))
        fixture.worker.post(.open(id: 5, name: "song"))
        #expect(try opened(fixture, 5).position == 44_100)
        // An edited recording is played as edited.
        var own = segment
        (own.file, own.frames) = ("song.m4a", 88_200)
        var edited = Recording(name: "song", created: segment.created, segment: own)
        edited.edits.delete(0..<44_100)
        try fixture.library.writeRecording(edited)
        fixture.worker.post(.open(id: 6, name: "song"))
        let reel = FileSpan(path: Self.file(first), first: 44_100, length: 44_100, rate: 44_100)
        #expect(try opened(fixture, 6).source == .spans([reel]))
    }

    @Test("a file in which libsndfile cannot seek is decoded before it is played, also from the library")
    func unseekable() throws {
        let fixture = try LibraryFixture()
        let file = fixture.library.folder + "/memo.wav"
        let made = Process.run("/usr/bin/sox", ["-r", "8000", "-n", "-e", "gsm", file, "synth", "1", "sine", "440"])
        try #require(made.code == 0, "\(made.errors)")
        fixture.worker.post(.open(id: 1, name: "memo"))
        let decoded = Self.file(try opened(fixture, 1))
        #expect(decoded != file && !decoded.isEmpty)
        #expect(try SegmentReader(path: decoded).info.frames >= 8000)
    }

    @Test("a recording that libsndfile reads goes before one of its name that it does not")
    func ownGoFirst() throws {
        let fixture = try LibraryFixture()
        let path = try fixture.record("both")
        try #require(Files.exists(fixture.encode("both.m4a", seconds: 1)))
        fixture.worker.post(.open(id: 1, name: "both"))
        #expect(try opened(fixture, 1).source == .file(path))
    }

    @Test("while something is decoded, lists are answered at once; a cancelled one is never heard of again")
    func decodingHoldsNothingUp() throws {
        // The decoding is sixty times as fast as the sound: without a limit it could be over before a busy machine cancels it.
        // A child process makes the program: a descriptor inherited by the program of another test would make it busy.
        let tools = TempFolder()
        #expect(tools.write("#!/bin/sh\nexec /usr/bin/ffmpeg -readrate 60 \"$@\"\n", to: "text"))
        let made = Process.run("/usr/bin/install", ["-m", "700", tools.file("text"), tools.file("ffmpeg")])
        try #require(made.code == 0, "\(made)")
        let fixture = try LibraryFixture(searchPath: "\(tools.path):\(DecodeCache.standardSearchPath)")
        try #require(Files.exists(fixture.encode("long.m4a", seconds: 900)))
        // The first list makes the index, which can take longer than the decoding.
        fixture.worker.post(try fixture.ls(9))
        guard case .answered(9, _) = try #require(fixture.next()) else { throw EngineError.noServer }
        fixture.worker.post(.open(id: 1, name: "long"))
        fixture.worker.post(try fixture.ls(2))
        guard case .progress(1, 0) = try #require(fixture.next()) else { throw EngineError.noServer }
        var answer = try #require(fixture.next())
        while case .progress(1, _) = answer { answer = try #require(fixture.next()) }
        guard case .answered(2, _) = answer else {
            Issue.record("\(answer)")
            return
        }
        // The decoding has got so far that it runs for sure.
        var running = try #require(fixture.next())
        while case .progress(1, 0) = running { running = try #require(fixture.next()) }
        guard case .progress(1, let fraction) = running, fraction > 0, fraction < 1 else {
            Issue.record("\(running)")
            return
        }
        fixture.worker.post(.cancel(id: 1))
        fixture.worker.post(.cancel(id: 99))
        fixture.worker.post(try fixture.ls(3))
        while let event = fixture.next() {
            if case .answered(3, _) = event { break }
            guard case .progress(1, _) = event else { throw EngineError.noServer }
        }
        #expect(Process.run("/usr/bin/ls", ["-A", fixture.folder.file("cache")]).output == "")
        // Another decoding runs when the engine quits.
        fixture.worker.post(.open(id: 4, name: "long"))
        fixture.end()
        #expect(Process.run("/usr/bin/ls", ["-A", fixture.folder.file("cache")]).output == "")
        let rest = fixture.rest()
        let isProgress = rest.map { if case .progress(4, _) = $0 { true } else { false } }
        #expect(!rest.isEmpty && isProgress.allSatisfy(\.self), "no word but of its progress: \(rest)")
        _ = tools
    }

    @Test("two at a time, and each gets its own")
    func twoAtATime() throws {
        let fixture = try LibraryFixture()
        let paths = [fixture.encode("a.m4a", seconds: 3), fixture.encode("b.m4a", seconds: 2, in: fixture.folder.path)]
        fixture.worker.post(.open(id: 1, name: paths[0]))
        fixture.worker.post(.open(id: 2, name: paths[1]))
        var found: [UInt64: Playable] = [:]
        while found.count < 2 {
            guard let event = fixture.next() else { break }
            if case .opened(let id, let playable) = event { found[id] = playable }
        }
        #expect(found[1]?.path == paths[0] && found[2]?.path == paths[1])
        let frames = try [1, 2].map { try SegmentReader(path: Self.file(found[$0])).info.frames }
        #expect(frames[0] > frames[1])
    }

    @Test("what cannot be opened is refused in words, and the right ones")
    func refusals() throws {
        let fixture = try LibraryFixture()
        let text = fixture.folder.file("letter.txt")
        #expect(Files.write("just some text\n", to: text))
        fixture.worker.post(.open(id: 1, name: text))
        let words = try refused(fixture, 1)
        #expect(words.contains("letter.txt cannot be read as audio, not even by ffmpeg"), "\(words)")
        fixture.worker.post(.open(id: 2, name: "none"))
        #expect(try refused(fixture, 2).contains("no recording \"none\""))
        fixture.worker.post(.open(id: 3, name: "/nowhere/x.wav"))
        #expect(try refused(fixture, 3) == "/nowhere/x.wav does not exist; check the name")
        fixture.worker.post(.open(id: 4, name: fixture.folder.path))
        #expect(try refused(fixture, 4).contains("is a folder"))
        #expect(Files.write("", to: fixture.folder.file("empty.m4a")))
        fixture.worker.post(.open(id: 5, name: fixture.folder.file("empty.m4a")))
        #expect(try refused(fixture, 5).contains("the file is empty"))
        let without = try LibraryFixture(searchPath: "/nowhere")
        fixture.worker.post(try fixture.ls(6))
        without.worker.post(.open(id: 7, name: text))
        #expect(try refused(without, 7).contains("install it (apt install ffmpeg)"))
    }
}
