// A value any thread may hold; no I/O, no C.

extension AudioFormat {
    /// How one sample is kept.
    public enum SampleEncoding: String, Sendable, Hashable, CaseIterable, Codable {
        /// 32-bit IEEE float: what JACK carries, bit for bit.
        case float
        case pcm24
        case pcm16
        /// These have a bit rate and no bits a sample; they are given floats.
        case vorbis
        case opus
        case mp3

        /// Any thread. From the word a user types: `float`, `24`, `16` (and the full names).
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

        /// The shortest word `init(word:)` takes for it.
        public var word: String {
            switch self {
            case .float, .vorbis, .opus, .mp3: rawValue
            case .pcm24: "24"
            case .pcm16: "16"
            }
        }

        public var isLossless: Bool {
            switch self {
            case .float, .pcm24, .pcm16: true
            case .vorbis, .opus, .mp3: false
            }
        }

        /// Before any compression.
        public var bytesPerSample: Int {
            switch self {
            case .float, .vorbis, .opus, .mp3: 4
            case .pcm24: 3
            case .pcm16: 2
            }
        }
    }
}
