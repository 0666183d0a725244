// Tests the queue of hooks as a value, with a given clock (F13).
import Dictation
import Testing

@testable import Engine

@Suite struct HookQueueValueTests {
    static let library = "/recordings"

    /// A queue with a job for each name.
    private final class Line {
        var queue = HookQueue()

        init(_ names: String...) {
            for name in names {
                let fields: Fields = [
                    "name": .text(name), "path": .text("/recordings/\(name).wav"), "seconds": .double(2),
                    "frames": .int(96_000),
                ]
                _ = add(.program(.completed, fields), of: name)
            }
        }

        func add(_ work: HookJob.Work, of name: String, most: Int = 100) -> Int64? {
            queue.add(work, of: name, library: library, now: 1000, most: most)?.id
        }

        func begin(at now: Int64, in library: String = library, most: Int = 16) -> [Int64] {
            queue.begin(now: now, library: library, most: most).map(\.id)
        }

        func fail(_ id: Int64, at now: Int64, most: Int64 = 0) -> Bool {
            queue.fail(id, "exit 1: no\nnetwork", now: now, most: most)
        }

        func drop(_ id: Int64?) -> [Int64] { queue.drop(id).map(\.id) }

        func delete(_ name: String) -> [Int64] { queue.delete(name, library: library).map(\.id) }

        func rename(_ name: String, to newName: String, in library: String = library) -> Bool {
            queue.rename(name, to: newName, files: ["\(name).wav": "\(newName).wav"], library: library)
        }
    }

    @Test func pausesGrowToAnHour() {
        let line = Line("memo")
        var now: Int64 = 1000
        var pauses: [Int64] = []
        for _ in 0..<7 {
            let begun = line.begin(at: now)
            let isOver = line.fail(1, at: now)
            #expect(begun == [1] && !isOver)
            let next = line.queue.jobs[0].next
            let early = line.begin(at: next - 1)
            #expect(early.isEmpty)
            pauses.append(next - now)
            now = next
        }
        #expect(pauses == [10, 30, 120, 600, 3600, 3600, 3600])
        #expect(HookQueue.pause(after: .max) == 3600 && HookQueue.pause(after: .min) == 10)
    }

    @Test func theLastTryGivesUp() {
        let line = Line("memo", "other")
        for now: Int64 in [1000, 2000] {
            let begun = line.begin(at: now, most: 1)
            let isOver = line.fail(1, at: now, most: 2)
            #expect(begun == [1] && isOver == (now == 2000))
        }
        #expect(line.queue.job(1)?.state == .failed && line.queue.count(.waiting) == 1)
        // Nothing but a user brings it back.
        #expect(line.begin(at: 1 << 40) == [2])
        _ = line.queue.retry(1, now: 5)
        #expect(line.begin(at: 1 << 40) == [1] && line.queue.job(1)?.tries == 1)
    }

    @Test func oneJobOfARecordingRunsAtATime() {
        let line = Line("memo", "memo", "other", "memo")
        #expect(line.begin(at: 1000) == [1, 3])
        #expect(line.begin(at: 1000).isEmpty)
        // A job that waits for its next try holds the later ones of its recording.
        #expect(!line.fail(1, at: 1000))
        #expect(line.begin(at: 1005).isEmpty)
        #expect(line.begin(at: 1010) == [1])
        line.queue.finish(1)
        #expect(line.begin(at: 1010) == [2])
        // One that was given up does not.
        #expect(line.fail(2, at: 1010, most: 1))
        #expect(line.begin(at: 1010) == [4])
    }

    @Test func asManyRunAsMay() {
        let line = Line("a", "b", "c", "d")
        #expect(line.begin(at: 1000, most: 2) == [1, 2])
        line.queue.finish(2)
        #expect(line.begin(at: 1000, most: 2) == [3])
        #expect(line.begin(at: 1000, in: "/another").isEmpty)
    }

    @Test func aClockThatIsSetBackStopsNothing() {
        let line = Line("memo")
        _ = line.begin(at: 1_000_000)
        _ = line.fail(1, at: 1_000_000)
        #expect(line.begin(at: 10) == [1])
    }

    @Test func aTryWithoutAnEndDoesNotCount() {
        let line = Line("memo")
        _ = line.begin(at: 1000)
        line.queue.release(1, next: 1000, because: "quit")
        #expect(line.queue.jobs[0].tries == 0)
        #expect(line.begin(at: 1000) == [1])
    }

    @Test func aFullQueueTakesNoMore() {
        let line = Line("a", "b")
        let work = line.queue.jobs[0].work
        #expect(line.add(work, of: "c", most: 2) == nil && line.queue.jobs.count == 2)
        _ = line.drop(1)
        #expect(line.add(work, of: "c", most: 2) == 3)
        #expect(line.drop(nil) == [2, 3] && line.queue.jobs.isEmpty)
    }

    @Test func aRenameAndADeletionAreFollowed() throws {
        let line = Line("memo", "other")
        let request = try CommandTable.request(.library(.deliver), [.name: .text("memo")])
        _ = line.add(.request(request), of: "memo")
        let before = line.queue
        #expect(!line.rename("memo", to: "talk", in: "/another") && line.queue == before)
        #expect(line.rename("memo", to: "talk"))
        guard case .program(_, let fields) = line.queue.jobs[0].work, case .request(let renamed) = line.queue.jobs[2].work else {
            Issue.record("\(line.queue)")
            return
        }
        #expect(fields.text("name") == "talk" && fields.text("path") == "/recordings/talk.wav")
        #expect(renamed.text(.name) == "talk" && renamed.verb == request.verb)
        #expect(line.delete("memo").isEmpty)
        #expect(line.delete("talk") == [1, 3] && line.queue.jobs.map(\.recording) == ["other"])
    }

