// JACK's transport, followed and led (C6). Control loop only.
internal import Dictation
internal import JackClient
internal import Realtime
internal import Recorder
internal import Synchronization
internal import System
internal import Threads

/// Joins playback and recording to JACK's transport, by the settings `transport`, `transport-roll` and `transport-tail`.
final class TransportDesk: Desk {
    private let board: Switchboard
    private let jack: JackDesk
    private let recording: RecordingDesk
    private let playing: PlayingDesk
    private let settings: SettingsDesk
    /// State of the transport that the JACK thread was told last; nil without a client.
    private var told: TransportTold?
    /// Rolls to record that wait until the takes before them are closed, oldest first.
    private var rollsWaiting: [Roll] = []

    init(
        _ board: Switchboard, _ jack: JackDesk, _ recording: RecordingDesk, _ playing: PlayingDesk, _ settings: SettingsDesk
    ) {
        self.board = board
        self.jack = jack
        self.recording = recording
        self.playing = playing
        self.settings = settings
    }

    func turn(_ now: Moment) {
        watch()
        recordWaitingRolls()
    }

    func hear(_ news: News) {
        switch news {
        case .realtime(let event, let time): handle(event, time)
        case .takeEnded: recordWaitingRolls()
        default: break
        }
    }

    func status(for authority: Authority) -> Fields { report }

    /// Mode by the current settings.
    private var mode: TransportMode { TransportMode(settings.current) }

    /// Carries out the verb `transport`; changes are saved in the settings. `answer` is called once.
    func perform(_ request: Request, _ answer: @escaping Answer) throws(EngineError) {
        var changes: [(key: ParameterKey, values: [String])] = []
        if let mode = request.text(.mode) { changes.append((.transport, [mode])) }
        if let roll = request.text(.roll) { changes.append((.transportRoll, [roll])) }
        if let tail = request.values[.tail], let setting = SettingsTable.setting(.transportTail) {
            changes.append((setting.key, [SettingsTable.text(tail, of: setting)]))
        }
        guard !changes.isEmpty else {
            answer(.success(report))
            return
        }
        try settings.change(changes) { [self] result in answer(result.map { _ in report }) }
    }

    /// Status fields of the transport.
    private var report: Fields {
        let mode = mode
        var fields: Fields = [
            "transport": .text(mode.kind.rawValue), "transport_roll": .text(mode.records ? "records" : "plays"),
            "transport_tail_seconds": .double(mode.tail.seconds(rate: jack.rate)),
        ]
        if let telemetry = jack.time?.telemetry {
            fields.append("transport_state", .text(telemetry.isTransportRolling ? "rolling" : "stopped"))
            fields.append("transport_frame", .int(Int64(telemetry.transportFrame)))
        }
        return fields
    }

    /// Tells the JACK thread of the mode and of the loaded recording when either has changed.
    private func watch() {
        guard let time = jack.time else {
            told = nil
            return
        }
        let mode = mode
        playing.setLed(mode.kind == .lead)
        playing.setFollowing(mode.kind == .follow && mode.plays)
        let next = TransportTold(
            isFollowed: mode.plays, ratio: playing.ratio(of: playing.loaded, time), load: playing.loaded?.id,
            frames: playing.loaded?.frames)
        guard next != told else { return }
        do throws(EngineError) {
            let bits = Int64(bitPattern: next.ratio.bitPattern)
            let levels = SIMD4<Float>(next.isFollowed ? 1 : 0, 0, 0, 0)
            try time.client.send(RealtimeCommand(.transport, position: bits, levels: levels))
            told = next
        } catch {
            board.report(LogText(error), of: "transport")
            return
        }
        guard next.isFollowed else { return }
        do throws(JackError) {
            try time.client.setTransportPatience(seconds: 2)
        } catch {
            board.report(LogText(error), of: "transport")
        }
        guard mode.kind == .follow, playing.state != .playing else { return }
        if time.telemetry.isTransportRolling {
            join(time)
        } else {
            stand(at: time.telemetry.transportFrame, time)
        }
    }

    /// Handles an event of the JACK thread.
    private func handle(_ event: RealtimeEvent, _ time: GraphTime) {
        let mode = mode
        switch event.kind {
        case .done, .cancelled, .ended: break  // events of the player: see `PlayingDesk`
        case .cueStarted, .cueEnded: break  // events of the cue player: see `CueDesk`
        case .rolledInStep: playing.rolled(event.frame, time)
        case .rolled:
            if mode.plays { join(time) }
            if mode.records { recordRoll(Roll(frame: event.frame, place: event.id), time) }
        case .halted:
            recording.transportHalted(at: event.frame)
            if rollsWaiting.last?.end == nil, let last = rollsWaiting.indices.last { rollsWaiting[last].end = event.frame }
            guard mode.plays else { break }
            playing.halted(time)
            stand(at: event.id, time)
        case .located:
            if mode.plays { stand(at: event.id, time) }
        }
    }

