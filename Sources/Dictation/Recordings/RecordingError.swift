// A value any thread may hold.

/// Why a text is no description of a recording.
public enum RecordingError: Error, Sendable, Hashable, CustomStringConvertible {
    case notJSON(JSONError)
    /// A newer program wrote it: nothing of it may be touched.
    case newer(schema: Int64)
    case missing(key: String)
    case wrong(key: String, wanted: String)

    public var description: String {
        switch self {
        case .notJSON(let error): error.description
        case .newer(let schema): "a newer program wrote it (schema \(schema))"
        case .missing(let key): "its key \"\(key)\" is missing"
        case .wrong(let key, let wanted): "its key \"\(key)\" is not \(wanted)"
        }
    }
}
