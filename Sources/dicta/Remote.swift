// Requests to an engine, which is started when the verb permits. One thread; waits for the engine.
import Control
import Dictation
import FoundationEssentials

/// Sends requests to the engine that the command line names, and starts it when the verb permits.
struct Remote {
    let engine: String
    let path: String
    /// The socket path that the user gave; a started engine gets it too.
    let namedPath: String?
    let mayStart: Bool
    /// The engine's TCP URL; nil for the Unix socket.
    let url: String?
    let environment: [String: String]
    /// True if the answer is for a program: nobody is asked and told anything but the answer.
    let asJSON: Bool

    init(_ invocation: Invocation) throws(DictaError) {
        engine = invocation.text(.engine) ?? CommandTable.standardEngine
        url = invocation.text(.remote)
        mayStart = !invocation.flag(.noStart) && url == nil
        asJSON = invocation.flag(.json)
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

    private init(_ other: Remote, engine: String, path: String) {
        (self.engine, self.path, namedPath, mayStart, url) = (engine, path, nil, other.mayStart, nil)
        environment = other.environment
        asJSON = other.asJSON
    }

    /// Another engine of this user at its standard socket; this one for nil.
    func with(engine name: String?) throws(ControlError) -> Remote {
        guard let name else { return self }
        return Remote(
            self, engine: name, path: try ControlPath.standard(engine: name, runtimeFolder: environment["XDG_RUNTIME_DIR"]))
    }

    /// Sends a request and waits for the answer; starts the engine first when nobody answers and the verb permits. Shows a person
    /// what goes on meanwhile.
    func ask(_ request: Request) throws(DictaError) -> Reply {
        if request.verb == .engine(.quit) { return try quit(request) }
        let told = try lookAtConnections(request)
        let reply = try reply(to: request)
        return told.map { Remote.without($0, reply) } ?? reply
    }

    /// The reply without a line of its warning, which the user has read already.
    static func without(_ told: String, _ reply: Reply) -> Reply {
        guard let warning = reply.fields["warning"]?.description else { return reply }
        let others = warning.split(separator: "\n").filter { $0 != told }.joined(separator: "\n")
        let rest = reply.fields.all.filter { $0.key != "warning" }
        let fields = Fields(rest + (others.isEmpty ? [] : [Field("warning", .text(others))]))
        return Reply(fields, items: reply.items, failure: reply.failure)
    }

    /// The answer of the engine, which is started first when nobody answers and the verb permits.
    private func reply(to request: Request) throws(DictaError) -> Reply {
        do throws(ControlError) {
            return try watched(request)
        } catch {
            guard case .noEngine = error, request.command.startsEngine, mayStart else { throw .control(error) }
        }
        try startFirst()
        do throws(ControlError) { return try watched(request) } catch { throw .control(error) }
    }

    /// The answer of the engine; a person sees meanwhile what goes on.
    private func watched(_ request: Request) throws(ControlError) -> Reply {
        let display = display(for: request)
        if display != nil { Interruption.listen() }
        defer {
            display?.clear()
            if display != nil { Interruption.end() }
        }
        return try once(request, timeout: patience(for: request), display)
    }

    /// Asks for something that is shown beside other work: what is late is left out.
    func quickly(_ request: Request) throws(ControlError) -> Reply { try once(request, timeout: 2, nil) }

    /// A command line for the same engine, to be shown.
    func words(_ line: String) -> String {
        let isStandard = namedPath == nil && engine == CommandTable.standardEngine
        let which =
            url.map { "--remote \($0) " } ?? namedPath.map { "--socket \($0) " } ?? (isStandard ? "" : "--engine \(engine) ")
        return "dicta \(which)\(line)"
    }

    private func display(for request: Request) -> (any Display)? {
        if request.verb == .guide(.ask), request.flag(.wait) { return AskDisplay(self) }
        if request.flag(.wait) { return LiveTake(request, self) }
        return EngineWork(request, self) ?? WaitNote(request, self)
    }

    /// The timeout in seconds; nil for a take that is waited for, which can take any time.
    private func patience(for request: Request) -> Double? {
        request.flag(.wait) ? nil : request.command.patience
    }

    func once(_ request: Request, timeout: Double?, _ display: (any Display)? = nil) throws(ControlError) -> Reply {
        let pause = display?.pause ?? ControlLimits.probe
        if let url {
            let patience = StreamClient.patience
            var client = try StreamClient(url: url, patience: min(timeout ?? patience, patience))
            return try client.ask(request, timeout: timeout, every: pause) { display?.attend() }
        }
        var client = try ControlClient(engine: engine, path: path)
        return try client.ask(request, timeout: timeout, every: pause) { display?.attend() }
    }

    /// True if the engine answers.
    var isThere: Bool {
        do throws(ControlError) {
            _ = try ping()
            return true
        } catch {
            return false
        }
    }

    func ping() throws(ControlError) -> Reply {
        let request: Request
        do throws(CommandError) {
            request = try CommandTable.request(.engine(.ping))
        } catch {
            throw .refused(error.failure)
        }
        return try once(request, timeout: request.command.patience, nil)
    }
}
