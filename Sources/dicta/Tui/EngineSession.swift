// The screen's connection to its engine, which comes and goes. One thread; never waits.
import Control
import Dictation
import Face
import Messages
import System

/// Keeps a screen connected: connects again by itself, renews subscriptions, and notices an engine that is gone or hangs.
final class EngineSession {
    private enum State {
        /// The next attempt is due at that time.
        case apart(until: Moment)
        /// The engine has not told its name yet.
        case greeting(EngineLink)
        case joined(EngineLink)
    }

    /// Tickets of requests that are not the screen's.
    private enum Own: Int {
        case ping = -1
        case subscription = -2
    }

    /// Pause between two attempts to connect, in milliseconds: a socket here, or a machine elsewhere.
    private var pause: Int { remote.url == nil ? 200 : 2000 }
    /// Quiet time after which the engine is asked if it lives, in milliseconds. The kernel tells nothing by itself: the end of an
    /// engine is the error of the next packet that is sent.
    private static let quiet = 500
    private static let lease = 30.0
    private static let renewal = 10_000

    private let remote: Remote
    private var state = State.apart(until: Moment(nanoseconds: 0))
    private var topics: [Topic: Double] = [:]
    private var heard = Moment(nanoseconds: 0)
    private var renewed = Moment(nanoseconds: 0)
    private var told: LinkState?
    private var wantsEngine: Bool
    private var started: (pid: Int32, log: EngineLog)?
    /// Engines that were started and have answered: their results are taken when they have ended.
    private var children: [Int32] = []
    private var news: [FaceEvent] = []

    init(_ remote: Remote) {
        self.remote = remote
        wantsEngine = remote.mayStart
    }

    /// True for an engine that is reached over a network.
    var isRemote: Bool { remote.url != nil }
    /// The user's home.
    var home: String? { remote.environment["HOME"] }

    private var link: EngineLink? {
        switch state {
        case .apart: nil
        case .greeting(let link), .joined(let link): link
        }
    }

    /// The descriptor to poll; nil without a connection.
    var entry: PollEntry? { link.map { PollEntry($0.descriptor, writes: $0.waitsToWrite) } }

    /// The time at which `turn` is due.
    var nextTime: Moment {
        switch state {
        case .apart(let until): until
        case .greeting(let link), .joined(let link):
            min(
                link.deadline ?? heard.later(milliseconds: Self.quiet), heard.later(milliseconds: Self.quiet),
                renewed.later(milliseconds: Self.renewal))
        }
    }

    /// Connects, asks and renews what is due, and gives all that came.
    func turn() -> [FaceEvent] {
        let now = Moment.now
        children.removeAll { EngineProcess.ended($0) != nil }
        if case .apart(let until) = state, until <= now { connect(now) }
        if let link {
            do throws(ControlError) {
                for arrival in try link.receive() {
                    heard = now
                    try take(arrival, link)
                }
                if heard.later(milliseconds: Self.quiet) <= now, !link.tickets.contains(Own.ping.rawValue) {
                    try ask(.engine(.ping), [:], .ping, link)
                    heard = now
                }
                if case .joined = state, renewed.later(milliseconds: Self.renewal) <= now { try subscribe(link) }
            } catch { lose(error) }
        }
        defer { news = [] }
        return news
    }

    /// Sends a request of the screen. Without an engine it fails at once.
    func ask(_ request: Request, ticket: Int) {
        guard case .joined(let link) = state else {
            news.append(.answer(ticket: ticket, .failure(Failure(.noEngine, goneWords))))
            return
        }
        do throws(ControlError) { try link.ask(request, ticket: ticket) } catch {
            // A request that cannot be sent is no reason to lose the engine.
            switch error {
            case .tooLarge, .unencodable: news.append(.answer(ticket: ticket, .failure(error.failure)))
            default:
                news.append(.answer(ticket: ticket, .failure(error.failure)))
                lose(error)
            }
        }
    }

    /// True while `turn` has something to give that did not come from the engine.
    var hasNews: Bool { !news.isEmpty }

    /// True while an answer to the screen is on its way.
    var awaitsAnswers: Bool { link?.tickets.contains { $0 >= 0 } ?? true }

    /// Subscribes to these topics instead of those before.
    func follow(_ topics: [Topic: Double]) {
        let dropped = self.topics.keys.filter { topics[$0] == nil }
        self.topics = topics
        guard case .joined(let link) = state else { return }
        do throws(ControlError) {
            if !dropped.isEmpty {
                let names = dropped.map(\.rawValue).sorted().joined(separator: ",")
                try ask(.subscription(.unsubscribe), [.topics: .text(names)], .subscription, link)
            }
            try subscribe(link)
        } catch { lose(error) }
    }

    /// Starts an engine as soon as no other one holds its socket.
    func startEngine() {
        wantsEngine = remote.url == nil
        forgetStart()
        if case .apart = state { state = .apart(until: .now) }
    }