    /// Moves the resting player to transport frame `place`, so that a roll finds its sound in the ring.
    private func stand(at place: UInt32, _ time: GraphTime) {
        let silent = unsafe time.client.link
        guard let loaded = playing.destination, let target = target(of: Double(place), time) else {
            unsafe silent.pointee.silentPlace.store(Int64(place), ordering: .releasing)
            return
        }
        unsafe silent.pointee.silentPlace.store(-1, ordering: .releasing)
        // A transport that rolls by now has found the player in its place, or the event of its roll makes the player join.
        guard !time.telemetry.isTransportRolling, playing.headed(time) != target else { return }
        do throws(EngineError) {
            try playing.locate(in: loaded, to: target, at: RealtimeCommand.atOnce, time)
            playing.tellReader()
        } catch {
            board.report(LogText(error), of: "transport")
        }
    }

    /// Starts the player in a transport that rolls already: exact to the frame, as soon as the sound can be ready. Tries again,
    /// `tries` times at most, when the start came late.
    private func join(_ time: GraphTime, tries: Int = 5) {
        let telemetry = time.telemetry
        let start = time.now + Int64(time.client.rate / 4)
        let place = Double(telemetry.transportFrame) + Double(start - telemetry.frame) + Double(time.client.bufferSize)
        guard tries > 0, telemetry.isTransportRolling, let loaded = playing.destination, let target = target(of: place, time)
        else { return }
        do throws(EngineError) {
            try playing.locate(in: loaded, to: target, at: start, time)
            try playing.roll(at: start, in: loaded, time) { [self] result in
                // A start later than planned is out of step with the transport.
                guard case .success(let fields) = result, case .int(let frame)? = fields["at_frame"], let time = jack.time,
                    UInt32(truncatingIfNeeded: frame) != time.telemetry.jackFrame(of: start)
                else { return }
                join(time, tries: tries - 1)
            }
        } catch {
            board.report(LogText(error), of: "transport")
        }
    }

    /// Timeline frame at transport frame `place`; nil when nothing is loaded or the recording is shorter.
    private func target(of place: Double, _ time: GraphTime) -> Int64? {
        let target = Int64(nearest: place * playing.ratio(of: playing.destination, time))
        return playing.destination.map { target < $0.frames } == true ? target : nil
    }

    // MARK: Takes

    /// A roll of the transport that is recorded.
    struct Roll {
        /// Extended JACK frame at which the roll began.
        let frame: Int64
        /// Transport frame at which the roll began.
        let place: UInt32
        /// Extended JACK frame at which the roll ended; nil while it goes on.
        var end: Int64?
    }

    /// Handles the beginning of a roll to record.
    private func recordRoll(_ roll: Roll, _ time: GraphTime) {
        guard recording.state == .idle, rollsWaiting.isEmpty else {
            // The tail of an earlier roll is still being written: this roll waits. During any other take it is not recorded.
            if !rollsWaiting.isEmpty || recording.current?.transportTail != nil { rollsWaiting.append(roll) }
            return
        }
        begin(roll, time)
    }

    /// Records a roll from its very first frame, as it comes in when it is played along with. Reports an error if the writer no
    /// longer has that frame.
    private func begin(_ roll: Roll, _ time: GraphTime) {
        do throws(CommandError) {
            let delay = recording.delay(time.client)
            let start = Int64(time.telemetry.jackFrame(of: roll.frame + delay))
            let bare = try CommandTable.request(.recording(.rec), [.atFrame: .int(start), .preroll: .double(0)])
            do throws(EngineError) {
                let request = try RecordFormat.complete(
                    bare, with: settings.current, preRoll: recording.preRollSeconds, rate: time.client.rate)
                let tail = mode.tail.frames(rate: time.client.rate)
                try recording.record(request, roll: (delay, tail, roll.place, roll.end), time) { [self] result in
                    if case .failure(let error) = result { board.report(LogText(error), of: "record") }
                }
            } catch {
                board.report(LogText(error), of: "record")
            }
        } catch {
            board.report(LogText(error), of: "record")
        }
    }

    /// Records the rolls that waited, one after the other, each once the take before it is closed. Drops all of them without a
    /// client, or if rolls are no longer recorded.
    private func recordWaitingRolls() {
        guard !rollsWaiting.isEmpty else { return }
        guard let time = jack.time, mode.records else {
            rollsWaiting = []
            return
        }
        while recording.state == .idle, !rollsWaiting.isEmpty { begin(rollsWaiting.removeFirst(), time) }
    }
}

/// Values for following the transport that the JACK thread was told last.
struct TransportTold: Equatable {
    /// True when playback follows or leads the transport.
    let isFollowed: Bool
    /// Timeline frames of the recording per transport frame.
    let ratio: Double
    /// Number of the load; nil when nothing is loaded.
    let load: UInt64?
    /// Length of the recording in timeline frames; nil when nothing is loaded.
    let frames: Int64?
}
