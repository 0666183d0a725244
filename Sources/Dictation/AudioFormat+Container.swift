// Room: Dictation. A value any thread may hold; no I/O, no C.

extension AudioFormat {
    /// The kind of file. What it can hold is said here and nowhere else, so a new kind is a new case and its rows.
    public enum Container: String, Sendable, Hashable, CaseIterable, Codable {
        /// WAV, which becomes RF64 past 4 GiB under the same name.
        case wav
        case flac

        /// Any thread. From the word a user types, in any case and with or without a leading dot.
        public init(word: String) throws(FormatError) {
            let plain = word.lowercased()
            let bare = plain.hasPrefix(".") ? String(plain.dropFirst()) : plain
            guard let known = Container(rawValue: bare) else { throw .unknownContainer(word) }
            self = known
        }

        /// Without the dot.
        public var fileExtension: String { rawValue }

        /// The encodings it can hold, best first.
        public var encodings: [SampleEncoding] {
            switch self {
            case .wav: [.float, .pcm24, .pcm16]
            case .flac: [.pcm24, .pcm16]
            }
        }

        public var defaultEncoding: SampleEncoding {
            switch self {
            case .wav: .float
            case .flac: .pcm24
            }
        }

        /// Frames a second; FLAC's is what its stream header and the library that writes it can say.
        public var highestRate: Int {
            switch self {
            case .wav: Int(UInt32.max)
            case .flac: 655_350
            }
        }
    }
}
