// Asks once which ports to connect, and warns of missing connections. One thread; waits for the engine and for a person.
import Control
import Dictation
import Messages
import System

extension Remote {
    /// A side of the engine.
    enum Side {
        case input, output

        /// The setting that decides about its connections.
        var key: ParameterKey { self == .input ? .connectIn : .connectOut }
        /// Name in the fields of `status`.
        var name: String { self == .input ? "inputs" : "outputs" }

        /// The question whether to connect the side to these ports.
        func question(_ ports: String) -> String {
            switch self {
            case .input: tr("Connect the inputs to \(ports)? [Y/n]")
            case .output: tr("Connect the outputs to \(ports)? [Y/n]")
            }
        }

        /// The side that a verb needs; nil for a verb that needs none.
        init?(of verb: Verb) {
            switch verb {
            case .recording(.rec), .recording(.append), .recording(.insert), .recording(.overwrite): self = .input
            case .playing(.play): self = .output
            default: return nil
            }
        }
    }

    /// True where a person can answer: never with --json or from another machine.
    private var canAsk: Bool { !asJSON && url == nil && Output.canAsk }

    /// Before a take or playback: asks about the side that it needs if nothing is connected there and nobody has decided yet.
    /// Before a take that is waited for, whose answer comes at its end, warns of missing connections, and returns the warning.
    func lookAtConnections(_ request: Request) throws(DictaError) -> String? {
        guard let side = Side(of: request.verb), url == nil, !asJSON, canAsk || request.flag(.wait) else { return nil }
        if request.command.startsEngine { try startIfNone() }
        guard let state else { return nil }
        if try offerConnections([side], state) { return nil }
        guard request.flag(.wait), let words = state["\(side.name)_warning"]?.description else { return nil }
        Output.complain(words)
        return words
    }

    /// Starts the engine where none answers, if the user permits.
    func startIfNone() throws(DictaError) {
        do throws(ControlError) { _ = try ping() } catch {
            guard case .noEngine = error, mayStart else { return }
            try startFirst()
        }
    }

    /// The fields of `status`; nil if the engine does not tell.
    var state: Fields? {
        guard let request = try? CommandTable.request(.engine(.status)) else { return nil }
        return (try? once(request, timeout: request.command.patience))?.fields
    }

    /// Asks about each side that is connected to nothing, and keeps the answer in the settings: nobody is asked again. True if
    /// a side was connected.
    @discardableResult
    func offerConnections(_ sides: [Side], _ state: Fields) throws(DictaError) -> Bool {
        guard canAsk else { return false }
        var isConnected = false
        for side in sides {
            guard let ports = state["\(side.name)_offer"]?.texts.joined(separator: ", ") else { continue }
            // The end of the input is no answer.
            guard let isWanted = Output.agreement(to: side.question(ports)) else { continue }
            let (value, other) = isWanted ? (Self.devices(state), "none") : ("none", Self.devices(state))
            try set(side.key, value)
            Output.note(kept(side.key, value, other: other))
            if isWanted { isConnected = waitForConnection(side) || isConnected }
        }
        return isConnected
    }

    /// The value of a setting that connects a side to the devices of the server.
    static func devices(_ state: Fields) -> String { state["jack_server"] == .text("PipeWire") ? "default" : "physical" }

    /// The setting that an answer has written, and the command that writes the other one.
    func kept(_ key: ParameterKey, _ value: String, other: String) -> String {
        let command = words("set \(key.rawValue) \(other)")
        return tr("The setting \(key.rawValue) is \(value) from now on; to change it: \(command)")
    }

    private func set(_ key: ParameterKey, _ value: String) throws(DictaError) {
        let request: Request
        do throws(CommandError) {
            request = try CommandTable.request(.settings(.set), [.key: .text(key.rawValue), .value: .text(value)])
        } catch {
            throw .usage(error)
        }
        do throws(ControlError) { _ = try once(request, timeout: request.command.patience) } catch { throw .control(error) }
    }

    /// Waits a second at most until a side is connected: a take that begins now shall have its first frame.
    func waitForConnection(_ side: Side) -> Bool {
        for _ in 0..<50 {
            let key = side == .input ? "sources" : "sinks"
            if let state, state[key] != .text("") { return true }
            ThisProcess.sleep(milliseconds: 20)
        }
        return false
    }
}
