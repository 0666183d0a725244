// A wanted change of several files. A value; any thread; no I/O.

/// A change of several files in a library's folder, to be made completely or not at all by `Library.carryOut`.
struct Intent: Sendable, Hashable {
    /// A rename within the folder.
    struct Move: Sendable, Hashable {
        var from: String
        var to: String
    }

    /// A sidecar to write.
    struct Sidecar: Sendable, Hashable {
        var file: String
        var text: String
        /// File whose mode a new sidecar gets.
        var like: String?
    }

    /// Name of the recording that changes; the note is named after it.
    var name: String
    /// Renames; a target may exist only if the same change removes it.
    var moves: [Move] = []
    /// Sidecars to create or to replace.
    var sidecars: [Sidecar] = []
    /// Files to remove.
    var removals: [String] = []

    /// Makes a change without steps.
    init(name: String) { self.name = name }
}
