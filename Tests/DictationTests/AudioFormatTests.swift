// Room: Dictation, proof. What a format accepts, refuses and says (R11).
import Dictation
import Testing

struct AudioFormatTests {
    @Test func defaultsAreTheBestOfTheContainer() throws {
        #expect(try AudioFormat(rate: 48_000).container == .wav)
        #expect(try AudioFormat(rate: 48_000).encoding == .float)
        #expect(try AudioFormat(rate: 48_000).channels == 2)
        #expect(try AudioFormat(container: .flac, rate: 48_000).encoding == .pcm24)
    }

    @Test func everyContainerHoldsItsOwnDefault() {
        for container in AudioFormat.Container.allCases {
            #expect(container.encodings.contains(container.defaultEncoding))
        }
    }

    @Test(arguments: [
        ("wav", AudioFormat.Container.wav), ("WAV", .wav), (".wav", .wav), ("flac", .flac), (".FLAC", .flac),
    ])
    func containerFromWord(word: String, expected: AudioFormat.Container) throws {
        #expect(try AudioFormat.Container(word: word) == expected)
    }

    @Test(arguments: [
        ("float", AudioFormat.SampleEncoding.float), ("Float", .float), ("32", .float), ("24", .pcm24), ("pcm24", .pcm24),
        ("16", .pcm16), ("pcm16", .pcm16),
    ])
    func encodingFromWord(word: String, expected: AudioFormat.SampleEncoding) throws {
        #expect(try AudioFormat.SampleEncoding(word: word) == expected)
    }

    @Test func everyEncodingTakesItsOwnWord() throws {
        for encoding in AudioFormat.SampleEncoding.allCases {
            #expect(try AudioFormat.SampleEncoding(word: encoding.word) == encoding)
        }
    }

    @Test(arguments: ["", "wave", "ogg", "..wav", "wav "])
    func unknownContainerIsRefused(word: String) {
        #expect(throws: FormatError.unknownContainer(word)) { try AudioFormat.Container(word: word) }
    }

    @Test(arguments: ["", "8", "double", "24 "])
    func unknownEncodingIsRefused(word: String) {
        #expect(throws: FormatError.unknownEncoding(word)) { try AudioFormat.SampleEncoding(word: word) }
    }

    @Test func flacHasNoFloatAndSaysWhatItHas() {
        let error = FormatError.encodingNotInContainer(.float, .flac)
        #expect(throws: error) { try AudioFormat(container: .flac, encoding: .float, rate: 48_000) }
        #expect(error.description == "flac cannot hold float samples; use 24 or 16, or another format")
    }

    @Test(arguments: [Int.min, -1, 0, 999, 768_001, Int.max])
    func wildRatesAreRefused(rate: Int) {
        #expect(throws: FormatError.rateOutOfRange(rate, .wav, highest: 768_000)) { try AudioFormat(rate: rate) }
    }

    @Test func flacEndsAtItsHighestRate() throws {
        #expect(try AudioFormat(container: .flac, rate: 655_350).rate == 655_350)
        #expect(throws: FormatError.rateOutOfRange(655_351, .flac, highest: 655_350)) {
            try AudioFormat(container: .flac, rate: 655_351)
        }
    }

    @Test(arguments: [-1, 0, 3])
    func otherChannelCountsAreRefused(channels: Int) {
        #expect(throws: FormatError.channelsOutOfRange(channels)) { try AudioFormat(rate: 48_000, channels: channels) }
    }

    @Test func bytesPerFrame() throws {
        #expect(try AudioFormat(encoding: .float, rate: 48_000).bytesPerFrame == 8)
        #expect(try AudioFormat(encoding: .pcm24, rate: 48_000).bytesPerFrame == 6)
        #expect(try AudioFormat(encoding: .pcm16, rate: 48_000, channels: 1).bytesPerFrame == 2)
    }
}
