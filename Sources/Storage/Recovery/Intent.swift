// A value any thread may hold; no I/O.

/// A change of several files of a library's folder, wanted whole or not at all. `Library.carryOut` does it.
struct Intent: Sendable, Hashable {
    struct Move: Sendable, Hashable {
        var from: String
        var to: String
    }

    struct Sidecar: Sendable, Hashable {
        var file: String
        var text: String
        /// File that a new one is made of, whose mode it gets.
        var like: String?
    }

    /// Whose change it is: gives the note its name.
    var name: String
    /// Never onto another file, but one that is removed in the same change.
    var moves: [Move] = []
    /// New ones, and those that take the place of what is there.
    var sidecars: [Sidecar] = []
    var removals: [String] = []

    init(name: String) { self.name = name }
}
