// Tests of the figures of constructed sound (W8).
import Analysis
import Dictation
import JSON
import Testing
import Words

@Suite("The figures of an analysis are those of the sound that was made (W8)")
struct AnalysisTests {
    private static let rate = 48_000

    /// Noise with this RMS level, the same each time.
    private static func noise(_ count: Int, _ rms: Float) -> [SIMD2<Float>] {
        var state: UInt64 = 88_172_645_463_325_252
        func next() -> Float {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Float(Double(state >> 11) / Double(1 << 52) - 1) * rms * 3.0.squareRoot().float
        }
        return (0..<count).map { _ in SIMD2(next(), next()) }
    }

    /// Adds noise of a voice's level in a stretch of seconds.
    private static func speak(_ seconds: ClosedRange<Double>, in sound: inout [SIMD2<Float>]) {
        let range = Int(seconds.lowerBound * Double(rate))..<Int(seconds.upperBound * Double(rate))
        for (index, frame) in zip(range, noise(range.count, 0.1)) { sound[index] += frame }
    }

    private static func measure(_ sound: [SIMD2<Float>], block: Int = 5000) throws -> RecordingAnalysis {
        let meter = try AnalysisMeter(rate: rate, channels: 2)
        let learnt = Array(sound.prefix(8 * rate))
        unsafe learnt.withUnsafeBufferPointer { unsafe meter.learn($0) }
        meter.begin()
        for first in stride(from: 0, to: sound.count, by: block) {
            let part = Array(sound[first..<min(sound.count, first + block)])
            unsafe part.withUnsafeBufferPointer { unsafe meter.add($0) }
        }
        return try meter.finish(mark: "0123456789abcdef", made: "2026-01-02T03:04:05Z")
    }

    @Test("speech, pauses, noise floor and clipped stretches")
    func figures() throws {
        // -60 dB of noise; voice with pauses of 1, 2 and 5 seconds.
        var sound = Self.noise(20 * Self.rate, 0.001)
        for stretch in [1.0...3.0, 4.0...6.0, 8.0...9.0, 14.0...18.0] { Self.speak(stretch, in: &sound) }
        // Two stretches at full scale, and one of two frames that is none.
        for index in 100_000..<100_010 { sound[index].x = 1 }
        for index in 700_000..<700_003 { sound[index].y = -1 }
        for index in 800_000..<800_002 { sound[index].x = 1 }
        let found = try Self.measure(sound)
        #expect(found.speech.pauses == 3, "\(found.speech)")
        #expect(abs(found.speech.longestPause - 5) < 0.1 && abs(found.speech.medianPause - 2) < 0.1, "\(found.speech)")
        #expect(abs(found.speech.seconds - 9) < 0.3 && abs(found.speechShare - 0.45) < 0.02, "\(found.speech)")
        #expect(abs(found.noiseFloor - -60) < 0.5, "\(found.noiseFloor)")
        #expect(found.clips == 2 && found.clipPlaces == [100_000, 700_000])
        #expect(abs(found.clippedSeconds * Double(Self.rate) - 13) < 0.01 && found.seconds == 20)
        #expect(found.loudness.integrated < -12 && found.loudness.integrated > -17, "\(found.loudness)")
        // A recording without a pause, and one without sound.
        var whole = Self.noise(4 * Self.rate, 0.0001)
        Self.speak(0.5...3.5, in: &whole)
        #expect(try Self.measure(whole).speech.pauses == 0)
        let silent = try Self.measure([SIMD2<Float>](repeating: .zero, count: Self.rate))
        #expect(silent.noiseFloor == LoudnessFigures.silence && silent.speech == .init() && silent.clips == 0)
    }

    @Test("exact silence of pauses and gaps is no noise")
    func exactSilence() throws {
        var sound = Self.noise(6 * Self.rate, 0.001)
        sound += [SIMD2<Float>](repeating: .zero, count: 10 * Self.rate)
        #expect(abs(try Self.measure(sound).noiseFloor - -60) < 0.5)
    }

    private func line(start: Int64, end: Int64, text: String) -> TimedLine {
        TimedLine([TimedWord(text, start: start, end: end)])
    }

