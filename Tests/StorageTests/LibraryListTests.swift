// Tests of lists and searches of the library.
import Dictation
import Storage
import System
import Testing

struct LibraryListTests {
    private func record(_ library: Library, _ name: String, _ format: AudioFormat, frames: Int, touched: Int) throws {
        let path = try library.path(name: name, container: format.container)
        let writer = try SegmentWriter(path: path, format: format)
        try writer.write(all: Signal.counter(frames, format.encoding))
        _ = try writer.close()
        try #require(shell("touch -d @\(touched) '\(path)'").code == 0)
    }

    @Test func allAttributesAreFound() throws {
        let scratch = try Scratch()
        let library = try Library(folder: scratch.path)
        try record(library, "old", AudioFormat(encoding: .pcm16, rate: 44_100, channels: 1), frames: 441, touched: 1_000)
        try record(library, "new", AudioFormat(container: .flac, rate: 96_000), frames: 9_600, touched: 3_000)
        try record(library, "mid", AudioFormat(rate: 48_000), frames: 24_000, touched: 2_000)
        let found = try ["new", "mid", "old"].map { try library.find($0) }
        #expect(found.map(\.name) == ["new", "mid", "old"])
        let middle = found[1]
        #expect(middle.path == scratch.file("mid.wav"))
        #expect(middle.info.frames == 24_000)
        #expect(middle.info.seconds == 0.5)
        #expect(middle.info.container == "wav")
        #expect(middle.info.encoding == "float")
        #expect(middle.bytes == sizeOfFile(middle.path))
        #expect(middle.modified == Timestamp(seconds: 2000))
        #expect(found.map(\.info.rate) == [96_000, 48_000, 44_100])
        #expect(found.map(\.info.channels) == [2, 2, 1])
    }

    @Test func badFilesAreTellingAndOthersAreNot() throws {
        let scratch = try Scratch()
        let library = try Library(folder: scratch.path)
        try record(library, "good", AudioFormat(rate: 48_000), frames: 10, touched: 1_000)
        for name in ["text.wav", "empty.flac", "notes.txt", "good.json", ".hidden.wav", ".dicta-a1b2c3", "noextension"] {
            _ = try scratch.write(name.hasPrefix("empty") ? "" : "no audio", to: name)
        }
        try #require(shell("mkdir '\(scratch.path)/folder.wav' '\(scratch.path)/_Corrupted'").code == 0)
        #expect(try library.find("good").info.frames == 10)
        for name in ["notes.txt", "good.json"] {
            #expect(throws: StorageError.self, "\(name)") { try library.find(name) }
        }
        for name in ["notes", "noextension"] {
            #expect(throws: StorageError.self, "\(name)") { try library.find(name) }
        }
        #expect(throws: StorageError.isFolder(path: scratch.file("folder.wav"))) { try library.find("folder") }
        #expect(throws: StorageError.self) { try library.find("text") }
        let empty = StorageError.notAudio(path: scratch.file("empty.flac"), reason: "the file is empty")
        #expect(throws: empty) { try library.find("empty") }
    }

    @Test func filesOfOtherProgramsAreRecordingsToo() throws {
        let scratch = try Scratch()
        let made = ["a.ogg", "b.aiff", "c.mp3", "d.w64", "e.caf", "f.opus", "g.au"].map { name in
            shell("ffmpeg -v error -f lavfi -i sine=d=0.5:r=48000 -ac 2 '\(scratch.file(name))'")
        }
        try #require(made.allSatisfy { $0.code == 0 }, "\(made.map(\.output))")
        let library = try Library(folder: scratch.path)
        var containers: [String: String] = [:]
        for name in ["a", "b", "c", "d", "e", "f", "g"] { containers[name] = try library.find(name).info.container }
        #expect(containers["c"] == "mp3")
        #expect(containers["f"] == "ogg")
    }

    @Test func findsByNameFileOrPath() throws {
        let scratch = try Scratch()
        let library = try Library(folder: scratch.path)
        try record(library, "memo", AudioFormat(rate: 48_000), frames: 10, touched: 1_000)
        try record(library, "memo", AudioFormat(container: .flac, rate: 48_000), frames: 20, touched: 1_000)
        try record(library, "part.1", AudioFormat(rate: 48_000), frames: 30, touched: 1_000)
        #expect(try library.find("memo").info.frames == 10)
        #expect(try library.find("memo.flac").info.frames == 20)
        #expect(try library.find("part.1").info.frames == 30)
        #expect(try library.find("part.1.wav").name == "part.1")
        #expect(try library.find(scratch.file("memo.flac")).info.frames == 20)
        #expect(throws: StorageError.noSuchRecording(name: "part", folder: scratch.path)) { try library.find("part") }
        #expect(throws: StorageError.noSuchRecording(name: "memo.mp3", folder: scratch.path)) { try library.find("memo.mp3") }
        #expect(throws: StorageError.missing(path: "/no/such.wav")) { try library.find("/no/such.wav") }
        #expect(throws: StorageError.isFolder(path: scratch.path)) { try library.find(scratch.path) }
        _ = try scratch.write("no audio", to: "bad.wav")
        #expect(throws: StorageError.self) { try library.find("bad") }
    }

    @Test func aFolderThatIsGoneIsAnError() throws {
        let scratch = try Scratch()
        let library = try Library(folder: scratch.file("short-lived"))
        try #require(shell("rmdir '\(library.folder)'").code == 0)
        #expect(throws: StorageError.missing(path: library.folder)) { try library.find("x") }
        #expect(throws: StorageError.missing(path: library.folder)) { try library.freshName("x") }
    }
}
