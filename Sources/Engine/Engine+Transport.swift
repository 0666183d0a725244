// Room: Engine. Control loop only: JACK's transport, followed and led (C6).
internal import Control
internal import Dictation
internal import JackClient
internal import Realtime
internal import Storage
internal import Synchronization

extension Engine {
    var transport: TransportMode { TransportMode(settings.current) }

    /// Frames of what is loaded for a frame of the transport.
    private func ratio(_ time: GraphTime) -> Double {
        player.loaded.map { Double($0.rate) / Double(time.client.rate) } ?? 1
    }

    /// The verb: what it changes is kept in the settings.
    func setTransport(_ request: Request, _ answer: @escaping Answer) throws(EngineError) {
        var changes: [(key: String, values: [String])] = []
        if let mode = request.text("mode") { changes.append(("transport", [mode])) }
        if let roll = request.text("roll") { changes.append(("transport-roll", [roll])) }
        if let tail = request.values["tail"], let setting = SettingsTable.setting("transport-tail") {
            changes.append((setting.key, [SettingsTable.text(tail, of: setting)]))
        }
        guard !changes.isEmpty else {
            answer(.success(transportReport))
            return
        }
        try change(changes) { [self] result in answer(result.map { _ in transportReport }) }
    }

    var transportReport: Fields {
        let mode = transport
        var fields: Fields = [
            "transport": .text(mode.kind.rawValue), "transport_roll": .text(mode.records ? "records" : "plays"),
            "transport_tail_seconds": .double(mode.tail.seconds(rate: client?.rate ?? 48_000)),
        ]
        if let telemetry = time?.telemetry {
            fields.append("transport_state", .text(telemetry.isTransportRolling ? "rolling" : "stopped"))
            fields.append("transport_frame", .int(Int64(telemetry.transportFrame)))
        }
        return fields
    }

    /// Tells the JACK thread what holds, once it is not what was told; in each round of the loop.
    func watchTransport() {
        guard let client, let time else {
            transportTold = nil
            return
        }
        let mode = transport
        player.isLed = mode.kind == .lead
        let told = TransportTold(
            isFollowed: mode.plays, ratio: ratio(time), load: player.loaded?.id, frames: player.loaded?.frames)
        guard told != transportTold else { return }
        do throws(EngineError) {
            let bits = Int64(bitPattern: told.ratio.bitPattern)
            let levels = SIMD4<Float>(told.isFollowed ? 1 : 0, 0, 0, 0)
            try client.send(RealtimeCommand(.transport, position: bits, levels: levels))
            transportTold = told
        } catch {
            report(error.description, of: "transport")
            return
        }
        guard told.isFollowed else { return }
        do throws(JackError) { try client.setTransportPatience(seconds: 2) } catch { report(error.description, of: "transport") }
        guard mode.kind == .follow, player.state != .playing else { return }
        if time.telemetry.isTransportRolling {
            join(time)
        } else {
            stand(at: time.telemetry.transportFrame, time)
        }
    }

    /// Gives whether the event was the transport's.
    func handleTransport(_ event: RealtimeEvent, _ time: GraphTime) -> Bool {
        let mode = transport
        switch event.kind {
        case .done, .ended: return false
        case .rolledInStep: player.rolled(event.frame, time)
        case .rolled:
            if mode.plays { join(time) }
            if mode.records { recordRoll(Roll(frame: event.frame, place: event.id), time) }
        case .halted:
            recorder.transportHalted(at: event.frame)
            rollWaiting = nil
            guard mode.plays else { break }
            player.halted(time)
            stand(at: event.id, time)
        case .located:
            if mode.plays { stand(at: event.id, time) }
        }
        return true
    }

