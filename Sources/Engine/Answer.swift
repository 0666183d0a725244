// Room: Engine. Control loop.
internal import Control

/// Called once, at once or when the work is done.
typealias Answer = (Result<Fields, EngineError>) -> Void

extension Fields {
    /// Both, these first.
    static func + (first: Fields, second: Fields) -> Fields { Fields(first.all + second.all) }
}
