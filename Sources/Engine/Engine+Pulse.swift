// Room: Engine. Control loop only: whether the server moves (J2).
internal import Control
internal import Dictation
internal import JackClient
internal import Realtime
internal import Synchronization

extension Engine {
    /// A frozen server says nothing, and its frame time stands still with it: only our own clock tells. The client stays, since
    /// nothing more can be asked of that server; the take is closed, and goes on with the first period that comes again, as soon
    /// as they come at their pace.
    func watchPulse(_ client: JackClient, _ time: GraphTime) {
        guard !time.isFreewheeling else { return }
        let age = pulseAge(time)
        if !isStalled, age > patience {
            isStalled = true
            catchUp = CatchUp()
            isFrozenTold = true
            held.hurry()
            let why =
                isHeldUp(client, time)
                ? "the JACK server goes on, but something that feeds the engine stands still" : "the JACK server stands still"
            jackTrouble = why
            EngineLog.say("\(why); waiting for it")
            tell(.jackGone, ["client": .text(client.name), "why": .text(why)])
            recorder.goesOn = resumesTakes
            writer.post(.interrupt(.serverGone))
            subscriptions.noteNews()
        } else if isStalled, age < patience / 2, isAtItsPace(client, time) {
            isStalled = false
            isFrozenTold = false
            jackTrouble = heldTrouble
            EngineLog.say("JACK moves again")
            tell(.jackBack, ["client": .text(client.name), "rate": .int(Int64(client.rate))])
            recorder.goOn(client)
            subscriptions.noteNews()
        }
    }

    private func isAtItsPace(_ client: JackClient, _ time: GraphTime) -> Bool {
        catchUp.isOver(time.telemetry.frame, at: Moment.wallTime, rate: client.rate, period: client.bufferSize)
    }

    /// Milliseconds to the next look; -1 while there is none to take.
    var pulsePause: Int32 {
        guard let time, !time.isFreewheeling else { return -1 }
        if isStalled { return 50 }
        return Int32(clamping: Int64(max(20, (patience - pulseAge(time)) * 1000 + 5)))
    }

    /// Seconds since the last period began.
    private func pulseAge(_ time: GraphTime) -> Double {
        let last = max(time.telemetry.wallTime, attached)
        let now = Moment.wallTime
        return now > last ? Double(now - last) / 1e9 : 0
    }

    var patience: Double { settings.current.time("jack-patience")?.seconds(rate: 48_000) ?? 2 }

    var resumesTakes: Bool { settings.current.text("rec-resume") != "off" }

    /// For everybody who looks.
    var jackState: String { client == nil ? "waiting" : isStalled ? "stalled" : "running" }
}
