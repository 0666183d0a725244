// Tests of the memory of bytes a second, and of bit rates (F15 R19).
import Dictation
import Testing

@Suite("Bytes a second of takes to come (F15)") struct RateMemoryTests {
    private func segment(_ format: AudioFormat, seconds: Double, bytesPerSecond: Double) -> Segment {
        var segment = Segment(file: "a", created: "", format: format)
        segment.frames = Int64(seconds * Double(format.rate))
        segment.bytes = Int64(seconds * bytesPerSecond)
        return segment
    }

    @Test func beforeAnyTakeItIsWhatIsUsual() throws {
        let memory = RateMemory()
        for container in AudioFormat.Container.allCases {
            let format = try AudioFormat(container: container, rate: 48_000)
            let (nominal, told) = (Double(format.nominalBytesPerSecond), memory.bytesPerSecond(of: format))
            #expect(container.isPacked ? (0.5...1).contains(told / nominal) : told == nominal, "\(container): \(told)")
        }
        let alac = try AudioFormat(container: .alac, rate: 48_000)
        #expect(memory.roomPerSecond(of: alac) == memory.bytesPerSecond(of: alac) + 288_000)
        #expect(memory.roomPerSecond(of: try AudioFormat(rate: 48_000)) == 384_000)
    }

    @Test func theNewestTakesOfAFormatTell() throws {
        let flac = try AudioFormat(container: .flac, rate: 48_000)
        var memory = RateMemory()
        memory.learn(segment(flac, seconds: 10, bytesPerSecond: 100_000))
        memory.learn(segment(flac, seconds: 30, bytesPerSecond: 200_000))
        #expect(memory.bytesPerSecond(of: flac) == 175_000)
        // A take of a moment says nothing, and neither do other formats.
        memory.learn(segment(flac, seconds: 2, bytesPerSecond: 900_000))
        memory.learn(segment(try AudioFormat(rate: 48_000), seconds: 60, bytesPerSecond: 384_000))
        #expect(memory.bytesPerSecond(of: flac) == 175_000)
        // Older takes come first, and go first.
        memory.learn(older: [segment(flac, seconds: 40, bytesPerSecond: 75_000)])
        #expect(memory.bytesPerSecond(of: flac) == 125_000)
        for _ in 0..<8 { memory.learn(segment(flac, seconds: 10, bytesPerSecond: 50_000)) }
        #expect(memory.bytesPerSecond(of: flac) == 50_000)
        memory.learn(older: [segment(flac, seconds: 1000, bytesPerSecond: 250_000)])
        #expect(memory.bytesPerSecond(of: flac) == 50_000)
    }

    @Test func aFormatLikeItTellsTheShare() throws {
        var memory = RateMemory()
        memory.learn(segment(try AudioFormat(container: .flac, rate: 48_000), seconds: 10, bytesPerSecond: 288_000 * 0.4))
        let other = try AudioFormat(container: .flac, rate: 96_000, channels: 1)
        #expect(abs(memory.bytesPerSecond(of: other) / (288_000 * 0.4) - 1) < 1e-6)
        let sixteen = try AudioFormat(container: .flac, encoding: .pcm16, rate: 48_000)
        #expect(memory.bytesPerSecond(of: sixteen) == RateMemory().bytesPerSecond(of: sixteen))
    }

    @Test func aRunningTakeTellsOfItselfAfterTenSeconds() throws {
        let memory = RateMemory()
        let ogg = try AudioFormat(container: .ogg, rate: 48_000)
        #expect(memory.roomPerSecond(of: ogg, frames: 9 * 48_000, room: 1) == memory.roomPerSecond(of: ogg))
        #expect(memory.roomPerSecond(of: ogg, frames: 20 * 48_000, room: 200_000) == 10_000)
        let wav = try AudioFormat(rate: 48_000)
        #expect(memory.roomPerSecond(of: wav, frames: 20 * 48_000, room: 5) == 384_000)
    }

    @Test func theBitRateIsTheRequestedOneOrThatOfTheFile() throws {
        let wav = segment(try AudioFormat(rate: 48_000), seconds: 2, bytesPerSecond: 384_000)
        let mp3 = segment(try AudioFormat(container: .mp3, rate: 48_000, bitRate: 128), seconds: 2, bytesPerSecond: 99_000)
        #expect(wav.kilobits == 3072 && mp3.kilobits == 128)
        // The header of a short file is no part of it; that of a packed file or of an unknown format is.
        var short = wav
        (short.frames, short.bytes) = (4_800, 38_500)
        #expect(short.kilobits == 3072)
        short.container = "flac"
        #expect(short.kilobits == 3080)
        (short.container, short.encoding) = ("mp3", "mp3")
        #expect(short.kilobits == 3080, "no default bit rate stands in for an unknown one")
        var recording = Recording(name: "a", created: "", segment: mp3)
        #expect(recording.segments.kilobits == 128)
        recording.segments.append(mp3)
        #expect(recording.segments.kilobits == 128)
        recording.segments.append(wav)
        #expect(recording.segments.kilobits == 1552)
        recording.segments = []
        #expect(recording.segments.kilobits == nil && Segment.kilobits(.max, frames: 1, rate: 10_000_000) == 1_000_000_000)
        #expect(Segment.kilobits(1, frames: 0, rate: 1) == nil)
        #expect(AudioFormat(of: mp3)?.bitRate == 128)
        var foreign = mp3
        foreign.container = "m4a"
        #expect(AudioFormat(of: foreign) == nil)
    }
}
