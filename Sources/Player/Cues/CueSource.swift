// Origin of a cue's samples. Any thread; a value.
package import Dictation
internal import Messages
package import Threads

/// The sound of a cue before it is samples.
package enum CueSource: Hashable, Sendable {
    /// A sound made in code.
    case made(CueSound)
    /// An audio file of at most `longestFile` seconds.
    case file(String)
    /// A spoken text.
    case speech(Speech)

    /// Longest audio file of a cue in seconds: cues are held in memory.
    static let longestFile = 60.0

    /// A text with the way in which it is spoken.
    package struct Speech: Hashable, Sendable {
        let text: String
        let language: String
        let rate: Double
        let cents: Double
        /// Line for /bin/sh.
        let command: String

        /// A text with its language, rate, pitch in cents and program.
        package init(text: String, language: String, rate: Double, cents: Double, command: String) {
            (self.text, self.language, self.rate) = (text, language, rate)
            (self.cents, self.command) = (cents, command)
        }
    }

    /// The source of a name: a path if it has a slash, a sound made in code otherwise. Throws `.notFound`.
    package init(named name: String) throws(EngineError) {
        if name.hasSlash {
            self = .file(name)
        } else if let sound = CueSound(rawValue: name) {
            self = .made(sound)
        } else {
            throw .refused(Failure(.notFound, tr("there is no sound '\(name)': 'dicta sound' lists all, and a path has a slash")))
        }
    }

    /// True if the samples are worth keeping for the next time.
    package var isKept: Bool {
        switch self {
        case .made: true
        case .file, .speech: false
        }
    }
}
