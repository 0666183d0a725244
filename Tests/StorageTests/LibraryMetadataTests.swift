// Room: Storage, proof. The sidecar: all of it comes back, it is replaced in one step, a bad one is told (R6, F1).
import Dictation
import Storage
import Testing

struct LibraryMetadataTests {
    private func full() throws -> TakeMetadata {
        let format = try AudioFormat(encoding: .pcm24, rate: 96_000)
        var take = TakeMetadata(name: "Müller 1-2 \"x\"", created: Timestamp(seconds: 0).iso8601, format: format)
        take.frames = 6_000_000_000
        take.bytes = 36_000_000_112
        take.startFrame = .max
        take.preRollFrames = 96_000
        take.joints = [.init(position: 5, paused: 10), .init(position: 7, paused: 1)]
        take.gaps = [.init(position: 1, length: 2, cause: .missed), .init(position: 3, length: 4, cause: .lost)]
        take.peaks = [0.1, 1.5]
        take.xruns = 3
        take.endReason = .diskFull
        return take
    }

    @Test func allOfItComesBack() throws {
        let scratch = try Scratch()
        let library = try Library(folder: scratch.path)
        let take = try full()
        try library.writeMetadata(take)
        #expect(try library.readMetadata(name: take.name) == take)
        var open = take
        open.endReason = nil
        open.peaks = [.infinity, 0]
        try library.writeMetadata(open)
        #expect(try library.readMetadata(name: take.name) == open)
        open.peaks = [.nan]
        try library.writeMetadata(open)
        #expect(try library.readMetadata(name: take.name).peaks.first?.isNaN == true)
    }

    @Test func otherProgramsReadIt() throws {
        let scratch = try Scratch()
        let library = try Library(folder: scratch.path)
        var take = try full()
        take.name = "plain"
        try library.writeMetadata(take)
        let script = "import json; t = json.load(open('\(scratch.file("plain.json"))'))"
        let shown = "print(t['version'], t['encoding'], t['startFrame'], t['gaps'][1]['cause'], t['joints'][0]['paused'])"
        #expect(shell("python3 -c \"\(script); \(shown)\"").output == "1 pcm24 18446744073709551615 lost 10\n")
        #expect(shell("stat -c %a '\(scratch.file("plain.json"))'").output == "644\n")
        let keys = shell("grep -o '^  \"[a-zA-Z]*\"' '\(scratch.file("plain.json"))'").output.split(separator: "\n")
        #expect(keys.count == 16)
        #expect(keys == keys.sorted())
    }

    /// A reader that looks again and again sees the old or the new one, never a part or nothing.
    @Test func replacingIsOneStep() throws {
        let scratch = try Scratch()
        let library = try Library(folder: scratch.path)
        var take = try full()
        take.name = "busy"
        take.xruns = 0
        try library.writeMetadata(take)
        let script = try scratch.write(
            """
            import json, time
            end = time.time() + 60
            while time.time() < end:
                if json.load(open('\(scratch.file("busy.json"))'))['xruns'] >= 200: break
            """, to: "watch.py")
        let log = scratch.file("log")
        // The background must not hold this shell's output open.
        let watch = "(python3 '\(script)'; echo done $?) > '\(log)' 2>&1 &\ntrue"
        try #require(shell(watch).code == 0)
        for number in 1...200 {
            take.xruns = number
            take.joints = Array(repeating: .init(position: 1, paused: 2), count: number)
            try library.writeMetadata(take)
        }
        let end = shell("for i in $(seq 600); do grep -q done '\(log)' && break; sleep 0.05; done; cat '\(log)'").output
        #expect(end == "done 0\n")
        #expect(shell("ls -A '\(scratch.path)'").output == "busy.json\nlog\nwatch.py\n", "no temporary file stays")
    }

    @Test func aLeftoverTemporaryFileIsIgnored() throws {
        let scratch = try Scratch()
        let library = try Library(folder: scratch.path)
        var take = try full()
        take.name = "take"
        try library.writeMetadata(take)
        _ = try scratch.write("{ \"version\": ", to: ".dicta-Xy12Zz")
        #expect(try library.readMetadata(name: "take") == take)
        #expect(try library.list() == LibraryListing())
        #expect(try library.freshName("dicta-Xy12Zz") == "dicta-Xy12Zz")
    }

    @Test func aFullDiskKeepsTheOldOne() throws {
        let scratch = try Scratch()
        let disk = try scratch.disk("small", options: "size=64k")
        let library = try Library(folder: disk)
        var take = try full()
        take.name = "kept"
        try library.writeMetadata(take)
        _ = shell("cat /dev/zero > '\(disk)/other'")
        var next = take
        next.xruns += 1
        #expect(throws: StorageError.self) { try library.writeMetadata(next) }
        #expect(try library.readMetadata(name: "kept") == take)
        #expect(shell("ls -A '\(disk)'").output == "kept.json\nother\n")
    }

    @Test(arguments: [
        "", "{", "[]", "no json", "{}", "{\"version\": 1}", "{\"version\": \"1\"}", "{\"version\": 2}", "\u{0}\u{1}",
        String(repeating: "[", count: 5_000),
    ])
    func aBadSidecarIsAnError(text: String) throws {
        let scratch = try Scratch()
        let library = try Library(folder: scratch.path)
        _ = try scratch.write(text, to: "bad.json")
        do {
            _ = try library.readMetadata(name: "bad")
            Issue.record("it was read")
        } catch {
            guard case .badMetadata(scratch.file("bad.json"), let reason) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(text != "{\"version\": 2}" || reason == "a newer program wrote it (schema 2)")
        }
    }

    @Test func whatIsNoFileIsAnError() throws {
        let scratch = try Scratch()
        let library = try Library(folder: scratch.path)
        #expect(throws: StorageError.missing(path: scratch.file("none.json"))) { try library.readMetadata(name: "none") }
        try #require(shell("mkdir '\(scratch.file("folder.json"))' && mkfifo '\(scratch.file("pipe.json"))'").code == 0)
        #expect(throws: StorageError.isFolder(path: scratch.file("folder.json"))) { try library.readMetadata(name: "folder") }
        #expect(throws: StorageError.self) { try library.readMetadata(name: "pipe") }
        var take = try full()
        take.name = "folder"
        #expect(throws: StorageError.isFolder(path: scratch.file("folder.json"))) { try library.writeMetadata(take) }
        #expect(shell("ls -A '\(scratch.path)'").output == "folder.json\npipe.json\n")
    }
}
