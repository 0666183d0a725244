// Room: Engine. Control loop only: clients that come and go.
internal import Control
internal import Dictation
internal import JackClient
internal import Realtime
internal import Rings
internal import Storage

extension Engine {
    /// The graph's time, while there is a graph.
    var time: GraphTime? { client.map { GraphTime(client: $0) } }

    func handle(_ event: JackWorker.Event) {
        hasTried = true
        switch event {
        case .opened(let client, let lockRefused): attach(client, lockRefused)
        case .refused(.noServer(let server)): sayWaiting(for: server)
        case .refused(let error):
            // Once, though it is tried every two seconds.
            guard jackRefusal != error else { return }
            jackRefusal = error
            jackTrouble = error.description
            say(error)
        case .connected(let side, let partners):
            EngineLog.say("connected \(side.rawValue) to \(partners.joined(separator: ", "))")
        case .patched(let patch): EngineLog.say("connected \(patch.port) to \(patch.other) again")
        case .held(let client, let patches): nowHeld(patches, client)
        case .connectionRefused(let error): say(error)
        case .closed(let error):
            if let error { say(error) }
            leaving = nil
            // Another server can be there already.
            if !isQuitting { jack.post(.open) }
        case .answered(let order, let isSaved, let error): answered(order, isSaved, error)
        case .ended: break  // looked for where the engine closes
        }
    }

    /// Once: it is tried again every second, and status says so too.
    private func sayWaiting(for server: String) {
        if jackRefusal != nil { jackTrouble = nil }
        jackRefusal = nil
        guard !isWaitingSaid else { return }
        isWaitingSaid = true
        EngineLog.say("no JACK server '\(server)' runs; waiting for it")
    }

    private func say(_ error: JackError) {
        let details = JackMessages.take()
        guard let first = details.first else { return EngineLog.say(error.description) }
        // One server that goes away makes libjack say a dozen things; the first is the cause, the rest what came of it.
        let more = details.count > 1 ? ", and \(details.count - 1) more" : ""
        EngineLog.say("\(error.description) [libjack: \(first.prefix(120))\(more)]")
    }

    private func attach(_ client: JackClient, _ lockRefused: String?) {
        isWaitingSaid = false
        jackTrouble = nil
        held = HeldPorts()
        jackRefusal = nil
        attached = Moment.wallTime
        self.client = client
        self.lockRefused = lockRefused
        portChangesSeen = -1
        patchChangesSeen = -1
        patches.beginGraph()
        patchAgain = nil
        recentPorts = []
        patchDoubt = nil
        writer.post(.attach(client))
        reader.post(.attach(client))
        monitorThread.post(.attach(client))
        EngineLog.say("JACK client '\(client.name)' at \(client.rate) Hz, \(client.bufferSize) frames a period")
        if let lockRefused { EngineLog.say(lockRefused) }
        if let words = realtimeRefused { EngineLog.say(words) }
        tell(.jackBack, ["client": .text(client.name), "rate": .int(Int64(client.rate))])
        seen.troubles = 0
        clipsBefore = (0, 0)
        applyGains()
        monitor.restore(client)
        if let time { player.restore(time) }
        recorder.goOn(client)
    }

    /// Why the process thread has no realtime priority; nil when it has.
    var realtimeRefused: String? {
        guard let client, !client.isRealtime, time?.isFreewheeling == false else { return nil }
        return client.isServerRealtime
            ? "the system gave the process thread no realtime priority: raise 'rtprio' for the audio group in "
                + "/etc/security/limits.d, or expect gaps under load"
            : "the JACK server does not run in realtime mode (jackd -R): expect gaps under load"
    }

