// The words of a recording as the library thread reads them. Any thread; a value.
internal import Dictation
internal import Words

/// The words of a recording, in frames of its timeline.
struct SpokenText: Sendable {
    /// The words.
    let text: TimelineText
    /// Sample rate of the timeline in Hz.
    let rate: Int
    /// Changes with each change of the recording's sidecar or of its transcript.
    let fingerprint: String
    /// Number of words that are doubtful.
    let doubtful: Int

    init(_ text: TimelineText, rate: Int, fingerprint: String) {
        (self.text, self.rate, self.fingerprint) = (text, rate, fingerprint)
        doubtful = text.words.count { $0.confidence.map { $0 < WordCertainty.doubtful } == true }
    }
}
