// The engine of the tour. One thread; waits for the engine.
import Control
import Dictation
import Messages
import System

/// Sends the commands of the tour, and tells when the engine or its JACK server is gone.
final class TourEngine {
    let remote: Remote
    /// True if nothing is told but the answer.
    private let isQuiet: Bool
    /// The beginning of the cleaning, and what is done if the user does not wait for its end.
    private var cleaning: (since: Moment, giveUp: (Int32) -> Void)?
    private var isPatient = true
    /// The last time at which the server ran.
    private var heard = Moment.now

    /// Seconds for which a server may stand still.
    private static let stillness = 5.0
    /// Seconds in which the tour cleans up whatever the user presses: Ctrl-C is often pressed twice.
    private static let hurry = 2.0

    init(_ remote: Remote, isQuiet: Bool) {
        self.remote = remote
        self.isQuiet = isQuiet
    }

    /// Lets signals wait from now on. `giveUp` is called if another one comes while the cleaning takes long.
    func clean(_ giveUp: @escaping (Int32) -> Void) { cleaning = (.now, giveUp) }

    /// The request of a command line as it is shown, with other values in it.
    static func request(_ line: String, _ values: [ParameterKey: Value] = [:]) throws(TourEnd) -> Request {
        do throws(CommandError) {
            let request = try Request(line: line)
            // As words: a count of frames would be taken for seconds.
            let words = request.command.parameters.compactMap { parameter in
                request.word(parameter).map { (parameter.key, Value.text($0)) }
            }
            return try request.command.check(Dictionary(words) { $1 }.merging(values) { $1 })
        } catch {
            throw .failed(.usage(error))
        }
    }

    /// The answer to a request. It is waited for after a signal too: it tells what has to be cleaned up.
    func ask(_ request: Request) throws(TourEnd) -> Reply {
        if cleaning == nil, let number = Interruption.number { throw .signal(number) }
        let note = isQuiet ? nil : WaitNote(request, remote)
        defer { note?.clear() }
        do throws(ControlError) {
            var client = try ControlClient(engine: remote.engine, path: remote.path)
            let reply = try client.ask(request, timeout: request.command.patience, every: 100) {
                note?.look()
                attend()
            }
            if let failure = reply.failure { throw .refused(failure) }
            return reply
        } catch {
            throw .failed(.control(error))
        }
    }

    /// The state of the engine.
    func status() throws(TourEnd) -> Fields { try ask(Self.request("status")).fields }

    /// The state of the engine. Throws without an engine, and without a JACK server.
    func look() throws(TourEnd) -> Fields {
        let status = try status()
        guard status.text("jack") != "running" else {
            heard = .now
            return status
        }
        guard status.text("jack") == "stalled", Moment.now.seconds(since: heard) < Self.stillness else {
            throw .failed(.tour(Self.noServer(status)))
        }
        return status
    }

    /// The error without a JACK server, in the words of `dicta status`.
    static func noServer(_ status: Fields) -> Failure {
        let words = ["jack_trouble", "jack_hint"].map(status.text).filter { !$0.isEmpty }
        return Failure(.noServer, words.isEmpty ? tr("the JACK server is not there") : words.joined(separator: "; "))
    }

    /// True if this error means that no engine is there any more.
    static func isGone(_ end: TourEnd) -> Bool {
        switch end {
        case .failed(.control(.noEngine)), .failed(.control(.engineGone)): true
        default: false
        }
    }

    /// Looks during the cleaning if the user has given up waiting.
    func attend() {
        guard let cleaning, Moment.now.seconds(since: cleaning.since) >= Self.hurry else { return }
        if isPatient { Interruption.forget() }
        isPatient = false
        if let number = Interruption.number { cleaning.giveUp(number) }
    }
}