    /// Looks for what the callback and libjack's threads have left for us.
    func watchClient() {
        guard let client, let time else { return }
        while let event = unsafe client.link.pointee.events.pop() {
            if !handleTransport(event, time) { player.handle(event, time) }
            subscriptions.noteNews()
        }
        takeMidi(client, time)
        player.tick(time)
        recorder.tick(time)
        watchBadSamples(client)
        markDue()
        monitor.watch(client)
        watchPulse(client, time)
        if client.isShutDown || client.serverRate != client.rate || isStalled && (client.isThrownOut || client.isServerEnded) {
            letGo(client, time)
            return
        }
        watchHeldPorts(client, time)
        watchPatches(client)
        watchPorts(client)
    }

    /// The server is gone, has thrown us out, or runs at another rate: close the take, let go, and wait for it to come back.
    private func letGo(_ client: JackClient, _ time: GraphTime) {
        let why = Engine.whyGone(client)
        EngineLog.say("\(why); waiting for it")
        recorder.goesOn = resumesTakes
        isStalled = false
        jackTrouble = why
        if !isFrozenTold { tell(.jackGone, ["client": .text(client.name), "why": .text(why)]) }
        isFrozenTold = false
        player.park(time)
        giveUpMarks(.noServer)
        monitor.giveUp(.noServer)
        self.client = nil
        leaving = (client, 3)
        writer.post(.detach(.serverGone))
        reader.post(.detach)
        monitorThread.post(.detach)
    }

    private static func whyGone(_ client: JackClient) -> String {
        if client.isThrownOut { return "PipeWire threw the client out" }
        guard client.isShutDown || client.isServerEnded else { return "the JACK server changed its rate" }
        let words = client.shutdownWords
        return words.isEmpty ? "the JACK server is gone" : words
    }

    /// Writer, reader or monitor thread has let go; the last one closes the client.
    func released() {
        guard let (client, holders) = leaving else { return }
        leaving = (client, holders - 1)
        if holders == 1 { jack.post(.close(client)) }
    }

    func handle(_ event: WriterEvent) {
        recorder.handle(event)
        switch event {
        case .detached: released()
        case .marked(let id, let result): marked(id, result)
        case .synced(let result): synced(result)
        case .closed(let summary):
            libraryNews.note(summary.name)
            markersOfTakeStay(summary)
            let length = summary.recording?.span(of: summary.segment).length ?? summary.segment.frames
            player.takeClosed(path: summary.path, frames: length)
            if summary.isPart { player.timelineChanged(of: summary.name) }
            for trouble in summary.troubles { report("\(summary.path): \(trouble)", of: "record") }
            EngineLog.say("closed \(summary.path): \(summary.segment.frames) frames")
            takeEnded(summary.name, summary)
        case .dropped(let part, _, _):
            player.takeClosed(path: part.path, frames: 0)
            player.timelineChanged(of: part.name)
            takeEnded(part.name, recorder.last)
        case .refused(_, let error): EngineLog.say(error.description)
        case .opened:
            if recorder.current?.earlier == nil { tell(.recordStarted, recordStatus) }
        case .abandoned:
            if let summary = recorder.last { tellEnd(of: summary) }
        }
    }

    /// It waits for a server, or it is over and `summary` says what became of it.
    private func takeEnded(_ name: String, _ summary: TakeSummary?) {
        if recorder.state == .waiting {
            EngineLog.say("\(name) goes on when there is a JACK server")
            // It moves again already.
            if let client, !isStalled { recorder.goOn(client) }
        } else if let summary {
            tellEnd(of: summary)
        }
    }

    func tellEnd(of summary: TakeSummary) {
        tell(.recordStopped, TakeReport.fields(summary))
        deliver(summary)
        recordWaitingRoll()
    }

    func handle(_ event: ReaderEvent) {
        player.handle(event, time)
        switch event {
        case .detached: released()
        case .failed(let error): report(error.description, of: "play")
        case .loaded, .refused, .nudged, .notNudged, .heldBack: break
        }
    }

    func handle(_ event: MonitorThread.Event) {
        monitor.handle(event, client)
        if case .detached = event { released() }
    }
}
