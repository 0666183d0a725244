// Tests of writing sidecars.
import Dictation
import Storage
import System
import Testing

struct LibraryMetadataTests {
    private func full(_ name: String = "Müller 1-2 \"x\"") throws -> Recording {
        let format = try AudioFormat(encoding: .pcm24, rate: 96_000)
        var take = Segment(file: "\(name).wav", created: Timestamp(seconds: 0).iso8601, format: format)
        take.frames = 6_000_000_000
        take.bytes = 36_000_000_112
        take.startFrame = .max
        take.preRollFrames = 96_000
        take.joints = [.init(position: 5, paused: 10), .init(position: 7, paused: 1)]
        take.gaps = [.init(position: 1, length: 2, cause: .missed), .init(position: 3, length: 4, cause: .lost)]
        take.peaks = [0.1, 1.5]
        take.xruns = 3
        take.endReason = .diskFull
        return Recording(name: name, created: take.created, segment: take)
    }

    @Test func allOfItComesBack() throws {
        let scratch = try Scratch()
        let library = try Library(folder: scratch.path)
        let take = try full()
        try library.writeRecording(take)
        #expect(try library.readRecording(take.name) == take.identified)
        var open = take
        open.segments[0].endReason = nil
        open.segments[0].peaks = [.infinity, 0]
        try library.writeRecording(open)
        #expect(try library.readRecording(take.name) == open.identified)
        open.segments[0].peaks = [.nan]
        try library.writeRecording(open)
        #expect(try library.readRecording(take.name).segments[0].peaks.first?.isNaN == true)
    }

    @Test func otherProgramsReadIt() throws {
        let scratch = try Scratch()
        let library = try Library(folder: scratch.path)
        let take = try full("plain")
        try library.writeRecording(take)
        let script = "import json; t = json.load(open('\(scratch.file("plain.json"))'))"
        let shown =
            "s = t['segments'][0]; "
            + "print(t['schema'], s['encoding'], s['startFrame'], s['gaps'][1]['cause'], s['joints'][0]['paused'])"
        #expect(shell("python3 -c \"\(script); \(shown)\"").output == "2 pcm24 18446744073709551615 lost 10\n")
        #expect(shell("stat -c %a '\(scratch.file("plain.json"))'").output == "600\n")
        let keys = shell("grep -o '^  \"[a-zA-Z]*\"' '\(scratch.file("plain.json"))'").output.split(separator: "\n")
        #expect(keys.count == 13)
    }

    /// A reader in a loop sees the old or the new sidecar, never a part or nothing.
    @Test func replacingIsOneStep() throws {
        let scratch = try Scratch()
        let library = try Library(folder: scratch.path)
        var take = try full("busy")
        take.segments[0].xruns = 0
        try library.writeRecording(take)
        let script = try scratch.write(
            """
            import json, time
            end = time.time() + 60
            while time.time() < end:
                if json.load(open('\(scratch.file("busy.json"))'))['segments'][0]['xruns'] >= 200: break
            """, to: "watch.py")
        let log = scratch.file("log")
        // The background program must not hold this shell's output open.
        let watch = "(python3 '\(script)'; echo done $?) > '\(log)' 2>&1 &\ntrue"
        try #require(shell(watch).code == 0)
        for number in 1...200 {
            take.segments[0].xruns = number
            take.segments[0].joints = Array(repeating: .init(position: 1, paused: 2), count: number)
            try library.writeRecording(take)
        }
        let end = shell("for i in $(seq 600); do grep -q done '\(log)' && break; sleep 0.05; done; cat '\(log)'").output
        #expect(end == "done 0\n")
        let left = shell("ls -A '\(scratch.path)'").output
        #expect(left == ".dicta-lock\n.sidecars\nbusy.json\nlog\nwatch.py\n", "no temporary file stays")
    }

    @Test func aLeftoverTemporaryFileIsIgnored() throws {
        let scratch = try Scratch()
        let library = try Library(folder: scratch.path)
        let take = try full("take")
        try library.writeRecording(take)
        _ = try scratch.write("{ \"version\": ", to: ".dicta-Xy12Zz")
        #expect(try library.readRecording("take") == take.identified)
        #expect(try library.freshName("dicta-Xy12Zz") == "dicta-Xy12Zz")
    }

    @Test func aFullDiskKeepsTheOldOne() throws {
        let scratch = try Scratch()
        let disk = try scratch.disk("small", options: "size=64k")
        let library = try Library(folder: disk)
        let take = try full("kept")
        try library.writeRecording(take)
        _ = shell("cat /dev/zero > '\(disk)/other'")
        var next = take
        next.segments[0].xruns += 1
        #expect(throws: StorageError.self) { try library.writeRecording(next) }
        #expect(try library.readRecording("kept") == take.identified)
        #expect(shell("ls -A '\(disk)'").output == ".dicta-lock\n.sidecars\nkept.json\nother\n")
    }

    @Test(arguments: [
        "", "{", "[]", "no json", "{}", "{\"version\": 1}", "{\"version\": \"1\"}", "{\"schema\": 2}", "\u{0}\u{1}",
        String(repeating: "[", count: 5_000),
    ])
    func aBadSidecarIsAnError(text: String) throws {
        let scratch = try Scratch()
        let library = try Library(folder: scratch.path)
        _ = try scratch.write(text, to: "bad.json")
        do {
            _ = try library.readRecording("bad")
            Issue.record("it was read")
        } catch {
            guard case .badMetadata(scratch.file("bad.json"), _) = error else {
                Issue.record("\(error)")
                return
            }
        }
    }

    @Test func aNewerSidecarIsLeftAlone() throws {
        let scratch = try Scratch()
        let library = try Library(folder: scratch.path)
        let path = try scratch.write("{\"schema\": 3, \"name\": \"new\"}", to: "new.json")
        let refusal = StorageError.newerMetadata(path: path, schema: 3)
        #expect(throws: refusal) { try library.readRecording("new") }
        #expect(throws: refusal) { try library.updateRecording("new") { $0.note = "x" } }
        #expect(throws: refusal) { try library.keepTake(JournalEntry(name: "new", segment: try full("new").segments[0])) }
        #expect(throws: refusal) { try library.renameRecording("new", to: "other") }
        #expect(shell("cat '\(path)'").output == "{\"schema\": 3, \"name\": \"new\"}")
    }

    @Test func whatIsNoFileIsAnError() throws {
        let scratch = try Scratch()
        let library = try Library(folder: scratch.path)
        #expect(throws: StorageError.missing(path: scratch.file("none.json"))) { try library.readRecording("none") }
        try #require(shell("mkdir '\(scratch.file("folder.json"))' && mkfifo '\(scratch.file("pipe.json"))'").code == 0)
        #expect(throws: StorageError.isFolder(path: scratch.file("folder.json"))) { try library.readRecording("folder") }
        #expect(throws: StorageError.self) { try library.readRecording("pipe") }
        let take = try full("folder")
        #expect(throws: StorageError.isFolder(path: scratch.file("folder.json"))) { try library.writeRecording(take) }
        #expect(shell("ls -A '\(scratch.path)'").output == ".dicta-lock\nfolder.json\npipe.json\n")
    }
}
