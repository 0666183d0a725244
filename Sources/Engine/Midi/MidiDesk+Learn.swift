// The verb `midi`: keys are taught, listed and forgotten. Control loop only.
internal import Control
internal import Dictation
internal import JackClient
internal import Realtime
internal import Settings
internal import Synchronization
internal import Threads

extension MidiDesk {
    /// Carries out the verb `midi`. Throws if the request is refused at once; otherwise `answer` is called exactly once.
    func perform(_ request: Request, from sender: Sender?, _ answer: @escaping WholeAnswer) throws(EngineError) {
        switch request.text(.do) {
        case "learn":
            let mode = request.text(.mode).flatMap(TriggerMode.init)
            try lessons.begin(request, second: request.text(.second), mode: mode, from: sender, answer)
            if jack.client == nil { lessons.endLesson(.failure(.noServer)) }
        case "forget": try lessons.forget(request.text(.line)) { [self] result in answer(result.map { _ in report }) }
        default:
            lessons.endLeftLesson()
            answer(.success(report))
        }
    }

    /// The reply that lists the bindings.
    private var report: Reply {
        var fields: Fields = [
            "mmc": .text(settings.current.text(.mmc) ?? "on"), "received": .int(received), "last": .text(last),
        ]
        if let lesson = lessons.lesson { fields.append("learning", .text(lesson.first)) }
        if let client = jack.client {
            fields.append("dropped", .int(unsafe client.link.pointee.droppedMidi.load(ordering: .relaxed)))
            fields.append("sources", .list(client.midiSources))
        }
        return Reply(fields, items: lessons.items)
    }
}
