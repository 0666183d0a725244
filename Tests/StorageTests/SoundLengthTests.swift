// Tests of lengths in headers, compared with the bytes.
import Dictation
import Glibc
import System
import TestSupport
import Testing

@testable import Storage

@Suite("lengths are counted, not believed (F18, issue 39 nos. 10 and 17)")
struct SoundLengthTests {
    private func bytes(_ numbers: [(UInt64, Int)]) -> [UInt8] { numbers.flatMap { $0.0.bytes(.little).prefix($0.1) } }

    /// The header of a WAV of 16 bits, stereo, 48 kHz.
    private func header(riff: UInt64, data: UInt64) -> [UInt8] {
        Array("RIFF".utf8) + bytes([(riff, 4)]) + Array("WAVEfmt ".utf8)
            + bytes([(16, 4), (1, 2), (2, 2), (48_000, 4), (192_000, 4), (4, 2), (16, 2)]) + Array("data".utf8)
            + bytes([(data, 4)])
    }

    private func look(_ scratch: Scratch, _ head: [UInt8], length: Int64, tail: [UInt8] = []) throws -> WaveClaim? {
        let path = scratch.file("claim.wav")
        let descriptor = try File.open(path, .readWrite, .create, mode: 0o600)
        defer { File.close(descriptor) }
        try File.write(descriptor, head)
        try File.resize(descriptor, to: length)
        try File.write(descriptor, tail, at: length)
        let source = ByteSource(descriptor, path: path, length: length + Int64(tail.count))
        return try WaveClaim(source)
    }

    @Test("sizes past 4 GiB begin anew: the turn is found, with chunks behind the samples and without", arguments: [1, 2, 3])
    func turns(turns: Int64) throws {
        let scratch = try Scratch()
        let audio = turns << 32 + 4_000
        let head = header(riff: UInt64(truncatingIfNeeded: audio + 36), data: UInt64(truncatingIfNeeded: audio))
        let bare = try #require(try look(scratch, head, length: 44 + audio))
        #expect(bare.frames == audio / 4 && bare.isWrong)
        let list = Array("LIST".utf8) + bytes([(4, 4)]) + Array("INFO".utf8)
        let tailed = try #require(try look(scratch, head, length: 44 + audio, tail: list))
        #expect(tailed.frames == audio / 4 && tailed.isWrong)
    }

    @Test("a true header is believed: whole chunks, padding and a tag behind the samples are no sound")
    func closed() throws {
        let scratch = try Scratch()
        let head = header(riff: 36 + 4_000, data: 4_000)
        for tail in [[], [UInt8](repeating: 0, count: 300), Array("TAG".utf8) + [UInt8](repeating: 32, count: 125)] {
            let claim = try #require(try look(scratch, head, length: 4_044, tail: tail))
            #expect(claim.frames == 1_000 && !claim.isWrong && claim.found(1_000) == .asClaimed)
        }
        let cut = try #require(try look(scratch, header(riff: 40_036, data: 40_000), length: 4_044))
        #expect(cut.frames == 1_000 && !cut.isWrong && cut.found(1_000) == .cut(1_000, of: 10_000))
        let empty = try #require(try look(scratch, header(riff: 36, data: 0), length: 44))
        #expect(empty.frames == 0 && !empty.isWrong && empty.found(0) == .asClaimed)
    }

    @Test("another WAV behind the end is no sound of the first one, whole or cut, behind chunks or not")
    func joinedWaves() throws {
        let scratch = try Scratch()
        let head = header(riff: 36 + 4_000, data: 4_000)
        let list = Array("LIST".utf8) + bytes([(4, 4)]) + Array("INFO".utf8)
        let sound = [UInt8](repeating: 1, count: 200_000)
        for (between, size) in [([], 200_000), (list, 200_000), ([], 400_000)] as [([UInt8], UInt64)] {
            let tail = between + header(riff: 36 + size, data: size) + sound
            let claim = try #require(try look(scratch, head, length: 4_044, tail: tail))
            #expect(claim.isJoined && claim.frames == 1_000 && !claim.isWrong && claim.found(1_000) == .asClaimed)
        }
        // Samples may look like the beginning of a file.
        let tail: [UInt8] = head + sound.dropFirst(44)
        let inside = try #require(try look(scratch, header(riff: 36 + 200_000, data: 200_000), length: 44, tail: tail))
        #expect(!inside.isJoined && inside.frames == 50_000)
    }

