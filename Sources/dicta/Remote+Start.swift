// Starts an engine and shows it to a person. One thread; waits for the engine.
import Control
import Dictation
import Messages
import System

extension Remote {
    /// Longest wait for an engine that is about to end, in nanoseconds: it may still write a take to a slow disk.
    private static let patience: UInt64 = 120_000_000_000
    /// Longest wait for an engine that has no socket, in nanoseconds: one that runs makes it anew in less.
    private static let patienceForSocket: UInt64 = 15_000_000_000

    /// The verb `start`.
    func start(_ request: Request) throws(DictaError) -> Outcome {
        guard url == nil else { throw .notRemote(verb: "start", cure: tr("run it on the engine's machine")) }
        let options = CommandTable.engineOptions.flatMap { option in
            request.word(option).map { [option.shown, $0] } ?? []
        }
        var (reply, started) = try launched(options: options)
        guard started || options.isEmpty else { throw .runsAlready(engine: engine) }
        reply.fields.append("socket", .text(path))
        reply.fields.append("started", .flag(started))
        let state = state
        if let state { try offerConnections([.input, .output], state) }
        let hint = state?["jack_hint"]?.description
        if let hint { reply.fields.append("hint", .text(hint)) }
        let text = started ? tr("engine \(engine) started (\(path))") : tr("engine \(engine) already runs (\(path))")
        return Outcome(reply, text: text + "\n" + (hint.map { $0 + "\n" } ?? ""))
    }

    /// Starts the engine for a verb that needs one.
    func startFirst() throws(DictaError) { _ = try launched(options: []) }

    /// The answer of the engine to `ping`, and true if it was started for it. An engine that is about to end is waited for: two
    /// cannot have the same socket.
    private func launched(options: [String]) throws(DictaError) -> (reply: Reply, started: Bool) {
        let quit = words("quit")
        let farewell = tr("The engine continues to start in the background; '\(quit)' ends it.")
        if let reply = try answer() { return (reply, false) }
        let starter = Starter(engine: engine, socketPath: path, namedPath: namedPath, environment: environment)
        if ControlPath.isHeld(path) {
            let last = try noting(tr("Waiting for the engine before this one to end")) { (note) throws(DictaError) in
                try answerOfLast(note)
            }
            if let last { return (last, false) }
        }
        let reply = try noting(tr("Starting the engine"), farewell: farewell) { (note) throws(DictaError) in
            try starter.start(options: options) { () throws(ControlError) in
                note?.attend()
                return try ping()
            }
        }
        return (reply, true)
    }

    /// Waits until nobody holds the socket; the answer of an engine that answers meanwhile, since it has just started. Throws if
    /// an engine holds a socket that is not there.
    private func answerOfLast(_ note: WaitNote?) throws(DictaError) -> Reply? {
        let end = Moment.now.nanoseconds + Self.patience
        var seen = Moment.now.nanoseconds
        while ControlPath.isHeld(path), Moment.now.nanoseconds < end {
            note?.attend()
            if let reply = try answer() { return reply }
            if File.exists(path) { seen = Moment.now.nanoseconds }
            guard Moment.now.nanoseconds < seen + Self.patienceForSocket else {
                throw .control(.ending(engine: engine, path: path, pid: ControlPath.holder(of: path)))
            }
            ThisProcess.sleep(milliseconds: 20)
        }
        return nil
    }

    /// The answer to `ping`; nil if no engine runs, and for one that ends.
    private func answer() throws(DictaError) -> Reply? {
        do throws(ControlError) { return try ping() } catch {
            guard error.tellsOfNoEngine else { throw .control(error) }
            return nil
        }
    }

    /// Shows a note to a person during a wait. The body calls `attend` again and again: Ctrl-C then ends the program, and
    /// `farewell` says what goes on.
    func noting<Result, Failure: Error>(
        _ words: String, farewell: String? = nil, _ body: (WaitNote?) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let note = WaitNote(words, self, farewell: farewell)
        if note != nil { Interruption.listen() }
        defer {
            note?.clear()
            if note != nil { Interruption.end() }
        }
        return try body(note)
    }
}
