// Tests of loudness against ffmpeg's meter (F16).
import Dictation
import Glibc
import Loudness
import TestSupport
import Testing

@Suite("Loudness by EBU R128 is that of ffmpeg (F16)")
struct LoudnessMeterTests {
    /// A sound of the comparison: arguments for ffmpeg, rate and channels.
    struct Sound: Sendable, CustomTestStringConvertible {
        let name: String
        let words: [String]
        let rate: Int
        let channels: Int
        var testDescription: String { name }

        init(_ name: String, _ source: String, _ rate: Int, _ channels: Int, filter: String? = nil) {
            self.name = name
            let isFile = source.hasPrefix("/")
            let input: [String] =
                source.hasSuffix(".raw")
                ? ["-f", "s16le", "-ar", "16000", "-ac", "1", "-i", source]
                : isFile ? ["-i", source] : ["-f", "lavfi", "-i", source]
            words = input + (filter.map { ["-af", $0] } ?? []) + ["-ar", "\(rate)", "-ac", "\(channels)"]
            (self.rate, self.channels) = (rate, channels)
        }
    }

    private static let speech = "/usr/share/pocketsphinx/test/data/"
    private static let sounds = [
        Sound("tone, stereo", "aevalsrc=0.1*sin(2*PI*997*t)|0.1*sin(2*PI*997*t):s=48000:d=12", 48_000, 2),
        Sound("tone, mono", "aevalsrc=0.5*sin(2*PI*440*t):s=44100:d=12", 44_100, 1),
        Sound("two tones", "aevalsrc=0.3*sin(2*PI*60*t)|0.05*sin(2*PI*9000*t):s=96000:d=12", 96_000, 2),
        Sound("pink noise", "anoisesrc=c=pink:r=48000:a=0.3:d=20:seed=5", 48_000, 2),
        Sound("white noise", "anoisesrc=c=white:r=96000:a=0.2:d=12:seed=6", 96_000, 1),
        Sound("brown noise", "anoisesrc=c=brown:r=44100:a=0.6:d=20:seed=7", 44_100, 2),
        Sound("speech, mono", speech + "librivox/sense_and_sensibility_01_austen_64kb-0870.wav", 48_000, 1),
        Sound(
            "speech on the left", speech + "librivox/sense_and_sensibility_01_austen_64kb-0930.wav", 44_100, 2,
            filter: "pan=stereo|c0=c0|c1=0*c0"),
        Sound("a command", speech + "goforward.raw", 96_000, 2),
        Sound(
            "silence between sound",
            "aevalsrc=if(lt(mod(t\\,6)\\,3)\\,0.2\\,0.00002)*sin(2*PI*1000*t)|if(lt(mod(t\\,9)\\,3)\\,0.1\\,0)*sin(2*PI*300*t)"
                + ":s=48000:d=30", 48_000, 2),
    ]

    private func measure(_ frames: [SIMD2<Float>], _ sound: Sound, _ depth: LoudnessMeter.Depth, block: Int) throws
        -> LoudnessMeter
    {
        let meter = try LoudnessMeter(rate: sound.rate, channels: sound.channels, depth)
        for first in stride(from: 0, to: frames.count, by: block) {
            let part = Array(frames[first..<min(frames.count, first + block)])
            unsafe part.withUnsafeBufferPointer { unsafe meter.add($0) }
        }
        return meter
    }

