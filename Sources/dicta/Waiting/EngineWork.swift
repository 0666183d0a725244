// Shows work on the library that an engine does. One thread; asks the engine for its operations.
import Control
import Dictation
import Messages
import System

/// The progress of an operation that the engine does for this program.
///
/// The answer to a verb comes at its end, and no answer before tells the number of the operation. So the list of operations is
/// asked for it: the newest of this verb, with this name if there is one. Two imports begun in the same instant could be taken
/// for one another; nothing depends on it but this line.
final class EngineWork: Display {
    private let request: Request
    private let verb: LibraryVerb
    private let remote: Remote
    private var bar = WorkBar()
    private var number: Int64?
    private var asked = Moment(nanoseconds: 0)

    let pause: Int32 = 100

    /// Nil for a verb that is answered at once.
    init?(_ request: Request, _ remote: Remote) {
        guard case .library(let verb) = request.verb, !verb.isQuestion, !request.flag(.background) else { return nil }
        (self.request, self.verb, self.remote) = (request, verb, remote)
    }

    func look() {
        let interval = Screen.errors.isLive ? 0.25 : 1
        guard bar.isDue, Moment.now.seconds(since: asked) >= interval else { return }
        guard let fields = operation() else { return }
        let name = fields["name"] ?? fields["current"]
        // Recordings that failed or were left alone are behind it too.
        let treated = ["done", "failed", "skipped"].reduce(Int64(0)) { $0.boundedSum(fields.count($1)) }
        bar.show(
            WorkLine(
                verb: verb, name: name?.description ?? "", done: treated, total: fields.count("total"),
                fraction: fields.number("fraction"), isQueued: fields["state"] == .text("queued")))
    }

    func clear() { bar.clear() }

    func farewell() -> String? {
        guard operation() != nil, let number else { return nil }
        let words = remote.words("operations --cancel \(number)")
        return tr("The engine goes on with it in the background; '\(words)' ends it.")
    }

    /// The operation as the engine lists it; nil if it has ended, or cannot be told from others.
    private func operation() -> Fields? {
        asked = .now
        // An engine that does not answer is reported by the connection that waits for the work.
        guard let list = try? CommandTable.request(.library(.operations)), let reply = try? remote.quickly(list) else {
            return nil
        }
        let mine = reply.items.filter { item in
            guard item["state"] == .text("running") || item["state"] == .text("queued") else { return false }
            if let number { return item["operation"] == .int(number) }
            return item["verb"] == .text(verb.rawValue)
        }
        let newest = mine.max { $0.count("operation") < $1.count("operation") }
        if let newest { number = newest.count("operation") }
        return newest
    }
}