    /// The end of the engine that was started last is no news any more.
    private func forgetStart() {
        if let started { children.append(started.pid) }
        started = nil
    }

    // MARK: Connection

    private func connect(_ now: Moment) {
        do throws(ControlError) {
            let link: EngineLink
            if let url = remote.url {
                link = try EngineLink(url: url)
            } else {
                link = try EngineLink(engine: remote.engine, path: remote.path)
            }
            state = .greeting(link)
            heard = now
            try ask(.engine(.ping), [:], .ping, link)
            if told == nil { tell(.connecting) }
        } catch {
            state = .apart(until: now.later(milliseconds: pause))
            guard case .noEngine = error else { return tell(.gone(error.description)) }
            startIfWanted(error)
        }
    }

    private func startIfWanted(_ error: ControlError) {
        if let (pid, log) = started {
            // A started engine answers soon, or has ended.
            guard let how = EngineProcess.ended(pid) else { return tell(.connecting) }
            started = nil
            let died = DictaError.died(engine: remote.engine, how: how, log: log.written, lastWords: log.lastWords())
            return tell(.gone(died.description))
        }
        guard wantsEngine else { return tell(.gone(goneWords)) }
        tell(.connecting)
        // An engine that ends still holds the socket.
        guard !ControlPath.isHeld(remote.path) else { return }
        wantsEngine = false
        let starter = Starter(
            engine: remote.engine, socketPath: remote.path, namedPath: remote.namedPath, environment: remote.environment)
        do throws(DictaError) {
            started = try starter.launch(options: [])
            state = .apart(until: Moment.now.later(milliseconds: 20))
        } catch { tell(.gone(error.description)) }
    }

    private var goneWords: String {
        remote.url.map { url in tr("no engine answers at \(url)") } ?? tr("engine '\(remote.engine)' is gone")
    }

    /// Ends the connection; what was asked is answered by a failure.
    private func lose(_ error: ControlError) {
        let tickets = link?.tickets.filter { $0 >= 0 } ?? []
        state = .apart(until: Moment.now.later(milliseconds: pause))
        let words =
            switch error {
            case .engineGone: goneWords
            case .timeout: tr("engine '\(remote.engine)' does not answer; its log tells more")
            default: error.description
            }
        for ticket in tickets { news.append(.answer(ticket: ticket, .failure(Failure(.noEngine, words)))) }
        tell(.gone(words))
    }

    private func tell(_ link: LinkState) {
        guard link != told else { return }
        told = link
        news.append(.link(link))
    }

    // MARK: Messages

    private func take(_ arrival: EngineLink.Arrival, _ link: EngineLink) throws(ControlError) {
        switch arrival {
        case .answer(Own.ping.rawValue, let result):
            guard case .greeting = state else { return }
            guard case .success(let reply) = result else { return }
            state = .joined(link)
            forgetStart()
            wantsEngine = false
            tell(.connected(engine: reply.fields["engine"]?.description ?? remote.engine))
            try subscribe(link)
        case .answer(Own.subscription.rawValue, _): break
        case .answer(let ticket, let result): news.append(.answer(ticket: ticket, result))
        case .state(let state): news.append(.state(topic: state.topic, state.fields))
        case .message(let message):
            let root = CommandTable.root + "event/"
            guard message.path.hasPrefix(root) else { return }
            news.append(.event(name: String(message.path.dropFirst(root.count)), Self.pairs(message.arguments)))
        }
    }

    private static func pairs(_ arguments: [OSCArgument]) -> Fields {
        var fields = Fields()
        var rest = arguments[...]
        while let key = rest.popFirst(), let value = rest.popFirst() {
            if case .string(let name) = key, let value = value.value { fields.append(name, value) }
        }
        return fields
    }

    private func subscribe(_ link: EngineLink) throws(ControlError) {
        renewed = .now
        for (rate, group) in Dictionary(grouping: topics.keys, by: { topics[$0] ?? 1 }).sorted(by: { $0.key < $1.key }) {
            // Topic by topic: an older engine lacks some, and would refuse all of a list.
            for topic in group.sorted(by: { $0.rawValue < $1.rawValue }) {
                let values: [ParameterKey: Value] = [
                    .topics: .text(topic.rawValue), .rate: .double(min(max(rate, 0.1), 100)), .lease: .double(Self.lease),
                ]
                try ask(.subscription(.subscribe), values, .subscription, link)
            }
        }
    }

    private func ask(_ verb: Verb, _ values: [ParameterKey: Value], _ own: Own, _ link: EngineLink) throws(ControlError) {
        let request: Request
        do throws(CommandError) { request = try CommandTable.request(verb, values) } catch { throw .refused(error.failure) }
        try link.ask(request, ticket: own.rawValue)
    }
}
