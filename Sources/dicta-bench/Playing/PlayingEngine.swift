// A private dictad that plays. Main thread only.
import Control
import Dictation
import System

/// An engine that plays, asked over its socket: a program in between would cost more than the measured times.
final class PlayingEngine {
    let child: Child
    let client: String
    let socket: String
    private var control: ControlClient?

    /// Starts an engine and waits until it answers and has its ports.
    ///
    /// - Parameter program: path of another dictad; nil for the one beside this program.
    init(_ number: Int, folder: String, _ more: [String] = [], program: String? = nil) throws(BenchError) {
        guard let program = program ?? Environment.program("dictad", isOurs: true) else {
            throw .unfit("no 'dictad' beside this program; build it too")
        }
        client = "bench-engine\(number)"
        socket = folder + "/engine\(number)"
        let words = ["--name", client, "--socket", socket, "--library", folder + "/library\(number)"] + more
        child = try Child(program, words, log: folder + "/\(client).log")
        for _ in 0..<200 where child.ended == nil {
            control = try? ControlClient(engine: client, path: socket)
            if control != nil, try ask("status")["jack"] == .text("running") { return }
            try Interruption.sleep(seconds: 0.05)
        }
        throw .noStart(program: "dictad", log: child.said)
    }

    /// Sends the words of a message and waits for the answer.
    @discardableResult
    func ask(_ verb: String, _ words: String...) throws(BenchError) -> Fields { try reply(verb, words).fields }

    /// Sends the words of a message and waits for the whole answer.
    func reply(_ verb: String, _ words: [String]) throws(BenchError) -> Reply {
        let request = try Self.request(verb, words)
        do throws(ControlError) {
            guard let reply = try control?.ask(request, timeout: 30) else { throw .noEngine(engine: client, path: socket) }
            return reply
        } catch {
            throw .unfit("dictad, \(verb): \(error)")
        }
    }

    /// A number of `status`.
    func number(_ key: String) throws(BenchError) -> Double {
        switch try ask("status")[key] {
        case .int(let value)?: return Double(value)
        case .double(let value)?: return value
        default: throw .unfit("dictad does not tell its '\(key)'")
        }
    }

    /// Waits until the work of the start is done: half a second that takes less than a fiftieth of a processor. Five seconds at most.
    func settle() throws(BenchError) {
        for _ in 0..<10 {
            let before = try Cost(of: child.pid)
            try Interruption.sleep(seconds: 0.5)
            let after = try Cost(of: child.pid)
            if after.processor - before.processor < 0.02 * (after.moment - before.moment) { return }
        }
    }

    /// UDP port of the engine, if it was started with one.
    var port: UInt16 {
        get throws(BenchError) {
            guard let urls = try ask("status")["osc_urls"]?.texts,
                let url = urls.first(where: { $0.hasPrefix("osc.udp://127.0.0.1:") }),
                let port = url.split(separator: ":").last.flatMap({ UInt16($0.prefix { $0.isNumber }) })
            else { throw .unfit("dictad does not tell its UDP port") }
            return port
        }
    }

    /// Ends the engine.
    func stop() throws(BenchError) {
        control = nil
        guard try child.stop(SignalNumber.terminate) else { throw .unfit("dictad had to be killed; its log:\n\(child.said)") }
    }

    private static func request(_ verb: String, _ words: [String]) throws(BenchError) -> Request {
        do throws(CommandError) {
            let command = try CommandTable.command(named: verb)
            var rest = words[...]
            var given: [CommandArgument] = []
            if !words.count.isMultiple(of: 2), let positional = command.positional, let bare = rest.popFirst() {
                given.append(CommandArgument(positional.name, try positional.read(bare, of: verb)))
            }
            while let key = rest.popFirst(), let text = rest.popFirst() {
                guard let parameter = command.parameter(key) else { throw command.unknownOption(key) }
                given.append(CommandArgument(key, try parameter.read(text, of: verb)))
            }
            return try command.check(named: given)
        } catch {
            throw .unfit("'\(verb)' is not known to this build: \(error)")
        }
    }
}
