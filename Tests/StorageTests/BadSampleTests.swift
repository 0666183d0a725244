// Tests of samples that are no numbers.
import Dictation
import Glibc
import Storage
import Testing

struct BadSampleTests {
    private static let places = [0, 1, 4_095, 4_096, 9_999, 19_999]

    private func frames(_ format: AudioFormat, bad: Bool) -> [Frame] {
        var frames = Signal.frames(20_000, format)
        for (index, place) in Self.places.enumerated() {
            let wrong = [Float.nan, .infinity, -.infinity][index % 3]
            frames[place] = bad ? Frame(wrong, wrong) : .zero
        }
        return frames
    }

    /// A float file keeps every sample bit for bit; a reader gets silence instead of NaN, and their number.
    @Test(arguments: [1, 2]) func aFloatFileKeepsThemAndAReaderHearsSilence(channels: Int) throws {
        let scratch = try Scratch()
        for container in [AudioFormat.Container.wav, .w64, .caf] {
            let format = try AudioFormat(container: container, encoding: .float, rate: 48_000, channels: channels)
            let path = scratch.file(fileName(format))
            let writer = try SegmentWriter(path: path, format: format)
            try writer.write(all: frames(format, bad: true))
            _ = try writer.close()
            let reader = try SegmentReader(path: path)
            #expect(difference(try reader.readAll(), frames(format, bad: false)) == nil, "\(format)")
            // A bad sample of a mono file is on both sides.
            #expect(reader.badSamples == Int64(2 * Self.places.count))
            let raw = shell("ffmpeg -v error -i '\(path)' -f f32le - | od -An -v -tfF | grep -ci -e nan -e inf")
            #expect(Int(raw.output.split(separator: "\n").first ?? "") ?? 0 > 0, "\(format): \(raw)")
        }
    }

    /// Integer formats have no NaN: silence is written, and not full scale, as a cast would give. Infinity becomes full scale.
    @Test(arguments: [1, 2]) func integersHaveNumbersInTheirPlace(channels: Int) throws {
        let scratch = try Scratch()
        for format in try formats(channels: channels) where format.encoding != .float {
            let path = scratch.file(fileName(format))
            let writer = try SegmentWriter(path: path, format: format)
            try writer.write(all: frames(format, bad: true))
            _ = try writer.close()
            let got = try SegmentReader(path: path).readAll()
            let wanted = frames(format, bad: false)
            #expect(got.count == wanted.count)
            for place in 0..<20_000 where !Self.places.contains(place) && got[place] != wanted[place] {
                Issue.record("\(format): frame \(place) is \(got[place])")
                break
            }
            #expect(got[Self.places[0]] == .zero && abs(abs(got[Self.places[1]].x) - 1) < 0.001, "\(format)")
        }
    }

    /// The encoders of lossy formats go on, and are right again some blocks later.
    @Test(arguments: [1, 2]) func lossyEncodersGoOn(channels: Int) throws {
        let scratch = try Scratch()
        for format in try lossyFormats(channels: channels) {
            let path = scratch.file(fileName(format))
            let clean = Signal.frames(96_077, format)
            var spoiled = clean
            for (index, place) in Self.places.enumerated() {
                spoiled[place] = Frame(repeating: [Float.nan, .infinity, -.infinity, 1e30][index % 4])
            }
            let writer = try SegmentWriter(path: path, format: format)
            try writer.write(all: spoiled)
            _ = try writer.close()
            let got = try SegmentReader(path: path).readAll()
            #expect(got.count == clean.count && got.allSatisfy { $0.x.isFinite && $0.y.isFinite }, "\(format)")
            let alike = likeness(Array(got.suffix(48_000)), Array(clean.suffix(48_000)))
            #expect(alike.min() > 0.99, "\(format): \(alike)")
        }
    }
}
