// Completion handlers of requests. Control loop only.
internal import Dictation

/// Called exactly once with the fields of the reply or an error: at once, or when the work is done.
typealias Answer = (Result<Fields, EngineError>) -> Void

/// Called exactly once with the complete reply or an error: at once, or when the work is done.
typealias WholeAnswer = (Result<Reply, EngineError>) -> Void

extension Fields {
    /// All fields of `first`, followed by all of `second`.
    static func + (first: Fields, second: Fields) -> Fields { Fields(first.all + second.all) }
}
