// Rest of an engine, and its death. Main thread only; blocks.
import Dictation
import Glibc
import JackTestSupport
import TestSupport

extension Seat {
    /// Makes the recording that is loaded at each rest, so that what is open then is the same each time.
    func begin() throws(EngineProcess.Trouble) {
        let start = server.probe(.fine).frameTime
        try ask("rec", ["name", "rest"])
        server.probe(.fine).waitFor(frame: start &+ 24_000)
        try ask("stop", ["what", "rec"])
        _ = try ask("info", ["rest"])
    }

    /// Ends all that the engine does, and loads the recording of the rests.
    func rest() {
        drop()
        do throws(EngineProcess.Trouble) {
            if take != nil { try stop(checking: 10) }
            // Refused where nothing plays.
            _ = try? ask("stop", ["what", "all"])
            for words in [["loop", "clear"], ["rate", "1"], ["pitch", "0"], ["skip", "off"], ["monitor", "off"]] {
                _ = try? ask(words[0], Array(words.dropFirst()))
            }
            try waitForOperations()
            try ask("load", ["rest"])
        } catch { fail(error) }
    }

    /// Waits until no operation waits or runs, for two minutes at most.
    func waitForOperations() throws(EngineProcess.Trouble) {
        for _ in 0..<1200 {
            let states = try engine.reply("operations", timeout: 120).items.map { $0.text("state") }
            guard states.contains("queued") || states.contains("running") else { return }
            Pause.milliseconds(100)
        }
        throw .noAnswer("an operation did not end within two minutes")
    }

    /// Kills the engine in the middle of what it does, starts it again, and checks what is left of its take.
    func kill() throws(SoakError) {
        readCounters()
        let status = try? engine.ask("status", timeout: 120)
        let name = status?.text("record_state") == "recording" ? status?.text("name") : nil
        let length = Int(status?.count("elapsed_frames") ?? 0)
        drop()
        take = nil
        let probe = server.probe(person.feed)
        let delay = log.note("\(person.name): is killed in '\(name ?? "")'")
        let sent = probe.count
        engine.signal(SIGKILL)
        _ = engine.finish()
        do { try engine.restart() } catch { throw .engine(person.name, error) }
        let last = name.map { check([$0], isKilled: true) } ?? nil
        try connect()
        guard let name else { return }
        recordings.removeAll { $0 == name }
        recordings.append(name)
        guard let last else {
            // Frames of the last second may be gone: all of a take that has just begun.
            guard length > probe.rate else { return }
            let segments = (try? recording(name).segments.map { "\($0.file) \($0.frames)" }) ?? []
            return log.find("\(person.name): '\(name)' has no frame after a kill: \(segments.joined(separator: ", "))")
        }
        let missing = sent - max(Int(last), resumedAt)
        let slowest = max(delay, log.note("\(person.name): killed in '\(name)', \(missing) frames are missing at its end"))
        guard missing > probe.rate + 4096 else { return }
        // A disk that takes long holds up the engine's writer too. What had to wait for it died with the engine.
        if slowest > 0.25 {
            counts.unclear += 1
        } else {
            counts.wrong += 1
            log.find("\(person.name): the kill cost \(missing) frames of '\(name)'")
        }
    }
}
