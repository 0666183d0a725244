// Moving from marker to marker. Control loop only.
internal import Dictation
internal import JackClient
internal import Realtime
internal import Threads

extension PlayingDesk {
    /// Moves the playhead to the next marker, or to the previous one or the start. `answer` is called once. Throws when nothing
    /// is loaded or no marker follows.
    func step(isForward: Bool, _ request: Request, _ answer: @escaping Answer) throws(EngineError) {
        let time = try jack.graph()
        guard let loaded = destination else { throw empty() }
        let known = known(in: loaded)
        let isPlaying = intended == .playing
        let here = here(time)
        // While playing, a marker heard less than a second ago is skipped, so that a second press goes to the one before it.
        let grace = isPlaying ? Int64(loaded.rate) : 0
        let index = isForward ? known.firstIndex { $0.frame > here } : known.lastIndex { $0.frame < here - grace }
        guard index != nil || !isForward else { throw EngineError.marker(.noneAfter(frame: here, rate: loaded.rate)) }
        let target = index.map { known[$0].frame } ?? 0
        let frame = try time.effectFrame(request)
        let told: Fields = [
            "marker": .int(Int64(index.map { $0 + 1 } ?? 0)), "name": .text(index.map { known[$0].name } ?? ""),
        ]
        try time.client.checkPlace(for: 1, at: frame)
        try locate(in: loaded, to: target, at: frame, time) { result in
            answer(result.map { told + PlayingDesk.place(Double(target), loaded) + $0 })
        }
    }
}
