// Requests from the control socket and the network. Control loop only.
internal import Control
internal import Dictation
internal import System

/// Owns the control server: takes requests, passes them on to be carried out, and answers them.
final class RequestDesk: Desk {
    let board: Switchboard
    let jack: JackDesk
    private let subscriptions: SubscriptionDesk
    let settings: SettingsDesk
    private var server: ControlServer
    /// Requests in bundles with a time tag in the future.
    var schedule = Schedule()
    /// No request is answered before this moment or the end of the first try to reach a JACK server. A user who starts an
    /// engine and records at once must not be told that the engine still looks for its server.
    private let patience = Moment.now.later(milliseconds: 2000)
    /// Pause between two looks for the name of the control socket, in milliseconds.
    private static let lookPause = 5000
    /// Moment of the next look for the name of the control socket.
    private var nextLook = Moment.now.later(milliseconds: RequestDesk.lookPause)
    /// The error of the last look, which is logged once.
    private var lookTrouble: ControlError?
    /// Senders of `quit`, who wait for the end of the engine.
    private var quitters: Set<Sender> = []
    /// True once requests are taken.
    private var isOpen = false
    /// Requests that are started and not answered.
    private var open = OpenRequests()
    /// True for a marker of the running take. Set once by the engine.
    var isOfTake: (Request) -> Bool = { _ in false }
    /// Signs of life of the control loop. Set once by the engine.
    var pulse: LoopPulse?

    /// Makes the desk with a server that already listens.
    init(
        _ board: Switchboard, _ jack: JackDesk, _ subscriptions: SubscriptionDesk, _ settings: SettingsDesk,
        _ server: consuming ControlServer
    ) {
        self.board = board
        self.jack = jack
        self.subscriptions = subscriptions
        self.settings = settings
        self.server = server
    }

    /// Addresses at which requests are taken, as OSC URLs.
    var urls: [String] { server.urls }

    var descriptors: [PollEntry] { isOpen ? server.descriptors : [] }

    var timeout: Int32 {
        // The end of the first try wakes the loop by itself.
        guard isOpen else { return Self.milliseconds(until: patience) }
        return [server.retryTimeout, scheduleTimeout, Self.milliseconds(until: nextLook)].filter { $0 >= 0 }.min() ?? -1
    }

    private static func milliseconds(until moment: Moment) -> Int32 {
        Int32(clamping: max(0, Int64((moment.seconds(since: Moment.now) * 1000).rounded(.up))))
    }

    func turn(_ now: Moment) {
        if !isOpen { isOpen = jack.hasTried || now.seconds(since: patience) >= 0 }
        guard isOpen else { return }
        receive(ControlLimits.turn)
        keepTime()
        subscriptions.drop(server.takeGone())
        keepName(now)
    }

    /// Looks now and then if the name of the control socket is there, and makes it anew.
    private func keepName(_ now: Moment) {
        guard now.seconds(since: nextLook) >= 0 else { return }
        nextLook = now.later(milliseconds: Self.lookPause)
        do throws(ControlError) {
            if try server.keepName() { EngineLog.say(.warning, .control, "the control socket was removed, and is bound anew") }
            lookTrouble = nil
        } catch {
            if lookTrouble != error { EngineLog.say(.error, .control, LogText(error)) }
            lookTrouble = error
        }
    }

    /// The URL of the Unix socket is the path of a file, and of use to its owner only.
    func status(for authority: Authority) -> Fields {
        ["osc_urls": .list(server.urls.filter { authority == .owner || !$0.hasPrefix("osc.unix:") })]
    }

    /// Takes the requests that wait at the sockets and starts each of them, for so many milliseconds: what is left waits for the
    /// next turn. Long work is answered when it is done.
    private func receive(_ milliseconds: Int) {
        attempt { (server) throws(ControlError) in try server.flush() }
        attempt { [subscriptions] (server) throws(ControlError) in try server.receive { subscriptions.has($0) } }
        let (end, permissions) = (Moment.now.later(milliseconds: milliseconds), settings.permissions)
        repeat {
            var message: ReceivedMessage?
            attempt { (server) throws(ControlError) in message = try server.next(permissions) }
            guard let message else { break }
            pulse?.begin(message.ticket)
            take(message)
        } while Moment.now < end
        pulse?.end()
        for line in server.takeRefusals() { EngineLog.say(.warning, .control, LogText(plain: line)) }
    }

    /// Answers a message that is no request, and starts or keeps a request.
    private func take(_ message: ReceivedMessage) {
        switch message.request {
        case .failure(let failure): answer(message.ticket, .failure(failure))
        case .success(let request) where message.ticket.due == nil: take(request, message.ticket)
        case .success(let request): wait(request, message.ticket)
        }
    }

    /// Carries out a request and answers its ticket.
    func take(_ request: Request, _ ticket: Ticket) {
        let claim = OpenRequests.claim(of: request, isOfTake: isOfTake(request))
        if let busy = open.begin(claim, ticket.sender) { return answer(ticket, .failure(busy)) }
        if request.verb == .engine(.quit) { quitters.insert(ticket.sender) }
        board.perform(request, by: ticket.sender.authority, from: ticket.sender) { [self] result in
            open.end(claim, ticket.sender)
            answer(ticket, result.mapError(\.failure))
        }
    }

    /// Answers a ticket.
    func answer(_ ticket: Ticket, _ result: Result<Reply, Failure>) {
        attempt { (server) throws(ControlError) in try server.answer(ticket, result) }
    }

    /// Sends state to a subscriber if that is possible without blocking.
    func offer(_ packet: [UInt8], to sender: Sender) -> Delivery { server.offer(packet, to: sender) }

    /// True if a sender certainly waits for no answer any more. False for one that cannot be known.
    func isGone(_ sender: Sender) -> Bool { server.isGone(sender) }

    /// The receiver at a URL given by `asker`. Throws `ControlError` for a bad or forbidden URL.
    func receiver(at url: String, askedBy asker: Sender) throws(ControlError) -> Sender {
        try server.receiver(at: url, askedBy: asker)
    }

    /// Takes the requests that wait or come now, and closes the socket. The closed engine refuses them: see `Engine.closedWords`.
    /// Another engine may soon listen at the same address, and a client of this one would wait in vain.
    ///
    /// - Parameter keepsPath: true if that is one of this process, and no other.
    func quit(keepsPath: Bool) {
        receive(10 * ControlLimits.turn)
        giveUpSchedule()
        attempt { (server) throws(ControlError) in try server.flush() }
        attempt { (server) throws(ControlError) in try server.close(keeping: quitters, keepsPath: keepsPath) }
    }

    /// Logs the error of a socket that fails; a take goes on without the socket.
    private func attempt(_ work: (inout ControlServer) throws(ControlError) -> Void) {
        do throws(ControlError) {
            try work(&server)
        } catch {
            EngineLog.say(.error, .control, LogText(error))
        }
    }
}
