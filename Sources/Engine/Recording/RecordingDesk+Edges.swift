// Pause and resume of the running take, now or at a frame to come. Control loop only.
internal import Dictation
internal import JackClient
internal import Realtime

extension RecordingDesk {
    /// A pause or resume that waits for its frame. Until then nothing has changed, and it can be taken back.
    struct ComingEdge {
        let frame: Int64
        /// State of the take from there on.
        let state: State
        /// `lastEdge` before it.
        let before: Int64
    }

    /// At once it takes back what waits for its frame; for a frame to come it takes the place of a pause that waits.
    func pause(_ request: Request, _ time: GraphTime) throws(EngineError) -> Fields {
        try change(to: .paused, request, time) { .forbidden(verb: "pause", state: $0, hint: "only a running take can be paused") }
    }

    /// Goes on after a pause. At once it takes back what waits for its frame: a take that runs goes on running.
    func resume(_ request: Request, _ time: GraphTime) throws(EngineError) -> Fields {
        try change(to: .recording, request, time) {
            .forbidden(verb: "resume", state: $0, hint: "only a paused take goes on")
        }
    }

    private func change(
        to next: State, _ request: Request, _ time: GraphTime, _ refusal: (String) -> EngineError
    ) throws(EngineError) -> Fields {
        guard state == .recording || state == .paused else { throw refusal(state.rawValue) }
        let asked = try time.frame(named: request.atFrame, lateness: Int64(RecordingDesk.heldBack(time.client)))
        tick(time)
        let isReplacing = comingEdges.last.map { request.atFrame == nil || $0.state == next } ?? false
        let intended = isReplacing ? stateWithout(request) : comingEdges.last?.state ?? state
        let replaced = isReplacing ? takeOut(all: request.atFrame == nil) : []
        // After the new edge, which must not come behind what the writer meanwhile takes.
        defer { for frame in replaced { writer.post(.withdraw(frame: frame)) } }
        guard intended != next else {
            // Taken back, and that was all there was to do.
            guard isReplacing else { throw refusal(state.rawValue) }
            return describe(asked, time)
        }
        let frame = max(asked, lastEdge)
        writer.post(.edge(Take.Edge(frame: frame, kind: next == .paused ? .pause : .resume)))
        if request.atFrame != nil, frame > time.now {
            comingEdges.append(ComingEdge(frame: frame, state: next, before: lastEdge))
        } else {
            state = next
        }
        lastEdge = frame
        return describe(frame, time)
    }

    /// State of the take once the replaced edge is gone.
    private func stateWithout(_ request: Request) -> State {
        request.atFrame == nil || comingEdges.count < 2 ? state : comingEdges[comingEdges.count - 2].state
    }

    /// Forgets the last of them, or all, and gives their frames.
    private func takeOut(all: Bool) -> [Int64] {
        var frames: [Int64] = []
        repeat {
            guard let last = comingEdges.popLast() else { break }
            lastEdge = last.before
            frames.append(last.frame)
        } while all
        return frames
    }

    /// Applies the edges that have become due.
    func tick(_ time: GraphTime) {
        guard let last = comingEdges.last(where: { $0.frame <= time.now }) else { return }
        if state == .recording || state == .paused { state = last.state }
        comingEdges.removeAll { $0.frame <= last.frame }
    }

    /// Milliseconds to the next of them; -1 without.
    func pauseToEdge(_ time: GraphTime?) -> Int32 {
        guard let next = comingEdges.first, let time else { return -1 }
        guard !time.isFreewheeling else { return 5 }
        return Int32(clamping: max(0, next.frame - time.now) * 1000 / Int64(time.client.rate) + 1)
    }

    /// The next edge to come, for status.
    func pending(_ time: GraphTime) -> Fields {
        guard let next = comingEdges.first else { return [:] }
        return [
            "record_pending": .text(next.state.rawValue),
            "record_pending_frame": .int(Int64(time.telemetry.jackFrame(of: next.frame))),
        ]
    }

    private func describe(_ frame: Int64, _ time: GraphTime) -> Fields {
        ["name": .text(current?.name ?? ""), "at_frame": .int(Int64(time.telemetry.jackFrame(of: frame)))]
    }
}
