// Progress of the library's current operation. Any thread; a value.

/// The library's current operation and its progress.
struct Working: Sendable, Equatable {
    /// Name of the verb.
    let verb: String
    /// Name of the recording or file that is worked on.
    let name: String
    /// Progress of the whole operation in whole per cent, so that few changes need to be reported.
    let percent: Int
}
