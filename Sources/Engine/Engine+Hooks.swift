// Room: Engine. Control loop only: what happened, for the programs of the user.
internal import Control
internal import Dictation
internal import Glibc
internal import JackClient
internal import Realtime
internal import Storage
internal import Synchronization

extension Engine {
    /// Runs the program that is set for the event, if there is one; returns at once.
    func tell(_ event: HookEvent, _ fields: Fields) {
        tellSession(of: event, fields)
        guard let program = settings.current.text(event.key) else { return }
        let own: Fields = [
            "event": .text(event.rawValue), "engine": .text(options.name), "library": .text(library.folder),
            "socket": .text(server.path), "time": .text(Timestamp.now.iso8601),
        ]
        let all = own.all + fields.all.filter { own[$0.key] == nil }
        var environment = ProcessGroup.environment.filter { !$0.hasPrefix("DICTA_") }
        environment += all.map { "DICTA_\($0.key.uppercased())=\($0.value)" }
        let input = JSONTree.object(all.map { JSONTree.Member($0.key, Engine.json($0.value)) }).printed
        hooks.post(
            .run(
                HookThread.Job(
                    event: event, program: program, environment: environment, input: input,
                    limit: settings.current.time("hook-limit")?.seconds(rate: 48_000) ?? 60)))
    }

    /// Says it to the log, and to the program for errors.
    func report(_ error: String, of what: String) {
        EngineLog.say(error)
        tell(.error, ["message": .text(error), "what": .text(what)])
    }

    var hookItems: [Fields] {
        let reports = hooks.reports
        return HookEvent.allCases.compactMap { event in
            let report = reports.first { $0.event == event }
            guard let program = settings.current.text(event.key) else { return report?.fields }
            guard var report else { return HookReport(event, program: program).fields }
            report.program = program
            return report.fields
        }
    }

    private static func json(_ value: Value) -> JSONTree {
        switch value {
        case .int(let number): .integer(number)
        case .double(let number): number.isFinite ? .number(number.description) : .text(number.description)
        case .text(let text): .text(text)
        case .flag(let flag): .flag(flag)
        }
    }

    // MARK: What no single place tells of

    /// Compares with what was seen last; once in each round of the loop.
    func watchForHooks() {
        let now = seenNow
        let before = seen
        seen = now
        if now.record != before.record { tellRecord(before.record, now.record) }
        for turn in before.turns..<now.turns {
            let isPlaying = (now.turns - 1 - turn).isMultiple(of: 2) == now.isPlaying
            tell(isPlaying ? .playStarted : .playStopped, player.report(time))
        }
        if now.loop != before.loop { tell(.loop, player.loopFields) }
        if now.marker != before.marker, let (recording, marker) = markers.latest {
            tell(
                .marker,
                [
                    "recording": .text(recording), "name": .text(marker.name), "frames": .int(marker.frame),
                    "note": .text(marker.note),
                ])
        }
        if now.revision != before.revision { tell(.libraryChanged, ["name": .text(libraryNews.changed)]) }
        if now.troubles > before.troubles, Moment.now.seconds(since: xrunTold) > 2 {
            xrunTold = Moment.now
            tell(.xrun, fields(of: .xruns))
        } else if now.troubles > before.troubles {
            // Told of once the two seconds are over.
            seen.troubles = before.troubles
        }
        watchDisk()
    }

    private func tellRecord(_ before: Recorder.State, _ now: Recorder.State) {
        let fields: Fields = ["name": .text(recorder.current?.name ?? ""), "path": .text(recorder.current?.path ?? "")]
        if before == .recording, now == .paused { tell(.recordPaused, fields) }
        if before == .paused || before == .waiting, now == .recording { tell(.recordResumed, fields) }
        if now == .waiting { tell(.recordWaiting, fields) }
    }

    private var seenNow: HookWatch {
        var watch = HookWatch()
        watch.record = recorder.state
        watch.isPlaying = player.state == .playing
        watch.turns = player.turns
        watch.loop = [player.points.a, player.points.b]
        watch.revision = libraryNews.revision
        watch.marker = markers.latest?.marker
        if let client {
            let link = unsafe client.link
            let missed = unsafe link.pointee.missedFrames.load(ordering: .relaxed)
            let lost = unsafe link.pointee.lostFrames.load(ordering: .relaxed)
            let underruns = unsafe link.pointee.underruns.load(ordering: .relaxed)
            watch.troubles = Int64(client.xruns) + missed + lost + underruns
        }
        return watch
    }

    /// The disk is only asked where somebody wants to know.
    private func watchDisk() {
        guard session != nil || settings.current.text(HookEvent.diskLow.key) != nil else { return }
        let fields = recentDiskStatus
        guard case .int(let free)? = fields["disk_free_bytes"] else { return }
        var seconds = Double.infinity
        if case .double(let left)? = fields["disk_seconds_left"] { seconds = left }
        if seconds < 300 || free < 3 * options.reserve {
            if !isDiskLow { tell(.diskLow, fields) }
            isDiskLow = true
        } else if seconds > 600, free > 4 * options.reserve {
            isDiskLow = false
        }
    }
}
