// A value any thread may hold; no I/O, no C.

extension AudioFormat {
    /// The kind of file. What it can hold is said here and nowhere else, so a new kind is a new case and its rows.
    public enum Container: String, Sendable, Hashable, CaseIterable, Codable {
        /// WAV, which becomes RF64 past 4 GiB under the same name.
        case wav
        /// Sony Wave64.
        case w64
        /// Apple's Core Audio Format with plain samples.
        case caf
        /// Apple Lossless, in a CAF.
        case alac
        case flac
        /// Ogg Vorbis.
        case ogg
        /// Ogg Opus.
        case opus
        case mp3

        /// Any thread. From the word a user types, in any case and with or without a leading dot.
        public init(word: String) throws(FormatError) {
            let plain = word.lowercased()
            let bare = plain.hasPrefix(".") ? String(plain.dropFirst()) : plain
            guard let known = Container(rawValue: bare) else { throw .unknownContainer(word) }
            self = known
        }

        /// Without the dot.
        public var fileExtension: String { self == .alac ? "caf" : rawValue }

        /// The encodings it can hold, best first.
        public var encodings: [SampleEncoding] {
            switch self {
            case .wav, .w64, .caf: [.float, .pcm24, .pcm16]
            case .alac, .flac: [.pcm24, .pcm16]
            case .ogg: [.vorbis]
            case .opus: [.opus]
            case .mp3: [.mp3]
            }
        }

        public var defaultEncoding: SampleEncoding {
            switch self {
            case .wav, .w64, .caf: .float
            case .alac, .flac: .pcm24
            case .ogg: .vorbis
            case .opus: .opus
            case .mp3: .mp3
            }
        }

        /// How long a file becomes depends on what is heard in it; MP3 keeps to its bit rate exactly.
        var isPacked: Bool {
            switch self {
            case .alac, .flac, .ogg, .opus: true
            case .wav, .w64, .caf, .mp3: false
            }
        }

        /// What comes back is what was written, bit for bit; the others take a bit rate.
        public var isLossless: Bool { defaultEncoding.isLossless }

        /// Frames a second that it can be recorded at, as far as the house allows them.
        public var rates: Rates {
            switch self {
            case .wav, .w64, .caf, .alac: .range(1_000...768_000)
            // What its stream header and the library that writes it can say.
            case .flac: .range(1_000...655_350)
            // The modes that the Vorbis encoder has.
            case .ogg: .range(8_000...200_000)
            case .opus: .list([8_000, 12_000, 16_000, 24_000, 48_000])
            case .mp3: .list([8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000])
            }
        }
    }
}
