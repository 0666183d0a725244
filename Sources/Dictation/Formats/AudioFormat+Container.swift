// Containers: the kinds of audio file. Any thread; a value, no I/O, no C.

extension AudioFormat {
    /// A kind of audio file. All of its limits are given here: a new kind is a new case with its rows.
    public enum Container: String, Sendable, Hashable, CaseIterable, Codable {
        /// WAV; past 4 GiB it becomes RF64 under the same name.
        case wav
        /// Sony Wave64.
        case w64
        /// Apple's Core Audio Format with PCM samples.
        case caf
        /// Apple Lossless in a CAF file.
        case alac
        /// FLAC.
        case flac
        /// Ogg Vorbis.
        case ogg
        /// Ogg Opus.
        case opus
        /// MP3.
        case mp3

        /// Reads the word that a user types, in any case, with or without a leading dot. Throws `.unknownContainer`.
        public init(word: String) throws(FormatError) {
            let plain = word.lowercased()
            let bare = plain.hasPrefix(".") ? String(plain.dropFirst()) : plain
            guard let known = Container(rawValue: bare) else { throw .unknownContainer(word) }
            self = known
        }

        /// The ending of file names, without the dot.
        public var fileExtension: String { self == .alac ? "caf" : rawValue }

        /// The sample encodings of the container, best first.
        public var encodings: [SampleEncoding] {
            switch self {
            case .wav, .w64, .caf: [.float, .pcm24, .pcm16]
            case .alac, .flac: [.pcm24, .pcm16]
            case .ogg: [.vorbis]
            case .opus: [.opus]
            case .mp3: [.mp3]
            }
        }

        /// The best sample encoding.
        public var defaultEncoding: SampleEncoding {
            switch self {
            case .wav, .w64, .caf: .float
            case .alac, .flac: .pcm24
            case .ogg: .vorbis
            case .opus: .opus
            case .mp3: .mp3
            }
        }

        /// True when the size of a file depends on its audio; PCM has a fixed size, and MP3 keeps to its bit rate exactly.
        public var isPacked: Bool {
            switch self {
            case .alac, .flac, .ogg, .opus: true
            case .wav, .w64, .caf, .mp3: false
            }
        }

        /// True when decoded audio equals the recorded audio bit for bit; all other containers take a bit rate.
        public var isLossless: Bool { defaultEncoding.isLossless }

        /// The sample rates that it can be recorded at, in Hz.
        public var rates: Rates {
            switch self {
            case .wav, .w64, .caf, .alac: .range(1_000...768_000)
            // The limit of the stream header and of the library that writes it.
            case .flac: .range(1_000...655_350)
            // The limits of the Vorbis encoder's modes.
            case .ogg: .range(8_000...200_000)
            case .opus: .list([8_000, 12_000, 16_000, 24_000, 48_000])
            case .mp3: .list([8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000])
            }
        }
    }
}
