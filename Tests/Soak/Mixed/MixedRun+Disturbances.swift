// Servers and engines that die in a mixed run, and its rests. Main thread only; blocks.
import Dictation
import JackTestSupport
import System
import TestSupport

extension MixedRun {
    /// Kills the server or ends it, and waits until all engines are back at the next one.
    func restart() throws(SoakError) {
        for seat in seats { seat.readCounters() }
        let isKilled = restarts.isMultiple(of: 2)
        restarts += 1
        try server.restart(isKilled: isKilled, after: 1 + Double(dice.next(below: 4)))
        for seat in seats {
            try seat.connect()
            waitForServer(seat)
        }
        log.note("server \(isKilled ? "killed" : "ended") and started again")
    }

    private func waitForServer(_ seat: Seat) {
        for _ in 0..<1200 {
            if let status = try? seat.engine.ask("status", timeout: 60), status.text("jack") == "running",
                status.text("record_state") != "waiting"
            {
                return
            }
            Pause.milliseconds(50)
        }
        log.find("\(seat.person.name): the engine did not come back to the server within a minute")
    }

    /// Kills one of two engines in turn: the other four live through the run, so that a slow leak is seen.
    func kill() throws(SoakError) {
        let names = ["podcaster", "reporter"]
        let name = names[kills % names.count]
        guard let seat = seats.first(where: { $0.person.name == name }) else { return }
        // In the middle of a take, if one comes soon.
        let latest = Moment.now.later(seconds: 10)
        while !seat.isInTake, Moment.now < latest, !Interruption.isAsked { try work() }
        kills += 1
        try seat.kill()
    }

    /// Brings all to rest, and writes the figures of it.
    func rest() throws(SoakError) {
        surfaces.leave()
        screens.leave(log)
        for seat in seats { seat.rest() }
        // Sockets that were closed are noticed, screens end, and idle threads too.
        ThisProcess.sleep(milliseconds: 4000)
        try write(.rest)
        rests += 1
    }
}
