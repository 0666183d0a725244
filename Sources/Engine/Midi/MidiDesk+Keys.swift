// Commands from keys, pedals and machine control at the MIDI port (C5). Control loop only.
internal import Control
internal import Dictation
internal import JackClient
internal import Messages
internal import Realtime
internal import Recorder
internal import Rings
internal import Synchronization
internal import Threads

extension MidiDesk {
    /// Takes the MIDI messages that the JACK thread has queued.
    func takeMidi(_ client: JackClient, _ time: GraphTime) {
        while let packet = unsafe client.link.pointee.midi.pop() {
            received += 1
            lessons.endLeftLesson()
            switch lessons.map.read(packet.bytes, isLesson: lessons.lesson != nil) {
            case .key(let trigger, let isPressed, let requests):
                last = isPressed ? tr("\(trigger) pressed") : tr("\(trigger) released")
                for (request, other) in requests { obey(trigger, request, other, packet.frame, time) }
            case .taught(let trigger):
                last = tr("\(trigger) pressed")
                lessons.learn(trigger)
            case .machine(let device, let commands):
                let own = settings.current.int(.mmcDevice) ?? 127
                guard settings.current.text(.mmc) == "on", [own, 127].contains(Int64(device)) || own == 127 else { continue }
                for command in commands { obey(command, packet.frame, time) }
            case nil: break
            }
        }
    }

    /// Carries out a command of a key, and `other` instead if the engine's state refuses it.
    private func obey(
        _ trigger: MidiTrigger, _ request: Request, _ other: Request?, _ frame: Int64, _ time: GraphTime
    ) {
        run(request, at: frame, time) { [self] error in
            guard let other, error.failure.code == .wrongState else {
                board.report(LogText(error), of: "midi")
                return
            }
            // The take was ended in another way: the key does its next command instead.
            lessons.map.flip(trigger)
            run(other, at: frame, time) { [self] in board.report(LogText($0), of: "midi") }
        }
    }

    /// True for commands that may take effect at the frame of their key, which has passed already. A take can begin there,
    /// because the writer still has that frame. A running take can end, pause or go on there while the writer holds the frame
    /// back. A marker is only a position. Everything else takes effect at once: sound that was heard already cannot be stopped
    /// in the past.
    private func canBePast(_ request: Request, _ frame: Int64, _ time: GraphTime) -> Bool {
        var isHeldBack: Bool { frame >= time.telemetry.frame - Int64(TakeWriter.heldBack(time.client)) }
        return switch request.verb {
        case .recording(.rec), .recording(.append), .recording(.insert), .recording(.overwrite): true
        case .recording(.pause):
            isHeldBack && [.recording, .armed].contains(recording.state) && request.text(.what) ?? "rec" == "rec"
        case .recording(.split): isHeldBack && [.recording, .paused].contains(recording.state)
        case .recording(.resume): isHeldBack && recording.state == .paused
        case .recording(.stop):
            isHeldBack && [.recording, .paused, .armed].contains(recording.state) && request.text(.what) ?? "rec" == "rec"
        // A marker with a position of its own, or a change of a marker, does not depend on the time of the key.
        // A toggle that has no meaning is refused when it is carried out.
        case .toggle(.toggle): (try? toggles.meaning(of: request)).map { canBePast($0, frame, time) } ?? false
        case .marker(.mark): request.values[.at] == nil && request.values[.change] == nil
        default: false
        }
    }

    /// Carries out a request, at the frame of a key if that is possible.
    private func run(_ request: Request, at frame: Int64, _ time: GraphTime, _ failed: @escaping (EngineError) -> Void) {
        var request = request
        if canBePast(request, frame, time), let stamped = request.at(frame: frame) {
            request = stamped
        }
        board.perform(request, by: .surface) { if case .failure(let error) = $0 { failed(error) } }
    }

    // MARK: Machine control

    /// Carries out an MMC command as far as the present state allows.
    private func obey(_ command: MachineControl, _ frame: Int64, _ time: GraphTime) {
        last = "mmc \(command)"
        guard let (verb, values) = meaning(of: command) else { return }
        do throws(CommandError) {
            run(try CommandTable.request(verb, values), at: frame, time) { [self] in board.report(LogText($0), of: "midi") }
        } catch {
            board.report(LogText(error), of: "midi")
        }
    }

    /// The verb that an MMC command stands for in the present state; nil for none.
    private func meaning(of command: MachineControl) -> (verb: Verb, values: [ParameterKey: Value])? {
        let isTake = recording.state != .idle
        let isLoaded = playing.loaded != nil || playing.isArriving
        let isPlaying = playing.isUnderWay
        let stop: (Verb, [ParameterKey: Value]) = (.recording(.stop), [.what: .text("rec")])
        switch command {
        case .stop: return isTake ? stop : isPlaying ? (.recording(.pause), [:]) : nil
        case .play, .deferredPlay:
            return recording.state == .paused ? (.recording(.resume), [:]) : isLoaded ? (.playing(.play), [:]) : nil
        case .recordStrobe:
            return recording.state == .paused ? (.recording(.resume), [:]) : isTake ? nil : (.recording(.rec), [:])
        case .recordExit: return isTake ? stop : nil
        case .recordPause, .pause:
            switch recording.state {
            case .recording, .armed: return (.recording(.pause), [:])
            case .paused: return (.recording(.resume), [:])
            case .idle, .closing, .waiting, .counting:
                guard command == .pause, isLoaded || isPlaying else { return nil }
                return (.recording(isPlaying ? .pause : .resume), [:])
            }
        case .fastForward: return isLoaded ? (.playing(.cue), [:]) : nil
        case .rewind: return isLoaded ? (.playing(.review), [:]) : nil
        case .locate(let seconds):
            return isLoaded ? (.playing(.locate), [.at: .text("\(Int64((seconds * 1000).rounded()))ms")]) : nil
        }
    }
}
