// Sentences for recording verbs that the state of the take does not allow. Control loop only.
internal import Control
internal import Dictation
internal import Messages
internal import Recorder
internal import Threads

extension RecordingDesk {
    /// The error for a pause of the take in its present state.
    var pauseRefusal: EngineError {
        switch state {
        case .paused: .wrongState(tr("Already paused"))
        case .idle, .recording, .armed: .wrongState(tr("Nothing is recorded: begin a take (dicta rec)"))
        case .closing, .waiting: endingRefusal
        case .counting: countingRefusal
        }
    }

    /// The error for a resume of the take in its present state.
    var resumeRefusal: EngineError {
        switch state {
        case .recording: .wrongState(tr("The take is not paused: it goes on already"))
        case .armed: .wrongState(tr("The take is armed: it goes on by itself at the next sound"))
        case .idle, .paused: .wrongState(tr("Nothing is recorded: begin a take (dicta rec)"))
        case .closing, .waiting: endingRefusal
        case .counting: countingRefusal
        }
    }

    /// The error for a new take in the present state.
    var beginRefusal: EngineError {
        if let number = scheduledNumber() { return scheduledRefusal(number) }
        let name = current?.name ?? ""
        return switch state {
        case .idle, .recording: .wrongState(tr("\(name) is being recorded: stop it first (dicta stop)"))
        case .paused: .wrongState(tr("\(name) is paused: continue it (dicta resume), or stop it first (dicta stop)"))
        case .armed: .wrongState(tr("\(name) is armed and waits for sound: stop it first (dicta stop)"))
        case .waiting: .wrongState(tr("\(name) waits for a JACK server to continue: stop it first (dicta stop)"))
        case .closing: endingRefusal
        case .counting: countingRefusal
        }
    }

    /// The error for a request that begins a take while the scheduled take of this number runs.
    private func scheduledRefusal(_ number: Int64) -> EngineError {
        let name = current?.name ?? ""
        return switch state {
        case .idle, .recording:
            .wrongState(
                tr("\(name) is being recorded by the schedule (\(number) of 'dicta schedule'): stop it first (dicta stop)"))
        case .paused:
            .wrongState(
                tr(
                    "\(name) is paused, by the schedule (\(number) of 'dicta schedule'): continue it (dicta resume), or stop it"
                        + " first (dicta stop)"))
        case .armed:
            .wrongState(
                tr(
                    "\(name) is armed and waits for sound, by the schedule (\(number) of 'dicta schedule'): stop it first"
                        + " (dicta stop)"))
        case .waiting:
            .wrongState(
                tr(
                    "\(name) waits for a JACK server to continue, by the schedule (\(number) of 'dicta schedule'): stop it first"
                        + " (dicta stop)"))
        case .closing: endingRefusal
        case .counting: countingRefusal
        }
    }

    /// The error for a verb that comes during a count-in.
    private var countingRefusal: EngineError {
        .wrongState(tr("A take is being counted in: wait for its first frame, or stop it (dicta stop)"))
    }

    /// The error for a split of the take in its present state.
    var splitRefusal: EngineError {
        let name = current?.name ?? ""
        return switch state {
        case .idle: .wrongState(tr("Nothing is recorded: begin a take (dicta rec)"))
        case .armed: armedSplitRefusal
        case .closing, .waiting: endingRefusal
        case .counting: countingRefusal
        case .recording, .paused:
            .wrongState(
                tr(
                    "\(name) cannot be split, since the take goes into an existing recording: stop it"
                        + " (dicta stop) and begin a new one (dicta rec)"))
        }
    }

    /// The error for a split of a take that has no sound yet.
    var armedSplitRefusal: EngineError { .wrongState(tr("The take waits for sound: split it once there is some")) }

    /// The error for a stop of the take when there is none.
    var stopRefusal: EngineError { .wrongState(tr("Nothing is recorded")) }

    /// The error for a verb that comes while the take ends, or while it waits for a server.
    var endingRefusal: EngineError {
        let name = current?.name ?? ""
        return .wrongState(
            state == .waiting
                ? tr("\(name) waits for a JACK server to continue: start one, or stop the take (dicta stop)")
                : tr("\(name) is being closed: try again in a moment"))
    }
}
