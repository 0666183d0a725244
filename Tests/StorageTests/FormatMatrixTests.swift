// Tests of every format at every rate.
import Dictation
import Storage
import TestSupport
import Testing

struct FormatMatrixTests {
    static let rates = [44_100, 48_000, 88_200, 96_000, 192_000]

    /// Other programs read each rate in mono or in stereo, by turns; in the long form of the test both.
    private func showsOthers(_ rate: Int, _ channels: Int) -> Bool {
        isLong || ((Self.rates.firstIndex(of: rate) ?? 0) + channels) % 2 == 0
    }

    @Test(arguments: rates.few, [1, 2].few)
    func losslessFormatsComeBackBitForBitInOthersToo(rate: Int, channels: Int) throws {
        let scratch = try Scratch()
        for format in try formats(channels: channels, rate: rate) {
            let path = scratch.file(fileName(format))
            let frames = Signal.frames(20_011, format)
            let writer = try SegmentWriter(path: path, format: format)
            try writer.write(all: frames)
            #expect(try writer.close() == sizeOfFile(path))
            let reader = try SegmentReader(path: path)
            #expect(reader.info.frames == 20_011 && reader.info.rate == rate && reader.info.channels == channels)
            #expect(difference(try reader.readAll(), frames) == nil, "\(format)")
            guard showsOthers(rate, channels) else { continue }
            expectAllReadersSee(20_011, format, in: path)
            // FFmpeg has decoders of its own for all these formats.
            let copy = scratch.file("copy.wav")
            let kind = format.encoding == .float ? "pcm_f32le" : format.encoding == .pcm24 ? "pcm_s24le" : "pcm_s16le"
            let made = shell("ffmpeg -v error -xerror -y -i '\(path)' -c:a \(kind) '\(copy)'")
            #expect(made.code == 0 && made.output.isEmpty, "\(format): \(made.output)")
            #expect(difference(try SegmentReader(path: copy).readAll(), frames) == nil, "\(format) through ffmpeg")
        }
    }

    @Test(arguments: rates.few, [1, 2].few)
    func lossyFormatsComeBackAlike(rate: Int, channels: Int) throws {
        let scratch = try Scratch()
        for format in try lossyFormats(channels: channels, rate: rate) {
            let path = scratch.file(fileName(format))
            let frames = Signal.frames(2 * rate + 77, format)
            let writer = try SegmentWriter(path: path, format: format)
            try writer.write(all: frames)
            #expect(try writer.close() == sizeOfFile(path))
            let reader = try SegmentReader(path: path)
            #expect(reader.info.rate == rate && reader.info.channels == channels)
            #expect(reader.info.encoding == format.encoding.rawValue)
            let got = try reader.readAll()
            #expect(got.count == frames.count, "\(format)")
            let alike = likeness(got, frames)
            #expect(alike.min() > 0.99, "\(format): \(alike)")
            guard showsOthers(rate, channels) else { continue }
            expectAllReadersSee(Int64(frames.count), format, in: path)
            #expect(shell("ffmpeg -v error -xerror -i '\(path)' -f null -").output == "")
        }
    }

    /// Low rates that lossy formats have: each is a table of its own in the encoders.
    @Test(arguments: [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000].few)
    func lowRatesToo(rate: Int) throws {
        let scratch = try Scratch()
        for format in try lossyFormats(rate: rate) {
            let path = scratch.file(fileName(format))
            let frames = Signal.frames(rate + 13, format)
            let writer = try SegmentWriter(path: path, format: format)
            try writer.write(all: frames)
            _ = try writer.close()
            let got = try SegmentReader(path: path).readAll()
            #expect(got.count == frames.count, "\(format)")
            #expect(likeness(got, frames).min() > 0.98, "\(format): \(likeness(got, frames))")
        }
    }

    /// The size of an MP3 follows its bit rate; Opus comes near for a signal that needs it; Vorbis rises with it.
    @Test func bitRatesAreKept() throws {
        let scratch = try Scratch()
        let noise = Signal.counter(6 * 48_000, .pcm16).map { $0 * 0.25 }
        for container in [AudioFormat.Container.mp3, .opus, .ogg] {
            var last = 0.0
            for bitRate in [128, 192, 256, 320] {
                let format = try AudioFormat(container: container, rate: 48_000, bitRate: bitRate)
                let path = scratch.file("\(container)-\(bitRate)")
                let writer = try SegmentWriter(path: path, format: format)
                try writer.write(all: noise)
                let kilobits = Double(try writer.close()) * 8 / 6_000
                if container == .mp3 { #expect(abs(kilobits - Double(bitRate)) < 3, "\(bitRate): \(kilobits)") }
                if container == .opus { #expect(abs(kilobits / Double(bitRate) - 1) < 0.15, "\(bitRate): \(kilobits)") }
                #expect(kilobits > last, "\(container) at \(bitRate): \(kilobits)")
                last = kilobits
            }
        }
    }

    @Test func lossyTakesKeepSilenceAndWhatIsNoNumber() throws {
        let scratch = try Scratch()
        for format in try lossyFormats() {
            let path = scratch.file(fileName(format))
            let writer = try SegmentWriter(path: path, format: format)
            try writer.write(all: [Frame](repeating: Frame(.nan, .infinity), count: 3))
            try writer.writeSilence(frames: 100_000)
            _ = try writer.close()
            let got = try SegmentReader(path: path).readAll()
            #expect(got.count == 100_003, "\(format)")
            #expect(got.dropFirst(10_000).allSatisfy { abs($0.x) < 0.01 && abs($0.y) < 0.01 }, "\(format)")
        }
    }
}
