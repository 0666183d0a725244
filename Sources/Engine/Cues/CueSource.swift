// Origin of a cue's samples. Any thread; a value.
internal import Dictation
internal import Messages
internal import Threads

/// The sound of a cue before it is samples.
enum CueSource: Hashable, Sendable {
    /// A sound made in code.
    case made(CueSound)
    /// An audio file of at most `longestFile` seconds.
    case file(String)
    /// A spoken text.
    case speech(Speech)

    /// Longest audio file of a cue in seconds: cues are held in memory.
    static let longestFile = 60.0

    /// A text with the way in which it is spoken.
    struct Speech: Hashable, Sendable {
        let text: String
        let language: String
        let rate: Double
        let cents: Double
        /// Line for /bin/sh.
        let command: String
    }

    /// The source of a name: a path if it has a slash, a sound made in code otherwise. Throws `.notFound`.
    init(named name: String) throws(EngineError) {
        if name.contains("/") {
            self = .file(name)
        } else if let sound = CueSound(rawValue: name) {
            self = .made(sound)
        } else {
            throw .refused(Failure(.notFound, tr("there is no sound '\(name)': 'dicta sound' lists all, and a path has a slash")))
        }
    }

    /// True if the samples are worth keeping for the next time.
    var isKept: Bool {
        switch self {
        case .made: true
        case .file, .speech: false
        }
    }
}
