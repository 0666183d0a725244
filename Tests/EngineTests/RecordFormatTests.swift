// Tests of the format of a take: from the request, the settings, and the recording it is appended to.
import Dictation
import Testing

@testable import Engine

@Suite struct RecordFormatTests {
    private func request(_ verb: String, _ values: [ParameterKey: Value] = [:]) throws -> Request {
        try CommandTable.command(named: verb).check(values)
    }

    private func model(_ format: AudioFormat) -> Segment { Segment(file: "a", created: "", format: format) }

    @Test(arguments: [(AudioFormat.Container.mp3, 320), (.ogg, 256), (.opus, 24)])
    func appendTakesTheBitRateOfWhatItAppendsTo(container: AudioFormat.Container, bitRate: Int) throws {
        let format = try AudioFormat(container: container, rate: 48_000, bitRate: bitRate)
        let append = try request("append", [.name: .text("a")])
        #expect(try RecordFormat.format(append, like: model(format), rate: 48_000) == format)
        // A bit rate that no mono take can have is left to the format.
        var mono = model(try AudioFormat(container: .ogg, rate: 48_000, bitRate: 500))
        mono.channels = 1
        #expect(try RecordFormat.format(append, like: mono, rate: 48_000).bitRate == 96)
        // Sidecars of older programs have no bit rate; the length of an MP3 gives it exactly.
        var old = model(format)
        (old.bitRate, old.frames, old.bytes) = (nil, 480_000, Int64(bitRate * 1250 + 400))
        let found = try RecordFormat.format(append, like: old, rate: 48_000).bitRate
        #expect(found == (container == .mp3 ? bitRate : container == .opus ? 128 : 192))
    }

    @Test func aSidecarKeepsTheBitRate() throws {
        var recording = Recording(
            name: "a", created: "", segment: model(try AudioFormat(container: .mp3, rate: 48_000, bitRate: 64)))
        recording.segments.append(model(try AudioFormat(rate: 48_000)))
        let read = try Recording(name: "a", parsing: recording.printed)
        #expect(read.segments.map(\.bitRate) == [64, nil])
    }

    /// A pre-roll in frames is as long as the server's rate makes it.
    @Test(arguments: [(96_000, nil), (48_000, 1.5), (44_100, 1.5)] as [(Int, Double?)])
    func aPreRollInFramesIsLimitedAtTheRateOfTheServer(rate: Int, limit: Double?) throws {
        let settings = SettingsTable.effective(options: [:], file: [.recPreroll: .int(96_000)])
        let whole = try RecordFormat.complete(try request("rec"), with: settings, preRoll: 1.5, rate: rate)
        #expect(whole.time(.preroll) == limit.map { .seconds($0) } ?? .frames(96_000))
    }

    @Test func theNextTakeIsThatOfTheSettings() throws {
        func settings(_ file: [ParameterKey: Value]) -> Request { SettingsTable.effective(options: [:], file: file) }
        #expect(RecordFormat.next(settings([:]), rate: 48_000).nominalBytesPerSecond == 384_000)
        let mp3 = settings([.recFormat: .text("mp3"), .recBitrate: .int(64), .recChannels: .int(1)])
        #expect(RecordFormat.next(mp3, rate: 48_000).nominalBytesPerSecond == 8_000)
        #expect(RecordFormat.next(settings([.recFormat: .text("alac")]), rate: 44_100).nominalBytesPerSecond == 6 * 44_100)
        // Opus does not have this rate: plain samples stand in for the estimate.
        #expect(RecordFormat.next(settings([.recFormat: .text("opus")]), rate: 44_100).container == .wav)
    }
}
