// How far a transcription is. Any thread; a value.

/// Progress and result of a transcription.
public struct TranscriptionState: Sendable, Hashable {
    /// Part of the work done, 0 to 1.
    public var fraction = 0.0
    /// Number of words found.
    public var words = 0
    /// Number of pieces that a recogniser has listened to.
    public var pieces = 0
    /// Frames that were listened to, or found silent.
    public var frames: Int64 = 0
    /// Sample rate of the recording in Hz.
    public var rate = 0
    /// Language of the words; empty when unknown.
    public var language = ""
    /// Model of the recogniser; empty when unknown.
    public var model = ""
    /// True once earlier words are forgotten, so that a continuation must not forget the new ones.
    public var hasForgotten = false
    /// The end: nil while it goes on.
    public var end: Result<Void, RecognitionError>?

    /// The state at the beginning.
    public init() {}

    /// Two states are the same when all they tell is.
    public static func == (left: Self, right: Self) -> Bool { left.key == right.key }
    /// Feeds all that it tells into a hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }

    private var key: [String] {
        let ending =
            switch end {
            case .none: "runs"
            case .success: "done"
            case .failure(let error): error.description
            }
        return ["\(fraction) \(words) \(pieces) \(frames) \(rate) \(hasForgotten)", language, model, ending]
    }
}
