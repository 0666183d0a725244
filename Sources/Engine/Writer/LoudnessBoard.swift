// The newest loudness of the running take or of the inputs. One thread writes, any thread but JACK's reads.
internal import Dictation
internal import Synchronization

/// Hands the values of the topic `loudness` from the writer thread to the control loop, under a lock that each holds for a
/// microsecond.
final class LoudnessBoard: Sendable {
    /// Loudness in LUFS; silence is -200.
    struct Reading: Sendable, Equatable {
        /// The sound that is measured.
        enum Source: String, Sendable { case none, take, inputs }

        var source = Source.none
        /// Recording of the take; empty for the inputs.
        var name = ""
        /// The last 0.4 seconds.
        var momentary = LoudnessFigures.silence
        /// The last 3 seconds.
        var shortTerm = LoudnessFigures.silence
        /// All seconds that are measured.
        var integrated = LoudnessFigures.silence
        /// Seconds that are measured.
        var seconds = 0.0
    }

    private let newest = Mutex(Reading())
    /// True while somebody is subscribed; otherwise nothing is measured for the topic.
    let isWatched = Atomic<Bool>(false)

    /// The newest values.
    var reading: Reading { newest.withLock { $0 } }

    /// Replaces the values.
    func show(_ reading: Reading) { newest.withLock { $0 = reading } }
}
