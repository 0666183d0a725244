// The answers that the table and the name of the engine alone give. Any thread may ask; no state.
public import Dictation
import Glibc

extension EngineVerb {
    /// The answer of `ping`, `version` and `commands`; nil for the verbs that only the engine itself can answer.
    ///
    /// The dispatcher gives it to a message that is for now, and the engine to one that has waited for its time.
    /// - Parameter engine: The name of the engine.
    public func reply(to request: Request, engine: String) -> Result<Reply, Failure>? {
        switch self {
        case .ping:
            .success(Reply(["engine": .text(engine), "version": .text(Version.text), "pid": .int(Int64(getpid()))]))
        case .version: .success(Reply(["engine": .text(engine), "version": .text(Version.text)]))
        case .commands: TableReply.reply(to: request)
        case .status, .quit: nil
        }
    }
}
