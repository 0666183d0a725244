// Room: Engine. Control loop only: what keys, pedals and machines at the MIDI port ask for (C5).
internal import Control
internal import Dictation
internal import JackClient
internal import Realtime
internal import Rings
internal import Synchronization

extension Engine {
    /// Takes what the JACK thread has left.
    func takeMidi(_ client: JackClient, _ time: GraphTime) {
        while let packet = unsafe client.link.pointee.midi.pop() {
            midi.received += 1
            guard let message = MidiMessage(packet.bytes) else { continue }
            switch message {
            case .trigger(let trigger, let isPressed): obey(trigger, isPressed, packet.frame, time)
            case .machine(let device, let commands):
                let own = settings.current.int("mmc-device") ?? 127
                guard settings.current.text("mmc") == "on", [own, 127].contains(Int64(device)) || own == 127 else { continue }
                for command in commands { obey(command, packet.frame, time) }
            }
        }
        guard let lesson = midi.lesson, Moment.now.seconds(since: lesson.start) > 30 else { return }
        endLesson(.failure(.forbidden(verb: "learn", state: "waiting", hint: "no key came within half a minute")))
    }

    private func obey(_ trigger: MidiTrigger, _ isPressed: Bool, _ frame: Int64, _ time: GraphTime) {
        midi.last = "\(trigger) \(isPressed ? "pressed" : "released")"
        if isPressed, midi.lesson != nil {
            learn(trigger)
            return
        }
        for (line, other) in midi.map.lines(for: trigger, isPressed: isPressed) {
            run(line, at: frame, time) { [self] error in
                guard let other, case .forbidden = error else {
                    report(error.description, of: "midi")
                    return
                }
                // A take that was ended elsewhere: the key does what it would do next.
                midi.map.flip(trigger)
                run(other, at: frame, time) { [self] in report($0.description, of: "midi") }
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
        let isHeldBack = frame >= time.telemetry.frame - Int64(Recorder.heldBack(time.client))
        return switch request.name {
        case "rec", "append", "insert", "overwrite": true
        case "pause": isHeldBack && recorder.state == .recording
        case "resume": isHeldBack && recorder.state == .paused
        case "stop":
            isHeldBack && [.recording, .paused].contains(recorder.state) && request.text("what") ?? "rec" == "rec"
        // One that is told its place, or is changed, has nothing to do with when that was asked for.
        case "mark": request.values["at"] == nil && request.values["change"] == nil
        default: false
        }
    }

    private func run(_ request: Request, at frame: Int64, _ time: GraphTime, _ failed: @escaping (EngineError) -> Void) {
        var request = request
        if canBePast(request, frame, time), let stamped = request.at(frame: time.telemetry.jackFrame(of: frame)) {
            request = stamped
        }
        perform(request, by: .surface) { if case .failure(let error) = $0 { failed(error) } }
    }

    // MARK: Machine control

    private func obey(_ command: MachineControl, _ frame: Int64, _ time: GraphTime) {
        midi.last = "mmc \(command)"
        let isTake = recorder.state != .idle
        let line: String? =
            switch command {
            case .stop: isTake ? "stop --what rec" : player.intended == .playing ? "pause" : nil
            case .play, .deferredPlay: recorder.state == .paused ? "resume" : player.loaded == nil ? nil : "play"
            case .recordStrobe: recorder.state == .paused ? "resume" : isTake ? nil : "rec"
            case .recordExit: isTake ? "stop --what rec" : nil
            case .recordPause: recorder.state == .recording ? "pause" : recorder.state == .paused ? "resume" : nil
            case .pause:
                switch recorder.state {
                case .recording: "pause"
                case .paused: "resume"
                case .idle, .closing, .waiting: player.intended == .playing ? "pause" : player.loaded == nil ? nil : "resume"
                }
            case .fastForward: player.loaded == nil ? nil : "cue"
            case .rewind: player.loaded == nil ? nil : "review"
            case .locate(let seconds): player.loaded == nil ? nil : "locate \(Int64((seconds * 1000).rounded()))ms"
            }
        guard let line else { return }
        run(line, at: frame, time) { [self] in report($0.description, of: "midi") }
    }

    // MARK: The verb

    func setMidi(_ request: Request, _ answer: @escaping (Result<Reply, EngineError>) -> Void) throws(EngineError) {
        let line = request.text("line")
        switch request.text("do") {
        case "learn":
            let second = request.text("second")
            let mode = request.text("mode").flatMap(MidiBinding.Mode.init) ?? (second == nil ? .press : .toggle)
            // Checked before anybody looks for the pedal.
            for line in [line, second].compactMap(\.self) { try checkLeave(of: line) }
            let trigger = request.text("trigger").map { MidiTrigger($0) }
            let sample = MidiTrigger(.note, channel: 1, number: 0)
            _ = try binding((trigger ?? sample) ?? sample, mode, line ?? "", second)
            guard trigger != .some(nil) else {
                throw .setting("a trigger is 'note 1 60', 'cc 1 64' or 'program 1 5', not '\(request.text("trigger") ?? "")'")
            }
            endLesson(.failure(.forbidden(verb: "learn", state: "waiting", hint: "another one came after it")))
            let simple: Answer = { answer($0.map { Reply($0) }) }
            let lesson = MidiDesk.Lesson(mode: mode, first: line ?? "", second: second, answer: simple)
            midi.lesson = lesson
            if let trigger, let trigger {
                learn(trigger)
            } else if client == nil {
                endLesson(.failure(.noServer))
            }
        case "forget":
            guard let line else { throw .setting("say which: 'dicta midi forget \"note 1 60\"', or all") }
            let kept = midi.map.bindings.filter { line != "all" && $0.trigger.description != line }
            guard line == "all" || kept.count < midi.map.bindings.count else {
                throw .nothingLearnt(line)
            }
            try keep(kept) { [self] result in answer(result.map { _ in midiReport }) }
        default: answer(.success(midiReport))
        }
    }

    /// A key asks as a surface does, whoever taught it: one that could never be obeyed is refused while somebody is there.
    private func checkLeave(of line: String) throws(EngineError) {
        let request: Request
        do throws(CommandError) { request = try MidiBinding.request(line) } catch { throw .setting(error.description) }
        if let refusal = permissions.refusal(of: request, by: .surface) { throw .notAllowed(refusal) }
    }

    private func learn(_ trigger: MidiTrigger) {
        guard let lesson = midi.lesson else { return }
        do throws(EngineError) {
            let new = try binding(trigger, lesson.mode, lesson.first, lesson.second)
            let told: Fields = ["trigger": .text(trigger.description), "does": .text(new.description)]
            try keep(midi.map.bindings.filter { $0.trigger != trigger } + [new]) { lesson.answer($0.map { told }) }
            // One key is enough; the answer comes when it is kept.
            midi.lesson = nil
        } catch {
            endLesson(.failure(error))
        }
    }

    private func binding(
        _ trigger: MidiTrigger, _ mode: MidiBinding.Mode, _ first: String, _ second: String?
    ) throws(EngineError) -> MidiBinding {
        guard !(first + (second ?? "")).contains("|") else { throw .setting("a command for a key has no | in it") }
        do throws(CommandError) {
            return try MidiBinding(trigger, mode, first: first, second: second)
        } catch {
            throw .setting(error.description)
        }
    }

    private func keep(
        _ bindings: [MidiBinding], _ done: @escaping (Result<Void, EngineError>) -> Void
    ) throws(EngineError) {
        try change([(key: "midi", values: bindings.map(\.description))], done)
    }

    func endLesson(_ result: Result<Fields, EngineError>) {
        guard let lesson = midi.lesson else { return }
        midi.lesson = nil
        lesson.answer(result)
    }

    private var midiReport: Reply {
        var fields: Fields = [
            "mmc": .text(settings.current.text("mmc") ?? "on"), "received": .int(midi.received), "last": .text(midi.last),
        ]
        if let client {
            fields.append("dropped", .int(unsafe client.link.pointee.droppedMidi.load(ordering: .relaxed)))
            fields.append("sources", .text(client.midiSources.joined(separator: ", ")))
        }
        let items = midi.map.bindings.map { binding in
            let fields: Fields = [
                "trigger": .text(binding.trigger.description), "mode": .text(binding.mode.rawValue),
                "does": .text(binding.first), "second": .text(binding.second ?? ""),
            ]
            return fields
        }
        return Reply(fields, items: items)
    }
}
