// Errors in sidecars and journals, and their texts. Any thread; a value.
public import JSON
internal import Messages

/// The reason that a text is no valid sidecar or journal.
public enum RecordingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text is not JSON.
    case notJSON(JSONError)
    /// A newer version of Dicta wrote it: nothing in it may be changed.
    case newer(schema: Int64)
    /// A required key is missing.
    case missing(key: String)
    /// The value of a key has the wrong type or range.
    case wrong(key: String, wanted: String)

    /// The reason in words.
    public var description: String {
        switch self {
        case .notJSON(let error): error.description
        case .newer(let schema): tr("a newer version of dicta wrote it (schema \(schema))")
        case .missing(let key): tr("the key \"\(key)\" is missing")
        case .wrong(let key, let wanted): tr("the key \"\(key)\" is not \(wanted)")
        }
    }
}