    @Test("words a minute and fillers, of the time of the lines")
    func words() {
        let lines = [
            line(start: 0, end: 480_000, text: "Um, you know, it’s well-known: UM!"),
            line(start: 960_000, end: 1_200_000, text: "Ähm – 42 likes; I mean it. Er"),
        ]
        let figures = WordFigures(counting: lines, rate: Self.rate)
        #expect(figures.words == 13 && figures.perMinute == 52)
        #expect(
            figures.fillers == [.init("um", 2), .init("er", 1), .init("i mean", 1), .init("you know", 1), .init("ähm", 1)],
            "\(figures.fillers)")
        #expect(WordFigures(counting: [], rate: 48_000) == WordFigures(words: 0, perMinute: 0))
        let odd = WordFigures(counting: [line(start: .min, end: .max, text: "a")], rate: 0)
        #expect(odd.words == 1 && odd.perMinute.isFinite)
    }

    private static var sample: RecordingAnalysis {
        let loudness = LoudnessFigures(
            integrated: -18.234, range: 6.5, truePeak: -1.04, maxMomentary: -12.1, maxShortTerm: -200)
        var analysis = RecordingAnalysis(
            mark: "00ff00ff00ff00ff", made: "2026-01-02T03:04:05Z", seconds: 61.5, loudness: loudness)
        analysis.speech.seconds = 40
        analysis.speech.pauses = 7
        analysis.speech.longestPause = 3.25
        analysis.speech.medianPause = 0.8
        analysis.noiseFloor = -58.5
        analysis.clips = 1
        analysis.clippedSeconds = 0.0005
        analysis.clipPlaces = [48_000]
        analysis.losses = 2
        analysis.lostSeconds = 0.1
        analysis.dropouts = 0
        analysis.words = WordFigures(words: 90, perMinute: 135, fillers: [.init("um", 3)])
        return analysis
    }

    @Test("an analysis is read back as it was written; one of a newer form, or garbage, is none")
    func json() throws {
        let printed = Self.sample.json.printed
        #expect(RecordingAnalysis(try JSONTree(parsing: printed)) == Self.sample)
        for text in [
            "{}", "[]", "{\"schema\":2}", "{\"schema\":1,\"timeline\":\"x\",\"made\":\"\",\"seconds\":-1,\"loudness\":{}}",
        ] {
            #expect(RecordingAnalysis(try JSONTree(parsing: Array(text.utf8))) == nil)
        }
    }

    @Test("the page of Markdown, and the same as text")
    func markdown() {
        let page = AnalysisReport("a|b *c*", Self.sample, isStale: false).markdown
        #expect(
            page == """
                # a\\|b \\*c\\*

                | figure | value |
                |---|---|
                | Length | 1m01s |
                | Loudness | -18.2 LUFS |
                | Loudness range | 6.5 LU |
                | True peak | -1.0 dBTP |
                | Highest momentary loudness | -12.1 LUFS |
                | Highest short-term loudness | silence |
                | Noise floor | -58.5 dB |
                | Speech | 65.0 % (40.0 s) |
                | Pauses | 7 |
                | Longest pause | 3.3 s |
                | Median pause | 0.8 s |
                | Clipped stretches | 1 (0.001 s) |
                | Losses | 2 (0.100 s) |
                | Dropouts | 0 |
                | Words | 90 |
                | Words a minute | 135 |
                | Fillers | um 3 |

                """, "\(page)")
        var brief = Self.sample
        brief.seconds = 2
        let rows = AnalysisReport("brief", brief, isStale: false).markdown
        #expect(rows.contains("| Highest short-term loudness | too short to measure |\n"), "\(rows)")
        #expect(rows.contains("| Loudness | -18.2 LUFS |"), "\(rows)")
        let stale = AnalysisReport("talk", Self.sample, isStale: true)
        #expect(stale.text.hasPrefix("These figures are of an earlier state of talk: 'dicta analyse talk --again'"))
        #expect(stale.markdown.contains("**These figures are of an earlier state") && stale.json.contains("\"stale\": true"))
    }
}

extension Double {
    fileprivate var float: Float { Float(self) }
}
