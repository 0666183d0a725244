// Keys, pedals and machines at the MIDI port (C5). Control loop only.
internal import Control
internal import Dictation
internal import JackClient
internal import Realtime
internal import Rings
internal import Synchronization

extension MidiDesk {
    /// Takes what the JACK thread has left.
    func takeMidi(_ client: JackClient, _ time: GraphTime) {
        while let packet = unsafe client.link.pointee.midi.pop() {
            received += 1
            guard let message = MidiMessage(packet.bytes) else { continue }
            switch message {
            case .trigger(let trigger, let isPressed): obey(trigger, isPressed, packet.frame, time)
            case .machine(let device, let commands):
                let own = settings.current.int(.mmcDevice) ?? 127
                guard settings.current.text(.mmc) == "on", [own, 127].contains(Int64(device)) || own == 127 else { continue }
                for command in commands { obey(command, packet.frame, time) }
            }
        }
    }

    private func obey(_ trigger: MidiTrigger, _ isPressed: Bool, _ frame: Int64, _ time: GraphTime) {
        last = "\(trigger) \(isPressed ? "pressed" : "released")"
        if isPressed, lesson != nil {
            learn(trigger)
            return
        }
        for (line, other) in map.lines(for: trigger, isPressed: isPressed) {
            run(line, at: frame, time) { [self] error in
                guard let other, case .forbidden = error else {
                    board.report(error.description, of: "midi")
                    return
                }
                // A take that was ended elsewhere: the key does what it would do next.
                map.flip(trigger)
                run(other, at: frame, time) { [self] in board.report($0.description, of: "midi") }
            }
        }
    }

    private func run(_ line: String, at frame: Int64, _ time: GraphTime, _ failed: @escaping (EngineError) -> Void) {
        do throws(CommandError) {
            run(try MidiBinding.request(line), at: frame, time, failed)
        } catch {
            failed(.usage(error.description))
        }
    }

    /// Commands that may hold from the frame of their key on: a take begins there, since the writer still has that frame; a running one
    /// ends, pauses or goes on there while the writer holds it back; a marker is only a place. The rest is done at once: what
    /// was already heard cannot be halted where it was.
    private func canBePast(_ request: Request, _ frame: Int64, _ time: GraphTime) -> Bool {
        let isHeldBack = frame >= time.telemetry.frame - Int64(RecordingDesk.heldBack(time.client))
        return switch request.verb {
        case .recording(.rec), .recording(.append), .recording(.insert), .recording(.overwrite): true
        case .recording(.pause): isHeldBack && recording.state == .recording
        case .recording(.resume): isHeldBack && recording.state == .paused
        case .recording(.stop):
            isHeldBack && [.recording, .paused].contains(recording.state) && request.text(.what) ?? "rec" == "rec"
        // One that is told its place, or is changed, has nothing to do with when that was asked for.
        case .marker(.mark): request.values[.at] == nil && request.values[.change] == nil
        default: false
        }
    }

    private func run(_ request: Request, at frame: Int64, _ time: GraphTime, _ failed: @escaping (EngineError) -> Void) {
        var request = request
        if canBePast(request, frame, time), let stamped = request.at(frame: time.telemetry.jackFrame(of: frame)) {
            request = stamped
        }
        board.perform(request, by: .surface) { if case .failure(let error) = $0 { failed(error) } }
    }

    // MARK: Machine control

    private func obey(_ command: MachineControl, _ frame: Int64, _ time: GraphTime) {
        last = "mmc \(command)"
        let isTake = recording.state != .idle
        let line: String? =
            switch command {
            case .stop: isTake ? "stop --what rec" : playing.intended == .playing ? "pause" : nil
            case .play, .deferredPlay: recording.state == .paused ? "resume" : playing.loaded == nil ? nil : "play"
            case .recordStrobe: recording.state == .paused ? "resume" : isTake ? nil : "rec"
            case .recordExit: isTake ? "stop --what rec" : nil
            case .recordPause: recording.state == .recording ? "pause" : recording.state == .paused ? "resume" : nil
            case .pause:
                switch recording.state {
                case .recording: "pause"
                case .paused: "resume"
                case .idle, .closing, .waiting: playing.intended == .playing ? "pause" : playing.loaded == nil ? nil : "resume"
                }
            case .fastForward: playing.loaded == nil ? nil : "cue"
            case .rewind: playing.loaded == nil ? nil : "review"
            case .locate(let seconds): playing.loaded == nil ? nil : "locate \(Int64((seconds * 1000).rounded()))ms"
            }
        guard let line else { return }
        run(line, at: frame, time) { [self] in board.report($0.description, of: "midi") }
    }
}
