// Detection of a server that stands still and runs again (J2). Control loop only.
internal import Control
internal import Dictation
internal import JackClient
internal import Messages
internal import Realtime
internal import System
internal import Threads

extension JackDesk {
    /// Reports a stall once no period has come for `patience` seconds, and its end once periods come at their pace again. A
    /// frozen server says nothing and its frame time stops, so only the engine's own clock tells. The client stays, because a
    /// frozen server answers no further request. The take is closed and goes on with the first period after the stall.
    func watchPulse(_ client: JackClient, _ time: GraphTime) {
        guard !time.isFreewheeling else { return }
        let age = pulseAge(time)
        if !isStalled, age > patience {
            isStalled = true
            catchUp = CatchUp()
            isFrozenTold = true
            let why = holdUp(client, time) ?? Self.stall
            trouble = why.text
            EngineLog.say(.warning, .jack, "\(plain: why.english); waiting for it")
            board.tell(.jackGone, ["client": .text(client.name), "why": .text(why.text)])
            board.tell(.stalled)
        } else if isStalled, trouble == Self.stall.text, let why = holdUp(client, time) {
            // A server can stand still at first, and then go on without what feeds the engine.
            trouble = why.text
            EngineLog.say(.warning, .jack, LogText(plain: why.english))
        } else if isStalled, age < patience / 2, isAtItsPace(client, time) {
            isStalled = false
            isFrozenTold = false
            trouble = nil
            EngineLog.say(.info, .jack, "JACK runs again")
            board.tell(.jackBack, ["client": .text(client.name), "rate": .int(Int64(client.rate))])
            board.tell(.moves(time))
        }
    }

    /// The refusal of a command that needs periods; nil while they come.
    var standstill: EngineError? {
        guard isStalled else { return nil }
        guard let trouble, trouble != Self.stall.text else { return .serverStill }
        return .refused(Failure(.noServer, trouble))
    }

    /// The client, for a request that the server answers without a period. Throws without a client, and while the server stands
    /// still: a call into libjack would wait for it.
    func answering() throws(EngineError) -> JackClient {
        guard let client else { throw EngineError.noServer }
        if case .serverStill? = standstill { throw EngineError.serverStill }
        return client
    }

    /// The sentence about a server that stands still.
    private static let stall: Message = "the JACK server stands still"

    /// The sentence about a program before the engine in the graph that hangs, or whose network is dead: the server completes
    /// cycles, and the engine gets none of them. Nil for a frozen server, whose frame time stands still.
    ///
    /// The ports stay connected. Most programs go on after some seconds, and their sound with them; a port that was disconnected
    /// and tried again costs more, and jackd itself can get out of step. A room of NetJACK2 that came back under another name
    /// leaves its old ports for good: only their disconnection helps, which is the owner's.
    private func holdUp(_ client: JackClient, _ time: GraphTime) -> Message? {
        let ahead = Int32(bitPattern: client.serverFrame &- time.telemetry.jackFrame)
        guard Double(ahead) > patience / 4 * Double(client.rate) else { return nil }
        var names = client.feeding.map(\.other)
        names = names.enumerated().filter { $0 == 0 || $1 != names[$0 - 1] }.map(\.element)
        guard !names.isEmpty else { return nil }
        let ports = names.prefix(Self.mostNames).joined(separator: ", ")
        return
            "the JACK server goes on, but something that feeds the engine stands still (\(ports)): "
            + "end it, or let it go with 'dicta source none'"
    }

    /// Ports in one sentence: the inputs can have hundreds.
    private static let mostNames = 8

    /// True once the server has finished catching up.
    private func isAtItsPace(_ client: JackClient, _ time: GraphTime) -> Bool {
        catchUp.isOver(time.telemetry.frame, at: Clock.sinceBoot.nanoseconds, rate: client.rate, period: client.bufferSize)
    }

    /// Milliseconds to the next look; -1 if none is due.
    var pulseTimeout: Int32 {
        guard let time, !time.isFreewheeling else { return -1 }
        if isStalled { return 50 }
        return Int32(clamping: Int64(max(20, (patience - pulseAge(time)) * 1000 + 5)))
    }

    /// Seconds since the last period began.
    private func pulseAge(_ time: GraphTime) -> Double {
        let last = max(time.telemetry.wallTime, attached)
        let now = Clock.sinceBoot.nanoseconds
        return now > last ? Double(now - last) / 1e9 : 0
    }

    /// Seconds without a period after which a server counts as stalled: the setting `jack-patience`, and three periods at least.
    /// A shorter time would take the pace of a server for a standstill.
    private var patience: Double {
        let set = settings.current.time(.jackPatience)?.seconds(rate: SettingsTable.frameRate) ?? 2
        return max(set, client.map { 3 * Double($0.bufferSize) / Double($0.rate) } ?? 0)
    }
}
