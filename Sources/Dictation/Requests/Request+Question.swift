// Requests that only look at the library. Any thread; no I/O.

extension Request {
    /// True for a question to the library, which is answered at once; false for an operation and for all other verbs.
    public var isLibraryQuestion: Bool {
        switch verb {
        case .library(.transcript): !["import", "write"].contains(text(.do))
        case .library(.quarantine): [nil, "list"].contains(text(.do))
        case .library(let verb): verb.isQuestion
        case .marker(.marks): true
        default: false
        }
    }
}
