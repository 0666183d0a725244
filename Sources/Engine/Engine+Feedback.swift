// Room: Engine. Control loop only: who is sent state, and when.
internal import Control
internal import Dictation

extension Engine {
    /// What the socket's side of the engine answers itself; nothing when it is for the verbs.
    func ownResult(of request: Request, _ ticket: Ticket) -> Result<Reply, Failure>? {
        do throws(ControlError) {
            switch request.name {
            case "subscribe": return .success(Reply(try subscribe(request, ticket.sender)))
            case "unsubscribe": return .success(Reply(try unsubscribe(request, ticket.sender)))
            default: return Dispatcher(engine: options.name).ownReply(to: request)
            }
        } catch {
            return .failure(error.failure)
        }
    }

    private func subscribe(_ request: Request, _ asker: Sender) throws(ControlError) -> Fields {
        let sender = try receiver(request, asker)
        guard sender.canBeAnswered else {
            throw .badReturn(url: "", why: "you have no address of your own; name one with --url")
        }
        do throws(CommandError) {
            try request.checkFrames(rate: SettingsTable.frameRate)
        } catch {
            throw .refused(error.failure)
        }
        let rate = request.double("rate") ?? 20
        let lease = request.time("lease")?.seconds(rate: SettingsTable.frameRate) ?? 30
        let topics = try subscriptions.subscribe(
            sender, to: request.texts("topics").joined(separator: ","), rate: rate, lease: lease, now: Control.Moment.now())
        return [
            "topics": .text(topics.map(\.rawValue).joined(separator: ",")), "rate": .double(rate),
            "lease_seconds": .double(lease), "to": .text(sender.description),
        ]
    }

    private func unsubscribe(_ request: Request, _ asker: Sender) throws(ControlError) -> Fields {
        let sender = try receiver(request, asker)
        let topics = try subscriptions.unsubscribe(sender, from: request.texts("topics").joined(separator: ","))
        return ["topics": .text(topics.map(\.rawValue).joined(separator: ","))]
    }

    private func receiver(_ request: Request, _ asker: Sender) throws(ControlError) -> Sender {
        guard let url = request.text("url") else { return asker }
        return try server.receiver(at: url, askedBy: asker)
    }

    /// Sends what is new to those whose time it is.
    func publish() {
        subscriptions.drop(server.takeGone())
        guard !subscriptions.isEmpty else { return }
        attempt { (server) throws(ControlError) in
            try subscriptions.publish(
                now: Control.Moment.now(), isLive: liveInterval, read: fields(of:), send: { server.offer($1, to: $0) })
        }
    }

    /// Milliseconds until somebody wants to be sent something; -1 when nobody does before there is news.
    var feedbackPause: Int32 {
        guard let wake = subscriptions.wake(isLive: liveInterval) else { return -1 }
        let now = Control.Moment.now()
        return wake <= now ? 0 : Int32(clamping: (wake - now + 999_999) / 1_000_000)
    }

    private var isMoving: Bool {
        client != nil && (player.intended == .playing || player.state == .playing || recorder.state != .idle)
    }

    /// How often a topic is looked at without news, in nanoseconds (0 is as often as asked for); nothing for those that
    /// change with news only.
    private func liveInterval(_ topic: Topic) -> UInt64? {
        switch topic {
        case .meters: client == nil ? nil : 0
        case .position: isMoving ? 0 : nil
        case .transport, .xruns, .disk: 1_000_000_000
        case .gains, .rate, .loop, .markers, .operations, .library: nil
        }
    }
}