    /// Puts the resting player where the transport is, so that the roll finds its sound in the ring.
    private func stand(at place: UInt32, _ time: GraphTime) {
        let silent = unsafe time.client.link
        guard let loaded = player.loaded, let target = target(of: Double(place), time) else {
            unsafe silent.pointee.silentPlace.store(Int64(place), ordering: .releasing)
            return
        }
        unsafe silent.pointee.silentPlace.store(-1, ordering: .releasing)
        guard player.headed(time) != target else { return }
        do throws(EngineError) {
            try player.locate(in: loaded, to: target, at: RealtimeCommand.atOnce, time)
            player.tellReader()
        } catch {
            report(error.description, of: "transport")
        }
    }

    /// Into a roll that has begun: as soon as the sound can be there, and to the frame.
    private func join(_ time: GraphTime, tries: Int = 5) {
        let telemetry = time.telemetry
        let start = time.now + Int64(time.client.rate / 4)
        let place = Double(telemetry.transportFrame) + Double(start - telemetry.frame) + Double(time.client.bufferSize)
        guard tries > 0, telemetry.isTransportRolling, let loaded = player.loaded, let target = target(of: place, time) else {
            return
        }
        do throws(EngineError) {
            try player.locate(in: loaded, to: target, at: start, time)
            try player.roll(at: start, in: loaded, time) { [self] result in
                // Later than it was to be is out of step.
                guard case .success(let fields) = result, case .int(let frame)? = fields["at_frame"], let time = self.time,
                    UInt32(truncatingIfNeeded: frame) != time.telemetry.jackFrame(of: start)
                else { return }
                join(time, tries: tries - 1)
            }
        } catch {
            report(error.description, of: "transport")
        }
    }

    private func target(of place: Double, _ time: GraphTime) -> Int64? {
        let target = Int64(nearest: place * ratio(time))
        return player.loaded.map { target < $0.frames } == true ? target : nil
    }

    // MARK: Takes

    /// A roll that takes are made of: its first frame in JACK's time, and the transport's own frame there.
    struct Roll {
        let frame: Int64
        let place: UInt32
    }

    /// Records the roll from its very first frame, which the writer still has.
    private func recordRoll(_ roll: Roll, _ time: GraphTime) {
        guard recorder.state == .idle else {
            // The tail of the roll before is still written.
            rollWaiting = recorder.current?.transportTail == nil ? nil : roll
            return
        }
        rollWaiting = nil
        do throws(CommandError) {
            let start = Int64(time.telemetry.jackFrame(of: roll.frame))
            let bare = try CommandTable.command(named: "rec").check(named: [
                CommandArgument("at-frame", .int(start)), CommandArgument("preroll", .double(0)),
            ])
            let request = RecordFormat.complete(bare, with: settings.current, preRoll: options.preRollSeconds)
            do throws(EngineError) {
                let tail = transport.tail.frames(rate: time.client.rate)
                try recorder.record(request, roll: (tail, roll.place), time) { [self] result in
                    if case .failure(let error) = result { report(error.description, of: "record") }
                }
            } catch {
                report(error.description, of: "record")
            }
        } catch {
            report(error.description, of: "record")
        }
    }

    /// The take before is closed: the roll that came meanwhile has its turn.
    func recordWaitingRoll() {
        guard let roll = rollWaiting, let time, transport.records else { return }
        recordRoll(roll, time)
    }

    // MARK: Leading

    /// Carried out by the player in place of a roll of its own.
    func lead(_ order: TransportOrder) throws(EngineError) {
        guard let time else { throw EngineError.noServer }
        do throws(JackError) {
            switch order {
            case .roll(let position):
                try time.client.locateTransport(to: place(of: position, time))
                time.client.startTransport()
            case .stop: time.client.stopTransport()
            case .locate(let position): try time.client.locateTransport(to: place(of: position, time))
            }
        } catch {
            throw EngineError.jack(error)
        }
    }

    private func place(of position: Int64, _ time: GraphTime) -> UInt32 {
        UInt32(clamping: Int64(nearest: Double(position) / ratio(time)))
    }
}
