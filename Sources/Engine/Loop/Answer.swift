// How the control loop answers. Control loop only.
internal import Dictation

/// Called once with the fields of the reply, at once or when the work is done.
typealias Answer = (Result<Fields, EngineError>) -> Void

/// Called once with the whole reply, at once or when the work is done.
typealias WholeAnswer = (Result<Reply, EngineError>) -> Void

extension Fields {
    /// All fields of `first`, then all of `second`.
    static func + (first: Fields, second: Fields) -> Fields { Fields(first.all + second.all) }
}
