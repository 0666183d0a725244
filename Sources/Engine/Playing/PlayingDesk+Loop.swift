// A-B loop. Control loop only.
internal import Dictation
internal import Messages
internal import Playback
internal import Player
internal import Threads

extension PlayingDesk {
    /// Sets A and B at the playhead or at given places, or clears both or one of them. Playback loops once both are set. Throws when nothing
    /// is loaded, a point is past the end, or the loop is too short.
    func setLoop(_ request: Request, _ time: GraphTime) throws(EngineError) -> Fields {
        guard let loaded = destination else { throw empty() }
        switch request.text(.point) {
        case "clear": points = LoopPoints()
        case "clear-a": points.a = nil
        case "clear-b": points.b = nil
        default:
            var next = points
            let here = here(time)
            if let a = try placed(request.place(.a), in: loaded) { next.a = a }
            if let b = try placed(request.place(.b), in: loaded) { next.b = b }
            if request.text(.point) == "a" { next.a = here }
            if request.text(.point) == "b" { next.b = here }
            // A new A after the old B begins a new loop.
            if request.text(.point) == "a", let b = next.b, here >= b { next.b = nil }
            try check(next, loaded)
            points = next
        }
        settings.loop = points.loop
        tellSettings()
        return loopFields
    }

    /// Throws when a point is past the end, when B is not after A, or when the loop is shorter than 50 ms.
    private func check(_ points: LoopPoints, _ loaded: Loaded) throws(EngineError) {
        for frame in [points.a, points.b].compactMap(\.self) where frame > loaded.frames { throw pastEnd(frame, loaded) }
        guard let a = points.a, let b = points.b else { return }
        let (start, end) = (TimeSpan.place(a, rate: loaded.rate), TimeSpan.place(b, rate: loaded.rate))
        guard b > a else {
            throw .usage(tr("B (\(end)) is not after A (\(start)): give a later B, or clear both (dicta loop clear)"))
        }
        // A shorter loop would be heard as a tone.
        guard Double(b - a) >= LoopPoints.shortest * Double(loaded.rate) else {
            throw .usage(tr("the loop from \(start) to \(end) is shorter than 50 ms: give a later B"))
        }
    }

    /// Status fields of the loop, in timeline frames and seconds.
    var loopFields: Fields {
        var fields: Fields = ["looping": .flag(settings.loop != nil)]
        guard let loaded = destination else { return fields }
        for (name, frame) in [("a", points.a), ("b", points.b)] {
            guard let frame else { continue }
            fields.append("loop_\(name)_frames", .int(frame))
            fields.append("loop_\(name)_seconds", .double(Double(frame) / Double(loaded.rate)))
        }
        return fields
    }
}
