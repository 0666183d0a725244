// Sample encodings. Any thread; a value, no I/O, no C.

extension AudioFormat {
    /// The encoding of one sample in a file.
    public enum SampleEncoding: String, Sendable, Hashable, CaseIterable, Codable {
        /// 32-bit IEEE float: the samples of JACK, bit for bit.
        case float
        /// 24-bit PCM.
        case pcm24
        /// 16-bit PCM.
        case pcm16
        /// Vorbis. The lossy encodings have a bit rate and no bits for each sample; the encoder gets floats.
        case vorbis
        /// Opus.
        case opus
        /// MP3.
        case mp3

        /// Reads the word that a user types: `float`, `24`, `16` (and longer names). Throws `.unknownEncoding`.
        public init(word: String) throws(FormatError) {
            switch word.lowercased() {
            case "float", "32", "32f", "f32": self = .float
            case "24", "pcm24": self = .pcm24
            case "16", "pcm16": self = .pcm16
            case "vorbis": self = .vorbis
            case "opus": self = .opus
            case "mp3": self = .mp3
            default: throw .unknownEncoding(word)
            }
        }

        /// The shortest word that `init(word:)` reads as this encoding.
        public var word: String {
            switch self {
            case .float, .vorbis, .opus, .mp3: rawValue
            case .pcm24: "24"
            case .pcm16: "16"
            }
        }

        /// True when decoded samples equal the encoded ones bit for bit.
        public var isLossless: Bool {
            switch self {
            case .float, .pcm24, .pcm16: true
            case .vorbis, .opus, .mp3: false
            }
        }

        /// Bytes of one sample before compression.
        public var bytesPerSample: Int {
            switch self {
            case .float, .vorbis, .opus, .mp3: 4
            case .pcm24: 3
            case .pcm16: 2
            }
        }
    }
}
