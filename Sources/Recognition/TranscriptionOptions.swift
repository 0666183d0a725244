// Options of a transcription. Any thread; a value.

/// The recogniser, and how it is used.
public struct TranscriptionOptions: Sendable, Hashable {
    /// Ways to tell voices apart.
    public enum Speakers: String, Sendable, Hashable, CaseIterable {
        /// The recogniser may name them.
        case none
        /// Each channel is a voice: `left` and `right`.
        case channels
    }

    /// The recogniser.
    public var recogniser: Recogniser
    /// Options that it is given.
    public var given: RecogniserOptions
    /// The way to tell voices apart.
    public var speakers: Speakers
    /// True to forget what was heard before.
    public var isAgain: Bool

    /// Makes options.
    public init(
        _ recogniser: Recogniser, _ given: RecogniserOptions = RecogniserOptions(), speakers: Speakers = .none,
        isAgain: Bool = false
    ) {
        self.recogniser = recogniser
        self.given = given
        self.speakers = speakers
        self.isAgain = isAgain
    }
}
