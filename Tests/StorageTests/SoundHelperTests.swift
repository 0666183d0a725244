// Tests of the helper process that sees foreign files first.
import Dictation
import Glibc
import System
import TestSupport
import Testing

@testable import Storage

@Suite("the helper of foreign files (F19, issue 39 no. 11)")
struct SoundHelperTests {
    private static let corpus = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/Corpus/files"
    private static let hanging = "\(corpus)/info-hang/hang.wav"

    /// The helpers that this process has as children.
    private var children: Int {
        shell("ps --ppid \(getpid()) -o args").output.split(separator: "\n").count { $0.contains(SoundHelper.argument) }
    }

    private func foreign(_ scratch: Scratch, _ name: String) throws -> String {
        let path = scratch.file(name)
        let made = shell("sox -n -r 16000 -b 16 '\(path)' synth 0.1 sine 440")
        try #require(made.code == 0, "\(made.output)")
        return path
    }

    @Test("a header in which libsndfile never comes back is refused, as often as it is asked; others are read then")
    func hang() throws {
        let scratch = try Scratch()
        for _ in 0..<3 {
            #expect(throws: StorageError.notAudio(path: Self.hanging, reason: "its decoder does not come to an end")) {
                try SegmentReader(path: Self.hanging)
            }
        }
        #expect(throws: StorageError.self) { try HelpedCount(Self.hanging, claimed: 1).wholeCount() }
        #expect(try SegmentReader(path: try foreign(scratch, "good.aiff")).info.frames == 1600)
        #expect(children == 0, "no helper is left")
    }

    @Test("many files take one start, and one more after each that hangs; nothing runs afterwards")
    func many() throws {
        let scratch = try Scratch()
        let paths = try (0..<12).map { try foreign(scratch, "\($0).aiff") }
        let before = SoundHelpers.started
        var stay: SoundHelpers.Stay? = .init()
        for path in paths { #expect(try SegmentReader(path: path).info.frames == 1600) }
        #expect(SoundHelpers.started - before == 1)
        let copy = scratch.file("hang.wav")
        try #require(shell("cp '\(Self.hanging)' '\(copy)'").code == 0)
        #expect(throws: StorageError.self) { try SegmentReader(path: copy) }
        for path in paths { #expect(try SegmentReader(path: path).info.frames == 1600) }
        // Files that were asked about before are known.
        #expect(SoundHelpers.started - before == 1)
        #expect(try SegmentReader(path: try foreign(scratch, "after.aiff")).info.frames == 1600)
        #expect(SoundHelpers.started - before == 2 && children == 1)
        stay = nil
        #expect(children == 0 && stay == nil)
    }

    @Test("a helper that no signal ends holds nobody up, and is taken away once it has ended (issue 39 no. 11)")
    func unkillable() throws {
        let scratch = try Scratch()
        let helper = try SoundHelpers.helper(for: "x")
        let ready = scratch.file("ready")
        // A parent hears of the end of a traced child only once the tracer has.
        let script = """
            import ctypes, sys, time
            ptrace = ctypes.CDLL(None).ptrace
            ptrace.argtypes = [ctypes.c_long] * 4
            if ptrace(0x4206, int(sys.argv[1]), 0, 0) == 0: open(sys.argv[2], 'w')
            time.sleep(30)
            """
        let tracer = try #require(Process("/usr/bin/python3", ["-c", script, "\(helper.pid)", ready]))
        try #require(Pause.until { Files.exists(ready) })
        #expect(helper.end() == nil)
        #expect(!tracer.hasEnded, "the caller has not waited for it")
        tracer.end(by: SIGKILL, within: 20)
        #expect(Pause.until { ProcessEnd.hasCome(to: helper.pid) })
        try SoundHelpers.helper(for: "x").end()
        #expect(kill(helper.pid, 0) != 0, "the next start takes its result")
    }

    @Test("a helper that works is waited for, longer than for a disk that stands still (issue 39 no. 11)")
    func working() throws {
        let scratch = try Scratch()
        let copy = scratch.file("hang.wav")
        try #require(shell("cp '\(Self.hanging)' '\(copy)'").code == 0)
        let descriptor = unsafe open(copy, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        // Its decoder works for 0.4 seconds before a limit ends it.
        #expect(throws: StorageError.notAudio(path: copy, reason: "its decoder does not come to an end")) {
            try SoundHelpers.found(descriptor, copy, try FileStatus(descriptor: descriptor), patience: 300)
        }
        let still = try SoundHelpers.helper(for: copy)
        _ = kill(still.pid, SIGSTOP)
        #expect(throws: StorageError.self) {
            try SoundHelpers.ask(descriptor, copy, still, patience: 300)
        }
    }

    @Test("an error of the disk is none of the file, and is not remembered (issue 39 no. 11)")
    func passing() throws {
        let scratch = try Scratch()
        let path = try foreign(scratch, "good.aiff")
        // Nothing can be read through this descriptor.
        let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let status = try FileStatus(descriptor: descriptor)
        #expect(throws: StorageError.self) { try SoundHelpers.found(descriptor, path, status) }
        #expect(try SegmentReader(path: path).info.frames == 1600)
    }

    @Test("own files are opened without a helper; one with a chunk, a list or a size that Dicta never writes is not")
    func ownFiles() throws {
        let scratch = try Scratch()
        for container in [AudioFormat.Container.wav] {
            let path = scratch.file("own.\(container.fileExtension)")
            let writer = try SegmentWriter(path: path, format: try AudioFormat(container: container, rate: 48_000))
            try writer.writeSilence(frames: 100)
            var tags = AudioTags()
            (tags.title, tags.artist) = ("Title", "Ann")
            _ = try writer.close(markers: [Marker(frame: 10, name: "one", note: "two")], tags: tags)
            let before = SoundHelpers.started
            #expect(try SegmentReader(path: path).info.frames == 100)
            #expect(SoundHelpers.started == before)
            // A damaged list, a foreign chunk, a size past the end.
            for (at, bytes) in [("INFO", "\\xff\\xff\\xff\\xff"), ("fmt ", "xxxx"), ("data", "\\xff")] {
                let bad = scratch.file("bad.wav")
                try #require(
                    Process.python(
                        """
                        import sys; d = bytearray(open(sys.argv[1], 'rb').read()); p = d.index(sys.argv[3].encode()) + (8 if sys.argv[3] == 'INFO' else 0 if sys.argv[3] == 'fmt ' else 7)
                        b = sys.argv[4].encode().decode('unicode_escape').encode('latin-1'); d[p:p + len(b)] = b; open(sys.argv[2], 'wb').write(d)
                        """, [path, bad, at, bytes]
                    ).code == 0)
                let asked = SoundHelpers.started
                _ = try? SegmentReader(path: bad)
                #expect(SoundHelpers.started == asked + 1, "\(at)")
            }
            // libsndfile leaves a list at an entry named "data", and goes round in the list behind it for ever.
            let leaving = scratch.file("leaving.wav")
            try #require(
                Process.python(
                    """
                    import struct, sys
                    def chunk(mark, data): return mark + struct.pack('<I', len(data)) + data
                    inner = b'INFO' + b'data' + b'\\2\\0\\0\\0' + b'\\0\\0' + b'LIST' + b'\\x0c\\0\\0\\0' + b'INFO' + b'ABCD' + b'\\xf8\\xff\\xff\\xff'
                    body = chunk(b'fmt ', struct.pack('<HHIIHH', 1, 1, 48000, 96000, 2, 16)) + chunk(b'LIST', inner) + chunk(b'data', b'\\0\\0')
                    open(sys.argv[1], 'wb').write(chunk(b'RIFF', b'WAVE' + body))
                    """, [leaving]
                ).code == 0)
            let asked = SoundHelpers.started
            _ = try? SegmentReader(path: leaving)
            #expect(SoundHelpers.started == asked + 1)
        }
    }
}

extension HelpedCount {
    /// Counts to the end.
    fileprivate func wholeCount() throws -> Int64 {
        while try !step() {}
        return frames
    }
}
