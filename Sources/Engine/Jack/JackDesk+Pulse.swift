// Detection of a server that stands still and runs again (J2). Control loop only.
internal import Control
internal import Dictation
internal import JackClient
internal import Messages
internal import Realtime
internal import System

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
            let why = stallWords(client, time)
            trouble = why.text
            EngineLog.say(.warning, .jack, "\(plain: why.english); waiting for it")
            board.tell(.jackGone, ["client": .text(client.name), "why": .text(why.text)])
            board.tell(.stalled)
        } else if isStalled, age < patience / 2, isAtItsPace(client, time) {
            isStalled = false
            isFrozenTold = false
            trouble = nil
            EngineLog.say(.info, .jack, "JACK runs again")
            board.tell(.jackBack, ["client": .text(client.name), "rate": .int(Int64(client.rate))])
            board.tell(.moves(time))
        }
    }

    private func stallWords(_ client: JackClient, _ time: GraphTime) -> Message {
        isHeldUp(client, time)
            ? "the JACK server goes on, but something that feeds the engine stands still" : "the JACK server stands still"
    }

    /// True while the server completes cycles but the engine gets none of them: a program before the engine in the graph hangs.
    /// The frame time of a frozen server stands still.
    func isHeldUp(_ client: JackClient, _ time: GraphTime) -> Bool {
        let ahead = Int32(bitPattern: client.serverFrame &- time.telemetry.jackFrame)
        return Double(ahead) > patience / 4 * Double(client.rate)
    }

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

    /// Seconds without a period after which a server counts as stalled: the setting `jack-patience`.
    private var patience: Double { settings.current.time(.jackPatience)?.seconds(rate: SettingsTable.frameRate) ?? 2 }
}
