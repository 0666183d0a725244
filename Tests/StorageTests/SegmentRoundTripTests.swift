// Tests of writing and reading back every format.
import Dictation
import Storage
import TestSupport
import Testing

struct SegmentRoundTripTests {
    @Test func everyFormatComesBackExactly() throws {
        let scratch = try Scratch()
        for format in try formats() {
            let path = scratch.file(fileName(format))
            // All 65,536 values of 16 bits, and more blocks than the file's buffer holds.
            let frames = Signal.counter(70_000, format.encoding)
            let writer = try SegmentWriter(path: path, format: format)
            try writer.write(all: frames)
            #expect(writer.framesWritten == 70_000)
            let bytes = try writer.close()
            #expect(bytes == sizeOfFile(path))
            #expect(writer.bytesOnDisk == bytes)

            let reader = try SegmentReader(path: path)
            #expect(reader.info.frames == 70_000)
            #expect(reader.info.rate == 48_000)
            #expect(reader.info.channels == 2)
            #expect(reader.info.container == format.container.fileExtension)
            let encoding = format.encoding.rawValue
            #expect(reader.info.encoding == (format.container == .alac ? "alac" + encoding.dropFirst(3) : encoding))
            #expect(difference(try reader.readAll(), frames) == nil)
            expectAllReadersSee(70_000, format, in: path)
        }
    }

    @Test func floatKeepsEveryBitPattern() throws {
        let scratch = try Scratch()
        let patterns: [UInt32] = [
            0, 0x8000_0000, 1, 0x8000_0001, 0x007f_ffff, 0x0080_0000, 0x3f80_0000, 0x3f80_0001, 0xbf80_0001, 0x7f7f_ffff,
            0x7f80_0000, 0xff80_0000, 0x7fc0_0000, 0x7fc1_2345, 0xffc0_0001,
        ]
        let frames = patterns.map { Frame(Float(bitPattern: $0), Float(bitPattern: ~$0 & 0x7f7f_ffff)) }
        let writer = try SegmentWriter(path: scratch.file("bits.wav"), format: AudioFormat(rate: 96_000))
        try writer.write(all: frames, block: 4)
        _ = try writer.close()
        let bytes = TestLibrary.read(scratch.file("bits.wav"))
        let wanted = frames.flatMap { [$0.x, $0.y] }.flatMap { sample in
            (0..<4).map { UInt8(truncatingIfNeeded: sample.bitPattern >> (8 * $0)) }
        }
        #expect(bytes.suffix(wanted.count) == wanted[...])
        // The file keeps every pattern; the reader for playback turns samples that are no numbers into silence.
        let heard = frames.map { Frame($0.x.isFinite ? $0.x : 0, $0.y.isFinite ? $0.y : 0) }
        #expect(difference(try SegmentReader(path: scratch.file("bits.wav")).readAll(), heard) == nil)
    }

    @Test func monoIsTheMeanAndIsHeardOnBothSides() throws {
        let scratch = try Scratch()
        for format in try formats(channels: 1) {
            let path = scratch.file(fileName(format))
            // An odd count: 24-bit mono then needs the pad byte at the end of its chunk.
            let wanted = Signal.counter(20_001, format.encoding).map { Frame($0.x, $0.x) }
            let writer = try SegmentWriter(path: path, format: format)
            try writer.write(all: wanted)
            try writer.write(all: [Frame(0.75, 0.25), Frame(-0.5, 0.5)])
            _ = try writer.close()
            let reader = try SegmentReader(path: path)
            #expect(reader.info.channels == 1)
            #expect(difference(try reader.readAll(), wanted + [Frame(0.5, 0.5), Frame(0, 0)]) == nil)
            expectAllReadersSee(20_003, format, in: path)
        }
    }

    @Test func integersRoundToTheNearestAndClip() throws {
        let scratch = try Scratch()
        for format in try formats() where format.encoding != .float {
            let path = scratch.file(fileName(format))
            let full = Float(format.encoding == .pcm16 ? 1 << 15 : 1 << 23)
            let top = (full - 1) / full
            let step = 1 / full
            let writer = try SegmentWriter(path: path, format: format)
            try writer.write(all: [
                Frame(1, -1), Frame(1.5, -1.5), Frame(.infinity, -.infinity), Frame(.nan, 0.5), Frame(0.6 * step, -0.6 * step),
                Frame(0.4 * step, -0.4 * step), Frame(3.4e38, -3.4e38),
            ])
            _ = try writer.close()
            let wanted = [
                Frame(top, -1), Frame(top, -1), Frame(top, -1), Frame(0, 0.5), Frame(step, -step), Frame(0, 0), Frame(top, -1),
            ]
            let got = try SegmentReader(path: path).readAll()
            #expect(got == wanted, "\(format)")
        }
    }

