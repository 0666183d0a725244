// Answers of the verbs that need no engine state. Any thread; no state.
public import Dictation
import System

extension EngineVerb {
    /// Answers `ping`, `version` and `commands`; nil for `status` and `quit`, which need the engine's state.
    ///
    /// - Parameter engine: The name of the engine.
    public func reply(to request: Request, engine: String) -> Result<Reply, Failure>? {
        switch self {
        case .ping:
            .success(
                Reply(["engine": .text(engine), "version": .text(Version.text), "pid": .int(Int64(ThisProcess.identifier))]))
        case .version: .success(Reply(["engine": .text(engine), "version": .text(Version.text)]))
        case .commands: TableReply.reply(to: request)
        case .status, .quit: nil
        }
    }
}