    /// Each sound is another spectrum, rate or number of channels; the meter is the same.
    @Test(
        "within 0.1 LU on ten files: tones, noise and speech, mono and stereo, at four rates", arguments: sounds.few,
        [LoudnessMeter.Depth.take, .file])
    func isThatOfFFmpeg(sound: Sound, depth: LoudnessMeter.Depth) throws {
        let foreign = try ForeignMeter(sound.words)
        let wanted = try ForeignMeter.figures(foreign.wave)
        let frames = try foreign.frames(channels: sound.channels)
        let found = try measure(frames, sound, depth, block: 777).figures()
        #expect(wanted.integrated < -5 && wanted.integrated > -60, "the file is no measure: \(wanted)")
        #expect(abs(found.integrated - wanted.integrated) <= 0.1, "\(found) \(wanted)")
        #expect(abs(found.maxMomentary - wanted.maxMomentary) <= 0.1, "\(found) \(wanted)")
        // A file of less than 3 seconds has no short-term loudness here.
        if frames.count >= 3 * sound.rate { #expect(abs(found.maxShortTerm - wanted.maxShortTerm) <= 0.1, "\(found) \(wanted)") }
        #expect(abs(found.truePeak - wanted.truePeak) <= 0.3, "\(found) \(wanted)")
    }

    @Test("The range is that of ffmpeg in sound that is long enough to have one")
    func range() throws {
        let sound = Sound(
            "slow noise", "anoisesrc=c=pink:r=48000:a=0.3:d=90:seed=9", 48_000, 2,
            filter: "volume=volume='pow(10,(sin(t/6)-1)*0.5)':eval=frame")
        let foreign = try ForeignMeter(sound.words)
        let wanted = try ForeignMeter.figures(foreign.wave)
        let found = try measure(foreign.frames(channels: 2), sound, .file, block: 4096).figures()
        #expect(wanted.range > 5 && abs(found.range - wanted.range) <= 0.5, "\(found) \(wanted)")
    }

    @Test("The live values are the same, however the frames come")
    func live() throws {
        let sound = Self.sounds[3]
        let frames = try ForeignMeter(sound.words).frames(channels: 2)
        let whole = try measure(frames, sound, .take, block: 4096)
        for block in [1, 4800, 100_000] where block > 1 || frames.count < 2_000_000 {
            let live = try measure(frames, sound, .live, block: block)
            #expect(live.integrated == whole.integrated && live.momentary == whole.momentary)
            #expect(live.shortTerm == whole.shortTerm && live.frames == Int64(frames.count))
        }
    }

    /// Bytes that this process has allocated and not freed, as the C library counts them. Memory in RAM tells less: it grows by huge pages,
    /// and a measurement could grow into one unseen.
    private func allocated() throws -> Int {
        typealias Info = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32
        let info = try unsafe #require(dlsym(nil, "malloc_info"))
        let folder = TempFolder()
        let path = folder.file("info")
        let file = try unsafe #require(fopen(path, "w"))
        #expect(unsafe unsafeBitCast(info, to: Info.self)(0, file) == 0)
        #expect(unsafe fclose(file) == 0)
        // The last element of a kind is the sum of all arenas.
        let lines = try #require(Files.read(path)).split(separator: "\n")
        func size(_ element: String) throws -> Int {
            let line = lines.last { $0.hasPrefix("<\(element)\"") }
            let number = line?.split(separator: "size=\"").last?.prefix { $0.isNumber }.description
            let bytes = number.flatMap(Int.init)
            return try #require(bytes)
        }
        let free = try size("total type=\"fast") + size("total type=\"rest")
        return try size("system type=\"current") + size("total type=\"mmap") - free
    }

    @Test(
        "A measurement of a take takes the memory of a minute after three hours",
        arguments: [LoudnessMeter.Depth.live, .take])
    func memory(depth: LoudnessMeter.Depth) throws {
        // At a low rate hours are short; the hops count.
        let meter = try LoudnessMeter(rate: 4000, channels: 1, depth)
        let minute = (0..<240_000).map { SIMD2<Float>(repeating: $0 & 4 == 0 ? 0.25 : -0.25) }
        func measure(_ minutes: Int) {
            for _ in 0..<minutes { unsafe minute.withUnsafeBufferPointer { unsafe meter.add($0) } }
        }
        measure(1)
        let (before, loudness) = (try allocated(), meter.integrated)
        #expect((-40..<0).contains(loudness))
        measure(3 * 60)
        // So many hops take more than three megabytes.
        let more = try allocated() - before
        #expect(more < 1 << 20, "\(more) bytes more")
        #expect(abs(meter.integrated - loudness) <= 0.01, "\(loudness), then \(meter.integrated)")
    }

    @Test("Silence, no sound, and samples that are no numbers have no loudness, and spoil nothing after them")
    func badSamples() throws {
        let meter = try LoudnessMeter(rate: 48_000, channels: 2, .file)
        #expect(try meter.figures().integrated == LoudnessFigures.silence)
        meter.addSilence(48_000)
        let bad = [SIMD2<Float>](repeating: SIMD2(.nan, -.infinity), count: 48_000)
        unsafe bad.withUnsafeBufferPointer { unsafe meter.add($0) }
        #expect(try meter.figures().truePeak == LoudnessFigures.silence)
        let huge = [SIMD2<Float>](repeating: SIMD2(1e30, -1e30), count: 48_000)
        unsafe huge.withUnsafeBufferPointer { unsafe meter.add($0) }
        let figures = try meter.figures()
        #expect(figures.integrated.isFinite && figures.truePeak > 500, "\(figures)")
        #expect(throws: LoudnessError.rate(10_000_000)) { try LoudnessMeter(rate: 10_000_000, channels: 2, .file) }
    }
}