    @Test(arguments: [8_000, 44_100, 48_000, 88_200, 96_000, 192_000].few)
    func everyRateIsSaidRight(rate: Int) throws {
        let scratch = try Scratch()
        for format in try formats(rate: rate) {
            let path = scratch.file(fileName(format))
            let writer = try SegmentWriter(path: path, format: format)
            try writer.write(all: Signal.counter(100, format.encoding))
            _ = try writer.close()
            expectAllReadersSee(100, format, in: path)
        }
    }

    @Test func silenceHasItsLength() throws {
        let scratch = try Scratch()
        for format in try formats() {
            let path = scratch.file(fileName(format))
            let signal = Signal.counter(500, format.encoding)
            let writer = try SegmentWriter(path: path, format: format)
            try writer.write(all: signal)
            try writer.writeSilence(frames: 100_003)
            try writer.writeSilence(frames: 0)
            try writer.write(all: signal)
            #expect(writer.framesWritten == 101_003)
            _ = try writer.close()
            let wanted = signal + [Frame](repeating: .zero, count: 100_003) + signal
            #expect(difference(try SegmentReader(path: path).readAll(), wanted) == nil)
        }
    }

    @Test func anEmptyTakeIsAReadableFile() throws {
        let scratch = try Scratch()
        for format in try formats() {
            let path = scratch.file(fileName(format))
            _ = try SegmentWriter(path: path, format: format).close()
            let reader = try SegmentReader(path: path)
            #expect(reader.info.frames == 0)
            #expect(try reader.readAll().isEmpty)
        }
    }

    /// A FLAC made by a program that could not seek back to its header has no length.
    @Test func aStreamOfUnknownLengthIsMeasured() throws {
        let scratch = try Scratch()
        let path = scratch.file("stream.flac")
        let made = shell("ffmpeg -v error -f lavfi -i sine=d=2:r=44100 -ac 2 -f flac - | cat > '\(path)'")
        try #require(made.code == 0, "\(made.output)")
        #expect(shell("ffprobe -v error -show_entries stream=duration_ts -of csv=p=0 '\(path)'").output == "N/A\n")
        let reader = try SegmentReader(path: path)
        #expect(reader.info.frames == 88_200)
        let all = try reader.readAll()
        #expect(all.count == 88_200)
        try reader.seek(to: 50_000)
        #expect(difference(try reader.read(upTo: 100), Array(all[50_000..<50_100])) == nil)
    }

    @Test func seeksLandOnTheFrame() throws {
        let scratch = try Scratch()
        for format in try formats() {
            let path = scratch.file(fileName(format))
            let frames = Signal.counter(50_000, format.encoding)
            let writer = try SegmentWriter(path: path, format: format)
            try writer.write(all: frames)
            _ = try writer.close()
            let reader = try SegmentReader(path: path)
            for target in [49_999, 0, 4_096, 4_095, 12_345, 1, 40_000, 39_999] {
                try reader.seek(to: Int64(target))
                let wanted = Array(frames[target..<min(target + 300, frames.count)])
                #expect(difference(try reader.read(upTo: 300), wanted) == nil, "\(format) at \(target)")
            }
            try reader.seek(to: 50_000)
            #expect(try reader.read(upTo: 10).isEmpty)
            try reader.seek(to: .max)
            #expect(try reader.read(upTo: 10).isEmpty)
            try reader.seek(to: -5)
            #expect(difference(try reader.read(upTo: 2), Array(frames[..<2])) == nil)
        }
    }