    /// A recording was renamed while no engine ran, and another one has the name: its end is not that of the first one's jobs.
    @Test func jobsAreThoseOfAnIdentity() throws {
        var queue = HookQueue()
        let fields: Fields = [
            "name": .text("memo"), "path": .text("/r/memo.wav"),
            "segment_paths": .text("/r/memo.wav\n/r/memo~2.wav\n/far/memo.wav"),
        ]
        for identity in ["one", "two", ""] {
            _ = queue.add(.program(.completed, fields), of: "memo", identity: identity, library: "/r", now: 0, most: 9)
        }
        #expect(try #require(HookQueue.read(queue.bytes)).queue == queue)
        #expect(queue.delete("memo", identity: "two", library: "/r").map(\.id) == [2, 3])
        queue.rename(1, to: "talk")
        let job = try #require(queue.job(1))
        #expect(job.recording == "talk" && job.identity == "one")
        guard case .program(_, let now) = job.work else { return }
        #expect(now.text("name") == "talk" && now.text("path") == "/r/talk.wav")
        #expect(now.text("segment_paths").hasPrefix("/r/talk.wav\n/r/talk~2.wav"))
    }

    @Test func theFileKeepsEverything() throws {
        let line = Line("memo", "other", "third")
        let request = try CommandTable.request(.library(.deliver), [.name: .text("a \"b\" 'c'"), .discard: .flag(true)])
        let seek = try CommandTable.request(.playing(.locate), [.at: .double(5)])
        for work in [request, seek] { _ = line.add(.request(work), of: "") }
        _ = line.drop(2)
        _ = line.begin(at: 1000, most: 1)
        _ = line.fail(1, at: 1000, most: 1)
        let read = try #require(HookQueue.read(line.queue.bytes))
        #expect(read.unread == 0)
        // A job that ran when the file was written is due at once.
        let running = line.queue.jobs.filter { $0.state == .running }.map(\.id)
        for id in running {
            #expect(read.queue.job(id)?.tries == line.queue.job(id)?.tries && read.queue.job(id)?.state == .waiting)
        }
        #expect(!running.isEmpty && read.queue.last == 5)
        #expect(read.queue.jobs.filter { !running.contains($0.id) } == line.queue.jobs.filter { !running.contains($0.id) })
        #expect(read.queue.jobs.filter { running.contains($0.id) }.allSatisfy { $0.next == 0 })
    }

    @Test(arguments: [
        "", "{", "[]", #"{"schema": 2, "jobs": []}"#, #"{"schema": 1}"#, #"{"schema": 1, "jobs": 5}"#,
        "\u{0}\u{1}\u{2}", String(repeating: "[", count: 100_000),
    ])
    func garbageIsNoQueue(text: String) { #expect(HookQueue.read(Array(text.utf8)) == nil) }

    @Test(arguments: [
        (#""id": 7"#, #""id": -7"#), (#""id": 7"#, #""id": 99999999999999999999"#), (#""tries": 0"#, #""tries": 1e300"#),
        (#""next": 1"#, #""next": -9223372036854775808"#), (#""event": "completed""#, #""event": "no-such""#),
        (#""state": "waiting""#, #""state": "gone""#), (#""fields": {"name": "memo"}"#, #""fields": {"name": []}"#),
        (#""recording": "memo""#, #""recording": 5"#), (#""id": 7"#, #""id": 3"#),
    ])
    func aBadJobIsLeftOut(part: String, bad: String) throws {
        let job = #"""
            {"id": 7, "library": "/recordings", "recording": "memo", "state": "waiting", "tries": 0, "next": 1, "error": "",
            "event": "completed", "fields": {"name": "memo"}}
            """#
        func file(_ second: String) -> [UInt8] {
            Array(#"{"schema": 1, "last": 9, "jobs": [\#(job.replacing(#""id": 7"#, with: #""id": 3"#)), \#(second)]}"#.utf8)
        }
        let good = try #require(HookQueue.read(file(job)))
        #expect(good.unread == 0 && good.queue.jobs.map(\.id) == [3, 7] && good.queue.last == 9)
        let read = try #require(HookQueue.read(file(job.replacing(part, with: bad))))
        #expect(read.unread == 1 && read.queue.jobs.map(\.id) == [3])
    }

    @Test func theSettingNamesEvents() throws {
        #expect(try DurableHooks("completed, on-record-stopped,completed").text == "completed,record-stopped")
        #expect(try DurableHooks("nothing") == .none)
        for bad in ["", "complete", "completed,", "hook-failed", "all"] {
            #expect(throws: CommandError.self, "\(bad)") { try DurableHooks(bad) }
        }
    }

    /// A job goes with the recording that has its name and its identity, if it has one: a copy can have the same identity.
    @Test func jobsGoWithTheirRecording() {
        var queue = HookQueue()
        func add(_ name: String, _ identity: String, in library: String = Self.library) {
            let work = HookJob.Work.program(.completed, ["name": .text(name)])
            _ = queue.add(work, of: name, identity: identity, library: library, now: 1000, most: 100)
        }
        add("old", "A")
        add("talk", "B")
        add("talk", "")
        add("talk", "A", in: "/elsewhere")
        let gone = queue.delete("talk", identity: "B", library: Self.library)
        #expect(gone.map(\.id) == [2, 3] && queue.jobs.map(\.id) == [1, 4])
        let none = queue.delete("old", identity: "B", library: Self.library)
        #expect(none.isEmpty)
    }
}
