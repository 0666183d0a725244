// Requests to an engine, which is started when the verb permits. One thread; waits for the engine.
import Control
import Dictation
import FoundationEssentials

/// Sends requests to the engine that the command line names, and starts it when the verb permits.
struct Remote {
    let engine: String
    let path: String
    /// The socket path that the user gave; a started engine gets it too.
    private let namedPath: String?
    private let mayStart: Bool
    /// The engine's TCP URL; nil for the Unix socket.
    let url: String?
    let environment: [String: String]

    init(_ invocation: Invocation) throws(DictaError) {
        engine = invocation.text(.engine) ?? CommandTable.standardEngine
        url = invocation.text(.remote)
        mayStart = !invocation.flag(.noStart) && url == nil
        environment = ProcessInfo.processInfo.environment
        namedPath = invocation.text(.socket).map(Paths.absolute)
        do throws(ControlError) {
            // Also checks the engine's name, which a given path leaves unused here but not in JACK.
            let standard = try ControlPath.standard(engine: engine, runtimeFolder: environment["XDG_RUNTIME_DIR"])
            path = namedPath ?? standard
        } catch {
            throw .control(error)
        }
    }

    /// Sends a request and waits for the answer; starts the engine first when nobody answers and the verb permits.
    func ask(_ request: Request) throws(DictaError) -> Reply {
        do throws(ControlError) {
            return try once(request, timeout: patience(for: request))
        } catch {
            guard case .noEngine = error, request.command.startsEngine, mayStart else { throw .control(error) }
        }
        _ = try starter.start(options: []) { () throws(ControlError) in try ping() }
        do throws(ControlError) {
            return try once(request, timeout: patience(for: request))
        } catch {
            throw .control(error)
        }
    }

    /// The verb `start`.
    func start(_ request: Request) throws(DictaError) -> Outcome {
        guard url == nil else { throw .usage(.unexpected(command: request.name, argument: "--remote")) }
        let options = CommandTable.engineOptions.flatMap { option in
            request.word(option).map { [option.shown, $0] } ?? []
        }
        var started = false
        var reply: Reply
        do throws(ControlError) {
            reply = try ping()
            guard options.isEmpty else { throw .alreadyRuns(engine: engine, path: path) }
        } catch {
            if case .alreadyRuns = error { throw .runsAlready(engine: engine) }
            guard case .noEngine = error else { throw .control(error) }
            reply = try starter.start(options: options) { () throws(ControlError) in try ping() }
            started = true
        }
        reply.fields.append("socket", .text(path))
        reply.fields.append("started", .flag(started))
        let text = started ? "engine \(engine) started (\(path))\n" : "engine \(engine) already runs (\(path))\n"
        return Outcome(reply, text: text)
    }

    private var starter: Starter {
        Starter(engine: engine, socketPath: path, namedPath: namedPath, environment: environment)
    }

    /// The timeout in seconds; nil for a take that is waited for, which can take any time.
    private func patience(for request: Request) -> Double? {
        request.flag(.wait) ? nil : request.command.patience
    }

    private func once(_ request: Request, timeout: Double?) throws(ControlError) -> Reply {
        if let url {
            var client = try StreamClient(url: url)
            return try client.ask(request, timeout: timeout)
        }
        var client = try ControlClient(engine: engine, path: path)
        return try client.ask(request, timeout: timeout)
    }

    private func ping() throws(ControlError) -> Reply {
        let request: Request
        do throws(CommandError) {
            request = try CommandTable.request(.engine(.ping))
        } catch {
            throw .refused(error.failure)
        }
        return try once(request, timeout: request.command.patience)
    }
}
