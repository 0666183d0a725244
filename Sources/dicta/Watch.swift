// The verb `watch`: prints state messages until a signal. One thread.
import Control
import Dictation
import Messages
import Synchronization
import System

/// The verb `watch`: keeps a subscription and prints one line for each change.
struct Watch {
    private let request: Request
    private let remote: Remote
    private let asJSON: Bool
    /// True in a terminal window of its own, which closes with this program.
    let isWindow: Bool

    /// Set by the signal, read after each wait.
    private static let isOver = Atomic<Bool>(false)
    private static let lease = 30.0
    private static let renewal: UInt64 = 10_000_000_000

    /// Nil when the command line is no `watch`.
    init?(_ invocation: Invocation, asJSON: Bool) throws(DictaError) {
        guard invocation.command?.verb == .terminal(.watch), !invocation.flag(.help), !invocation.flag(.version) else {
            return nil
        }
        request = try invocation.request()
        remote = try Remote(invocation)
        // State messages arrive at the Unix socket only.
        guard remote.url == nil else {
            let cure = tr("run it on the engine's machine, or have state sent to an OSC program ('dicta help subscribe', --url)")
            throw .notRemote(verb: "watch", cure: cure)
        }
        self.asJSON = asJSON
        isWindow = request.flag(.window) && !asJSON
    }

    /// Prints until SIGINT or SIGTERM, or until the terminal is closed.
    func run() throws(DictaError) {
        if isWindow { try open() }
        listenToSignals()
        do throws(ControlError) {
            var client = try ControlClient(engine: remote.engine, path: remote.path)
            // Wrong topics are refused here, before anything is printed.
            _ = try client.ask(try subscription(), timeout: 5)
            try follow(&client)
            try client.post(try command(.unsubscribe))
        } catch {
            throw .control(error)
        }
    }

    /// Begins a window: starts an engine where none answers, asks about missing connections, and shows the state as `status` does.
    private func open() throws(DictaError) {
        try remote.startIfNone()
        if let state = remote.state { try remote.offerConnections([.input, .output], state) }
        let status: Request
        do throws(CommandError) { status = try CommandTable.request(.engine(.status)) } catch { throw .usage(error) }
        try Output.standard(Outcome(try remote.ask(status), to: status).text + "\n")
    }

    /// Unblocks the signals too: a parent may have blocked them, which children inherit, and the stream could not be ended.
    private func listenToSignals() {
        let ends = [SignalNumber.interrupt, SignalNumber.terminate, SignalNumber.hangUp].filter { !SignalNumber.isIgnored($0) }
        for number in ends { SignalNumber.handle(number) { _ in Watch.isOver.store(true, ordering: .relaxed) } }
        _ = try? SignalSet(ends).unblock()
    }

    private func follow(_ client: inout ControlClient) throws(ControlError) {
        var shown: [String: Fields] = [:]
        var renewed = Moment.now.nanoseconds
        while !Self.isOver.load(ordering: .relaxed) {
            for message in try client.messages(within: 250) {
                do throws(DictaError) {
                    if let event = EventMessage(message) { try show(event) }
                    // A renewal sends the whole state once more.
                    guard let state = StateMessage(message), shown[state.topic] != state.fields else { continue }
                    shown[state.topic] = state.fields
                    try show(state)
                } catch {
                    throw .refused(Failure(error.code, error.description))
                }
            }
            guard Moment.now.nanoseconds - renewed > Self.renewal else { continue }
            renewed = Moment.now.nanoseconds
            try client.post(try subscription())
        }
    }

    private func show(_ state: StateMessage) throws(DictaError) {
        if asJSON {
            let all = [Field("topic", .text(state.topic))] + state.fields.all
            try Output.json(JSONText.object(Reply(Fields(all)), isList: false))
        } else {
            try line(state.topic, in: .cyan, state.fields)
        }
    }

    /// Prints an event. The values that are the same for all events of an engine are left out of the text.
    private func show(_ event: EventMessage) throws(DictaError) {
        if asJSON {
            let own: Fields = ["event": .text(event.event), "topic": .text(Topic.events.rawValue)]
            let others = event.fields.all.filter { own[$0.key] == nil }
            try Output.json(JSONText.object(Reply(Fields(own.all + others)), isList: false))
        } else {
            let common = ["event", "engine", "library", "socket", "time"]
            try line(event.event, in: .yellow, Fields(event.fields.all.filter { !common.contains($0.key) }))
        }
    }

    /// Prints a name and fields on one line.
    private func line(_ name: String, in colour: Colour, _ fields: Fields) throws(DictaError) {
        let words = Listing.text(fields).split(separator: "\n").map { line in
            line.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        }
        let gap = String(repeating: " ", count: max(1, 11 - name.count))
        try Output.standard(name, in: colour, gap + words.joined(separator: ", ") + "\n")
    }

    private func subscription() throws(ControlError) -> Request {
        try command(
            .subscribe,
            [
                .topics: .text(request.texts(.topics).joined(separator: ",")), .rate: .double(request.double(.rate) ?? 10),
                .lease: .double(Self.lease),
            ])
    }

    private func command(
        _ verb: SubscriptionVerb, _ values: [ParameterKey: Value] = [:]
    ) throws(ControlError) -> Request {
        do throws(CommandError) {
            return try CommandTable.request(.subscription(verb), values)
        } catch {
            throw .refused(error.failure)
        }
    }
}