    @Test("two MP3 takes of Dicta's in one file are told from a take that grows")
    func joinedTakes() throws {
        let scratch = try Scratch()
        let path = scratch.file("take.mp3")
        let writer = try SegmentWriter(path: path, format: try AudioFormat(container: .mp3, rate: 48_000))
        try writer.writeSilence(frames: 48_000)
        _ = try writer.close()
        // The header that an open take has, and one that a killed engine left: LAME writes another one at the end.
        try #require(shell("truncate -s -700 '\(path)'").code == 0)
        #expect(try Recovery.mend(path).isChanged)
        let joined = scratch.file("joined.mp3")
        try #require(shell("cat '\(path)' '\(path)' > '\(joined)'").code == 0)
        let reason = "several streams are joined in it, and a little sound may be missing where they meet"
        #expect(throws: StorageError.notAudio(path: joined, reason: reason)) {
            try SegmentReader(path: joined)
        }
        // A take that has grown since its header was brought up to date.
        let grown = scratch.file("grown.mp3")
        try #require(shell("cp '\(path)' '\(grown)' && tail -c +2000 '\(path)' >> '\(grown)'").code == 0)
        #expect(try SegmentReader(path: grown).found == .asClaimed)
    }

    /// libsndfile reads the first one of several streams, which may all have the same number.
    @Test("a file behind itself is told wherever it lies", arguments: ["ogg", "opus", "au"])
    func behindItself(kind: String) throws {
        let scratch = try Scratch()
        let (path, joined) = (scratch.file("one.\(kind)"), scratch.file("two.\(kind)"))
        let made = shell("ffmpeg -nostdin -v error -f lavfi -i sine=d=1:sample_rate=48000 '\(path)'")
        try #require(made.code == 0, "\(made.output)")
        #expect(!SegmentReader.fallsShort(path))
        try #require(shell("cat '\(path)' '\(path)' > '\(joined)'").code == 0)
        let reason = "several streams are joined in it, and a little sound may be missing where they meet"
        #expect(throws: StorageError.notAudio(path: joined, reason: reason)) { try SegmentReader(path: joined) }
        #expect(SegmentReader.fallsShort(joined))
    }

    @Test("a FLAC that ends within its first block is cut, or grows: its decoder can seek in others")
    func cutInFirstBlock() throws {
        let scratch = try Scratch()
        let path = scratch.file("one.flac")
        let made = shell("ffmpeg -nostdin -v error -f lavfi -i sine=d=1:sample_rate=48000 -ac 2 '\(path)'")
        try #require(made.code == 0, "\(made.output)")
        // ffmpeg's header has 8 KiB of padding.
        for bytes in [9_500, 9_000, 8_500] {
            try #require(shell("truncate -s \(bytes) '\(path)'").code == 0)
            #expect(!SegmentReader.mustBeSequential(path))
        }
        // A header that breaks off tells the length of sound that is not there.
        for bytes in [1_000, 60, 44] {
            try #require(shell("truncate -s \(bytes) '\(path)'").code == 0)
            #expect(throws: StorageError.self) { try SegmentReader(path: path) }
        }
        // The last one is read by libsndfile.
        let error = StorageError.notAudio(path: path, reason: "its FLAC header is incomplete")
        #expect(throws: error) { try SegmentReader(path: path) }
    }

    @Test("a large Ogg behind itself is told by the counts of its pages; streams that lie side by side are no chain")
    func largeChain() throws {
        let scratch = try Scratch()
        let (path, joined) = (scratch.file("one.ogg"), scratch.file("two.ogg"))
        let noise = "-f lavfi -i anoisesrc=d=150:sample_rate=48000"
        let made = shell("ffmpeg -nostdin -v error \(noise) -ac 2 -c:a libvorbis -q:a 9 '\(path)'")
        try #require(made.code == 0, "\(made.output)")
        // The beginning, which is looked through, ends before the first stream does.
        try #require(try FileStatus(of: path).bytes > 5 << 20)
        #expect(try SegmentReader(path: path).info.frames == 150 * 48_000)
        try #require(shell("cat '\(path)' '\(path)' > '\(joined)'").code == 0)
        #expect(SegmentReader.fallsShort(joined))
        let side = scratch.file("side.ogg")
        let two = shell("ffmpeg -nostdin -v error -i '\(path)' -i '\(path)' -map 0 -map 1 -c copy '\(side)'")
        try #require(two.code == 0, "\(two.output)")
        let descriptor = try File.open(side, .read)
        defer { File.close(descriptor) }
        let source = ByteSource(descriptor, path: side, length: try FileStatus(of: side).bytes)
        #expect(try !SoundLength.isJoined(source))
    }

    @Test("chunks behind the samples of a W64 are no sound")
    func wave64() throws {
        let scratch = try Scratch()
        let (path, more) = (scratch.file("one.w64"), scratch.file("more.w64"))
        let made = shell("ffmpeg -nostdin -v error -f lavfi -i sine=d=1:sample_rate=48000 '\(path)'")
        try #require(made.code == 0, "\(made.output)")
        let change = Process.python(
            """
            import struct, sys
            d = open(sys.argv[1], 'rb').read()
            d += b'junk' + d[44:56] + struct.pack('<Q', 824) + bytes(range(1, 101)) * 8
            open(sys.argv[2], 'wb').write(d[:16] + struct.pack('<Q', len(d)) + d[24:])
            open(sys.argv[3], 'wb').write(open(sys.argv[1], 'rb').read() + bytes(range(1, 101)) * 30)
            """, [path, more, scratch.file("rest.w64")])
        try #require(change.code == 0, "\(change.errors)")
        #expect(try SegmentReader(path: path).info.frames == 48_000)
        #expect(try SegmentReader(path: more).readAll().count == 48_000)
        #expect(try SegmentReader(path: scratch.file("rest.w64")).readAll().count == 48_000)
    }

    @Test("what lies behind the samples of an 8SVX is no sound, and one that is cut says so")
    func amiga() throws {
        let scratch = try Scratch()
        func big(_ number: UInt64, _ count: Int) -> [UInt8] { Array(number.bytes(.big).suffix(count)) }
        func read(_ name: String, _ bytes: [UInt8]) throws -> SegmentReader {
            let path = scratch.file(name)
            let descriptor = try File.open(path, .readWrite, .create, mode: 0o600)
            defer { File.close(descriptor) }
            try File.write(descriptor, bytes)
            return try SegmentReader(path: path)
        }
        var head = Array("8SVXVHDR".utf8)
        for (number, count) in [(20, 4), (8_000, 4), (0, 8), (8_000, 2), (256, 2), (65_536, 4)] as [(UInt64, Int)] {
            head += big(number, count)
        }
        head += Array("BODY".utf8)
        head += big(8_000, 4)
        let samples = [UInt8](repeating: 5, count: 8_000)
        func form(_ tail: [UInt8]) -> [UInt8] {
            Array("FORM".utf8) + big(UInt64(head.count + 8_000 + tail.count), 4) + head + samples + tail
        }
        let junk = Array("JUNK".utf8) + big(16, 4) + [UInt8](repeating: 90, count: 16)
        #expect(try read("whole.iff", form([])).readAll().count == 8_000)
        #expect(try read("chunk.iff", form(junk)).readAll().count == 8_000)
        #expect(try read("rest.iff", form([]) + [UInt8](repeating: 90, count: 3_000)).readAll().count == 8_000)
        #expect(try read("cut.iff", Array(form([]).dropLast(3_200))).found == .cut(4_800, of: 8_000))
    }

    @Test(
        "MPEG sound that is joined where its rate, version or layer changes is told, behind tags and other bytes too",
        arguments: [
            ("44.mp3", "48.mp3"), ("44.mp3", "22.mp3"), ("48.mp3", "44.mp3"), ("48.mp3", "48.mp2"), ("32.mp2", "48.mp2"),
        ])
    func changesOfKind(first: String, second: String) throws {
        let scratch = try Scratch()
        let words = [
            "44.mp3": "-ar 44100", "48.mp3": "-ar 48000 -write_xing 0 -id3v2_version 0", "22.mp3": "-ar 22050 -q:a 4",
            "32.mp2": "-ar 32000", "48.mp2": "-ar 48000",
        ]
        for name in [first, second] {
            let made = shell(
                "ffmpeg -nostdin -v error -f lavfi -i sine=duration=1 \(words[name] ?? "") '\(scratch.file(name))'")
            try #require(made.code == 0, "\(made.output)")
        }
        let (one, other) = (scratch.file(first), scratch.file(second))
        let reason = "several streams are joined in it, and a little sound may be missing where they meet"
        let between = ["true", "printf TAG; head -c 125 /dev/zero", "printf APETAGEX; seq 60000"]
        for (index, bytes) in between.enumerated() {
            let joined = scratch.file("joined-\(index).\(first)")
            try #require(shell("{ cat '\(one)'; \(bytes); cat '\(other)'; } > '\(joined)'").code == 0)
            #expect(throws: StorageError.notAudio(path: joined, reason: reason), "\(bytes)") {
                try SegmentReader(path: joined)
            }
            let tailed = scratch.file("tailed-\(index).\(first)")
            try #require(shell("{ cat '\(one)'; \(bytes); } > '\(tailed)'").code == 0)
            #expect(throws: Never.self, "\(bytes)") { try SegmentReader(path: tailed) }
        }
    }

    @Test("a run of erased flash is left in leaps, and a stream behind it is found")
    func erased() throws {
        func sync(_ bytes: [UInt8]) -> Int? { ByteSource.sync(in: ([7] + bytes).dropFirst()) }
        #expect(sync([0, 1]) == nil && sync([0, 0xFF, 0xFB]) == 1 && sync([0, 0xFF, 0xFF, 0xFB]) == 1)
        #expect(sync([0] + [UInt8](repeating: 0xFF, count: 90) + [0xFB]) == 89)
        let scratch = try Scratch()
        let (one, other) = (scratch.file("44.mp3"), scratch.file("48.mp3"))
        for (path, rate) in [(one, 44_100), (other, 48_000)] {
            let made = shell(
                "ffmpeg -nostdin -v error -f lavfi -i sine=duration=1 -ar \(rate) -write_xing 0 -id3v2_version 0 '\(path)'")
            try #require(made.code == 0, "\(made.output)")
        }
        let joined = scratch.file("joined.mp3")
        let erased = "head -c 32000000 /dev/zero | tr '\\0' '\\377'"
        try #require(shell("{ cat '\(one)'; \(erased); cat '\(other)'; } > '\(joined)'").code == 0)
        let reason = "several streams are joined in it, and a little sound may be missing where they meet"
        #expect(throws: StorageError.notAudio(path: joined, reason: reason)) { try SegmentReader(path: joined) }
    }

    @Test("a FLAC without its length has it from its last frame; a cut one what there is; no file changes")
    func flac() throws {
        let scratch = try Scratch()
        let path = scratch.file("whole.flac")
        let made = shell("sox -n -r 44100 -b 16 '\(path)' synth 5 pinknoise")
        try #require(made.code == 0, "\(made.output)")
        let unknown = scratch.file("unknown.flac")
        let cut = scratch.file("cut.flac")
        let change = Process.python(
            """
            import sys
            d = bytearray(open(sys.argv[1], 'rb').read())
            open(sys.argv[3], 'wb').write(d[:len(d) // 2])
            d[21] &= 0xF0; d[22:26] = bytes(4)
            open(sys.argv[2], 'wb').write(d)
            """, [path, unknown, cut])
        try #require(change.code == 0, "\(change.errors)")
        let frames = try SegmentReader(path: path).readAll()
        #expect(frames.count == 220_500)
        let reader = try SegmentReader(path: unknown)
        #expect(reader.info.frames == 220_500)
        #expect(difference(try reader.readAll(), frames) == nil)
        try reader.seek(to: 200_000)
        #expect(try reader.read(upTo: 10).count == 10)
        let half = try SegmentReader(path: cut)
        let heard = try half.readAll()
        #expect(heard.count == Int(half.info.frames) && (90_000...130_000).contains(heard.count))
        #expect(difference(heard, Array(frames[..<heard.count])) == nil)
    }
}