    @Test(
        "a seek comes to what a reader from the beginning has there, in each lossy encoding (P1)",
        arguments: [8_000, 22_050, 48_000])
    func seeksInLossy(rate: Int) throws {
        let scratch = try Scratch()
        let frames = Self.lively(10 * rate)
        var paths: [String] = []
        for channels in [1, 2] {
            for format in try lossyFormats(channels: channels, rate: rate) {
                let path = scratch.file("\(channels)-\(fileName(format))")
                let writer = try SegmentWriter(path: path, format: format)
                try writer.write(all: frames)
                _ = try writer.close()
                paths.append(path)
            }
        }
        // Files of other programs: an MP3 of varying bit rate lends most in a pause.
        let source = scratch.file("source.wav")
        let writer = try SegmentWriter(path: source, format: try AudioFormat(encoding: .pcm16, rate: rate))
        try writer.write(all: frames)
        _ = try writer.close()
        for (name, words) in [("other.ogg", "-c:a libvorbis -q:a 3"), ("other.mp3", "-c:a libmp3lame -q:a 4")] {
            let run = shell("ffmpeg -nostdin -v error -i '\(source)' \(words) '\(scratch.file(name))'")
            try #require(run.code == 0, "\(run.output)")
            paths.append(scratch.file(name))
        }
        var dice = Dice()
        for path in paths {
            let all = try SegmentReader(path: path).readAll()
            let reader = try SegmentReader(path: path)
            try #require(all.count == Int(reader.info.frames) && all.count > 9 * rate, "\(path)")
            for index in 0..<100 {
                // One in four lies near the end, in the last page of Ogg.
                let target = index % 4 > 0 ? dice.next(below: all.count) : max(0, all.count - 1 - dice.next(below: 2 * rate))
                try reader.seek(to: Int64(target))
                let got = try reader.read(upTo: 500)
                #expect(got.count == min(500, all.count - target), "\(path) at \(target)")
                // Decoders add in another order after a seek.
                let worst = zip(got, all[target...]).map { max(abs($0.x - $1.x), abs($0.y - $1.y)) }.max() ?? 0
                #expect(worst < 1e-5, "\(path) at \(target) of \(all.count): \(worst)")
            }
        }
    }

    /// Pauses, tones, noise and clicks in turn: encoders change the lengths of their blocks, and lend bits.
    private static func lively(_ count: Int) -> [Frame] {
        var dice = Dice(seed: 7)
        var frames: [Frame] = []
        frames.reserveCapacity(count)
        while frames.count < count {
            let kind = dice.next(below: 4)
            let period = 20 + dice.next(below: 200)
            for index in 0..<min(count - frames.count, count / 200 + dice.next(below: count / 10)) {
                let sample: Float =
                    switch kind {
                    case 0: 0
                    case 1: 0.4 * Float(index % period) / Float(period) - 0.2
                    case 2: Float(dice.next(below: 2_001) - 1_000) / 5_000
                    default: index % 3_000 == 1_500 ? 0.9 : 0
                    }
                frames.append(Frame(repeating: sample))
            }
        }
        return frames
    }

    /// Centre and surrounds come with 3 dB less into both sides or their own, low-frequency effects not at all.
    @Test("more than two channels are mixed by ITU-R BS.775, from each container (F20)", arguments: [3, 4, 5, 6, 8])
    func mixed(channels: Int) throws {
        let scratch = try Scratch()
        let less = Float(0.5).squareRoot()
        let (front, sides) = ([SIMD2<Float>(1, 0), SIMD2(0, 1)], [SIMD2<Float>(less, 0), SIMD2(0, less)])
        let (centre, effects) = (SIMD2<Float>(less, less), SIMD2<Float>.zero)
        let shares =
            switch channels {
            case 3: front + [centre]
            case 4: front + sides
            case 5: front + [centre] + sides
            case 6: front + [centre, effects] + sides
            default: front + [centre, effects] + sides + sides
            }
        // One channel sounds at a time, a tenth of a second each.
        let parts = (0..<channels).map { channel in
            "between(t\\,\(Double(channel) / 10)\\,\(Double(channel + 1) / 10))*0.25"
        }.joined(separator: "|")
        let source = scratch.file("source.wav")
        let layout = [3: "3.0", 4: "quad", 5: "5.0", 6: "5.1", 8: "7.1"][channels] ?? ""
        let made = shell(
            "ffmpeg -nostdin -v error -f lavfi -i 'aevalsrc=\(parts):s=48000:d=\(Double(channels) / 10):c=\(layout)' '\(source)'")
        try #require(made.code == 0, "\(made.output)")
        for ending in ["wav", "w64", "flac", "ogg", "caf"] {
            let path = scratch.file("mixed.\(ending)")
            let words = ending == "ogg" ? "-q:a 8" : ""
            let run = shell("ffmpeg -nostdin -v error -y -i '\(source)' \(words) '\(path)'")
            // Vorbis has no such layout in ffmpeg.
            if run.code != 0 { continue }
            let frames = try SegmentReader(path: path).readAll()
            for (channel, share) in shares.enumerated() {
                // The middle of the channel's time: an encoder rounds its edges.
                let frame = frames[min(frames.count - 1, channel * 4800 + 2400)]
                let difference = frame - 0.25 * share
                #expect(
                    max(abs(difference.x), abs(difference.y)) < (ending == "ogg" ? 0.03 : 0.001), "\(ending) \(channel) \(frame)")
            }
        }
    }
}
