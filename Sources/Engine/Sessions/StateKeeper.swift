// The state that an engine outside sessions keeps. Control loop only; a value.
internal import System

/// When the state was kept last, and what it was.
struct StateKeeper {
    /// Path of the file.
    let path: String
    /// The state as it was kept last; nil before the first time.
    var kept: SessionState?
    /// When the state was compared last.
    var looked = Moment.now
    /// When the state was kept last.
    var keptAt = Moment.now
    /// True while the library's thread writes the file.
    var isWriting = false
    /// True after a failure was told, until the file could be written again.
    var isTold = false

    /// Seconds between two looks: a fader moves often.
    static let pause = 1.0
    /// Seconds between two places that are kept while a recording plays: a killed engine forgets no more.
    static let pace = 10.0

    /// Makes a keeper of the file at `path`, which has `kept`.
    init(path: String, kept: SessionState?) {
        self.path = path
        self.kept = kept
    }
}
