// Tests of the formats of takes.
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

    @Test(arguments: ["", "wave", "m4a", "..wav", "wav "])
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
        for container in AudioFormat.Container.allCases {
            #expect(throws: FormatError.rateNotInContainer(rate, container)) {
                try AudioFormat(container: container, rate: rate)
            }
        }
    }

    @Test func flacEndsAtItsHighestRate() throws {
        #expect(try AudioFormat(container: .flac, rate: 655_350).rate == 655_350)
        #expect(throws: FormatError.rateNotInContainer(655_351, .flac)) { try AudioFormat(container: .flac, rate: 655_351) }
    }

    @Test func opusAndMP3KnowTheirRatesAndSayThem() throws {
        for rate in [8_000, 12_000, 16_000, 24_000, 48_000] {
            #expect(try AudioFormat(container: .opus, rate: rate).encoding == .opus)
        }
        for rate in [11_025, 22_050, 44_100, 88_200, 96_000, 192_000] {
            #expect(throws: FormatError.rateNotInContainer(rate, .opus)) { try AudioFormat(container: .opus, rate: rate) }
        }
        for rate in [88_200, 96_000, 192_000] {
            #expect(throws: FormatError.rateNotInContainer(rate, .mp3)) { try AudioFormat(container: .mp3, rate: rate) }
            #expect(try AudioFormat(container: .ogg, rate: rate).encoding == .vorbis)
        }
        #expect(
            FormatError.rateNotInContainer(44_100, .opus).description
                == "opus cannot be recorded at 44100 Hz; use a rate of 8000, 12000, 16000, 24000 or 48000 Hz, or another format")
        #expect(
            FormatError.rateNotInContainer(1, .ogg).description
                == "ogg cannot be recorded at 1 Hz; use a rate from 8000 to 200000 Hz, or another format")
    }

    @Test func bitRatesAreCheckedAgainstContainerRateAndChannels() throws {
        #expect(try AudioFormat(rate: 48_000).bitRate == nil)
        #expect(try AudioFormat(container: .mp3, rate: 48_000).bitRate == 192)
        #expect(try AudioFormat(container: .mp3, rate: 48_000, channels: 1).bitRate == 96)
        #expect(try AudioFormat(container: .mp3, rate: 8_000).bitRate == 64)
        #expect(try AudioFormat(container: .opus, rate: 48_000).bitRate == 128)
        #expect(try AudioFormat(container: .ogg, rate: 44_100).bitRate == 192)
        for bitRate in [128, 160, 192, 224, 256, 320] {
            for container in [AudioFormat.Container.mp3, .ogg, .opus] {
                #expect(try AudioFormat(container: container, rate: 48_000, bitRate: bitRate).bitRate == bitRate)
            }
        }
        func refused(_ bitRate: Int, _ container: AudioFormat.Container, _ rate: Int, _ channels: Int, _ words: String) {
            let error = FormatError.bitRateNotInContainer(bitRate, container, rate: rate, channels: channels)
            #expect(throws: error) {
                try AudioFormat(container: container, rate: rate, channels: channels, bitRate: bitRate)
            }
            #expect(error.description == words)
        }
        refused(
            100, .mp3, 48_000, 2,
            "mp3 has no bit rate of 100 kbit/s at 48000 Hz in stereo; use 32, 40, 48, 56, 64, 80, 96, 112, 128,"
                + " 160, 192, 224, 256 or 320"
        )
        refused(320, .opus, 48_000, 1, "opus has no bit rate of 320 kbit/s at 48000 Hz in mono; use from 6 to 256")
        refused(32, .ogg, 48_000, 2, "ogg has no bit rate of 32 kbit/s at 48000 Hz in stereo; use from 45 to 500")
        #expect(throws: FormatError.bitRateOfLossless(.flac)) {
            try AudioFormat(container: .flac, rate: 48_000, bitRate: 192)
        }
        #expect(
            FormatError.bitRateOfLossless(.flac).description
                == "flac is lossless and has no bit rate; remove it, or use one of: ogg, opus, mp3")
    }

    @Test func lossyKindsHaveNoBits() {
        let error = FormatError.encodingNotInContainer(.pcm16, .mp3)
        #expect(throws: error) { try AudioFormat(container: .mp3, encoding: .pcm16, rate: 48_000) }
        #expect(
            error.description
                == "mp3 has no sample format: remove the bits and give a bit rate, or use another format")
    }

    @Test(arguments: [-1, 0, 3])
    func otherChannelCountsAreRefused(channels: Int) {
        #expect(throws: FormatError.channelsOutOfRange(channels)) { try AudioFormat(rate: 48_000, channels: channels) }
    }

    @Test func bytesPerFrame() throws {
        #expect(try AudioFormat(encoding: .float, rate: 48_000).bytesPerFrame == 8)
        #expect(try AudioFormat(encoding: .pcm24, rate: 48_000).bytesPerFrame == 6)
        #expect(try AudioFormat(encoding: .pcm16, rate: 48_000, channels: 1).bytesPerFrame == 2)
        #expect(try AudioFormat(rate: 48_000).nominalBytesPerSecond == 384_000)
        #expect(try AudioFormat(container: .mp3, rate: 48_000, bitRate: 320).nominalBytesPerSecond == 40_000)
    }
}
