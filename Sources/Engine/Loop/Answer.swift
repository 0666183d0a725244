// Completion handlers of requests. Control loop only.
internal import Dictation

/// Called exactly once with the fields of the reply or an error: at once, or when the work is done.
typealias Answer = (Result<Fields, EngineError>) -> Void

/// Called exactly once with the complete reply or an error: at once, or when the work is done.
typealias WholeAnswer = (Result<Reply, EngineError>) -> Void
