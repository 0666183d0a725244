// Sentences for recording verbs that the state of the take does not allow. Control loop only.
internal import Control
internal import Dictation

extension RecordingDesk {
    /// The error for a pause of the take in its present state.
    var pauseRefusal: EngineError {
        switch state {
        case .paused: .wrongState("Already paused")
        case .idle, .recording, .armed: .wrongState("Nothing is recorded: begin a take (dicta rec)")
        case .closing, .waiting: endingRefusal
        case .counting: countingRefusal
        }
    }

    /// The error for a resume of the take in its present state.
    var resumeRefusal: EngineError {
        switch state {
        case .recording: .wrongState("The take is not paused: it goes on already")
        case .armed: .wrongState("The take is armed: it goes on by itself at the next sound")
        case .idle, .paused: .wrongState("Nothing is recorded: begin a take (dicta rec)")
        case .closing, .waiting: endingRefusal
        case .counting: countingRefusal
        }
    }

    /// The error for a new take in the present state.
    var beginRefusal: EngineError {
        let name = current?.name ?? "a take"
        let schedule = scheduleWords().map { ", \($0)" } ?? ""
        return switch state {
        case .idle, .recording: .wrongState("\(name) is recorded already\(schedule): stop it first (dicta stop)")
        case .paused: .wrongState("\(name) is paused\(schedule): continue it (dicta resume), or stop it first (dicta stop)")
        case .armed: .wrongState("\(name) is armed and waits for sound\(schedule): stop it first (dicta stop)")
        case .waiting: .wrongState("\(name) waits for a JACK server to continue\(schedule): stop it first (dicta stop)")
        case .closing: endingRefusal
        case .counting: countingRefusal
        }
    }

    /// The error for a verb that comes during a count-in.
    private var countingRefusal: EngineError {
        .wrongState("A take is being counted in: wait for its first frame, or stop it (dicta stop)")
    }

    /// The error for a split of the take in its present state.
    var splitRefusal: EngineError {
        switch state {
        case .idle: .wrongState("Nothing is recorded: begin a take (dicta rec)")
        case .armed: armedSplitRefusal
        case .closing, .waiting: endingRefusal
        case .counting: countingRefusal
        case .recording, .paused:
            .wrongState(
                "\(current?.name ?? "The take") cannot be split, since the take goes into an existing recording: stop it"
                    + " (dicta stop) and begin a new one (dicta rec)")
        }
    }

    /// The error for a split of a take that has no sound yet.
    var armedSplitRefusal: EngineError { .wrongState("The take waits for sound: split it once there is some") }

    /// The error for a stop of the take when there is none.
    var stopRefusal: EngineError { .wrongState("Nothing is recorded") }

    /// The error for a verb that comes while the take ends, or while it waits for a server.
    private var endingRefusal: EngineError {
        let name = current?.name ?? "the take"
        return .wrongState(
            state == .waiting
                ? "\(name) waits for a JACK server to continue: start one, or stop the take (dicta stop)"
                : "\(name) is being closed: try again in a moment")
    }
}
