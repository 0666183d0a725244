internal import Dictation
// Control loop only: A-B repeat.
internal import Playback

extension PlayingDesk {
    /// Sets A and B, at the playhead or where it is said, or clears both. Loops once there are two.
    func setLoop(_ request: Request, _ time: GraphTime) throws(EngineError) -> Fields {
        guard let loaded else { throw empty("loop") }
        if request.text(.point) == "clear" {
            points = Points()
        } else {
            var next = points
            let here = heardPosition(time)
            if let a = try placed(request.place(.a), in: loaded) { next.a = a }
            if let b = try placed(request.place(.b), in: loaded) { next.b = b }
            if request.text(.point) == "a" { next.a = here }
            if request.text(.point) == "b" { next.b = here }
            // A new A behind the old B begins a new loop.
            if request.text(.point) == "a", let b = next.b, here >= b { next.b = nil }
            try check(next, loaded)
            points = next
        }
        settings.loop = points.loop
        tellSettings()
        return loopFields
    }

    private func check(_ points: Points, _ loaded: Loaded) throws(EngineError) {
        for frame in [points.a, points.b].compactMap(\.self) where frame > loaded.frames { throw pastEnd(frame, loaded) }
        guard let a = points.a, let b = points.b else { return }
        guard b > a else {
            throw .usage("B (frame \(b)) is not after A (frame \(a)): give a later B, or clear both (dicta loop clear)")
        }
        // Shorter ones are no repeat any more but a tone.
        guard Double(b - a) >= 0.05 * Double(loaded.rate) else {
            throw .usage("a loop of \(b - a) frames is shorter than 50 ms: give a later B")
        }
    }

    /// What lies between A and B, for an edit that was told no places.
    var loopPlaces: [ParameterKey: Value] {
        guard let a = points.a, let b = points.b else { return [:] }
        return [.from: .int(a), .to: .int(b)]
    }

    var loopFields: Fields {
        var fields: Fields = ["looping": .flag(settings.loop != nil)]
        guard let loaded else { return fields }
        for (name, frame) in [("a", points.a), ("b", points.b)] {
            guard let frame else { continue }
            fields.append("loop_\(name)_frames", .int(frame))
            fields.append("loop_\(name)_seconds", .double(Double(frame) / Double(loaded.rate)))
        }
        return fields
    }
}
