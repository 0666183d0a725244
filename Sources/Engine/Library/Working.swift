// Library worker to control loop; a value.

/// The operation that the library works at.
struct Working: Sendable, Equatable {
    let verb: String
    /// The recording or file that it is at.
    let name: String
    /// Progress of the whole operation in whole numbers: it is told when it changes.
    let percent: Int
}
