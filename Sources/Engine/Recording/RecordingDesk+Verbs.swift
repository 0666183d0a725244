// Recording verbs; pause, resume and stop act on the take when there is one, otherwise on playback. Control loop only.
internal import Control
internal import Dictation
internal import JackClient

extension RecordingDesk {
    /// Carries out a verb. Throws when the verb is refused at once; otherwise `answer` is called once.
    func perform(_ verb: RecordingVerb, _ request: Request, _ answer: @escaping Answer) throws(EngineError) {
        switch verb {
        case .rec:
            let time = try jack.graph()
            let whole = RecordFormat.complete(
                request, with: settings.current, preRoll: preRollSeconds, rate: time.client.rate)
            try record(whole, time, answer)
        case .append, .insert, .overwrite: try recordInto(request, try jack.graph(), answer)
        case .pause: try pause(request, answer)
        case .resume: try resume(request, answer)
        case .stop: try stop(request, answer)
        }
    }

    private func pause(_ request: Request, _ answer: @escaping Answer) throws(EngineError) {
        let time = try jack.graph()
        if request.text(.what) ?? (state == .idle ? "play" : "rec") == "rec" {
            answer(.success(try pause(request, time)))
        } else {
            try playing.pause(at: try time.effectFrame(request), time, answer)
        }
    }

    private func resume(_ request: Request, _ answer: @escaping Answer) throws(EngineError) {
        let time = try jack.graph()
        if state != .idle {
            answer(.success(try resume(request, time)))
        } else {
            try playing.resume(from: nil, at: try time.effectFrame(request), time, answer)
        }
    }

    private func stop(_ request: Request, _ answer: @escaping Answer) throws(EngineError) {
        let time = jack.time
        let what = request.text(.what) ?? (state == .idle && recalls.isEmpty ? "play" : "rec")
        if what == "play" {
            let time = try jack.graph()
            return try playing.stop(at: try time.effectFrame(request), time, answer)
        }
        if what == "all", let time, playing.isBusyOrLoaded {
            try playing.stop(at: try time.effectFrame(request), time) { _ in }
        }
        // A stop at a given frame keeps the take up to that frame, so it waits until the library has found the recording.
        if state == .idle, !recalls.isEmpty, request.atFrame != nil { return stopsToCome.append((request, answer)) }
        let isGivenUp = request.atFrame == nil && giveUpComingTakes()
        if state == .idle, isGivenUp || what == "all" { return answer(.success([:])) }
        try stop(request, time, answer)
    }
}
