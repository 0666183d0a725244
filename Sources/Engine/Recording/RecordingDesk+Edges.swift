// Pause and resume of the running take, at once or at a future frame. Control loop only.
internal import Dictation
internal import JackClient
internal import Realtime
internal import Recorder
internal import Threads

extension RecordingDesk {
    /// A pause or resume scheduled for a future frame. It can be cancelled until that frame.
    struct ComingEdge {
        /// Extended JACK frame at which the edge takes effect.
        let frame: Int64
        /// State of the take from that frame on: paused or recording. A take that has no sound yet is armed then.
        let state: State
        /// Value of `lastEdge` before this edge was scheduled; restored when the edge is cancelled.
        let before: Int64
    }

    /// Pauses the take. An immediate pause cancels every scheduled edge; a pause at a future frame replaces a scheduled pause.
    /// Throws `.refused` when no take is running.
    func pause(_ request: Request, _ time: GraphTime) throws(EngineError) -> Fields {
        try change(to: .paused, request, time) { pauseRefusal }
    }

    /// Resumes a paused take. An immediate resume cancels every scheduled edge, so a running take keeps running. Throws
    /// `.refused` when no take is paused.
    func resume(_ request: Request, _ time: GraphTime) throws(EngineError) -> Fields {
        try change(to: .recording, request, time) { resumeRefusal }
    }

    /// Schedules or applies a change to the state `next`; `refusal` makes the error for a state that does not allow it.
    private func change(
        to next: State, _ request: Request, _ time: GraphTime, _ refusal: () -> EngineError
    ) throws(EngineError) -> Fields {
        // An armed take goes on by itself, so a resume has nothing but a scheduled pause to do with.
        guard state == .recording || state == .paused || state == .armed && (next == .paused || !comingEdges.isEmpty) else {
            throw refusal()
        }
        let asked = try time.frame(named: request.atFrame, lateness: Int64(TakeWriter.heldBack(time.client)))
        tick(time)
        let isReplacing = comingEdges.last.map { request.atFrame == nil || $0.state == next } ?? false
        let intended = isReplacing ? stateWithout(request) : comingEdges.last?.state ?? going
        let replaced = isReplacing ? takeOut(all: request.atFrame == nil) : []
        // Post the new edge first: the writer may take frames between two messages, and the new edge would then come too late.
        defer { for frame in replaced { writer.post(.withdraw(frame: frame)) } }
        guard intended != next else {
            // Cancelling the scheduled edges has already led to the state asked for.
            guard isReplacing else { throw refusal() }
            return describe(asked, time)
        }
        let frame = max(asked, lastEdge)
        writer.post(.edge(Take.Edge(frame: frame, kind: next == .paused ? .pause : .resume)))
        if request.atFrame != nil, frame > time.now {
            comingEdges.append(ComingEdge(frame: frame, state: next, before: lastEdge))
        } else {
            state = reached(next)
        }
        lastEdge = frame
        return describe(frame, time)
    }

    /// State of the take once the replaced edges are gone.
    private func stateWithout(_ request: Request) -> State {
        request.atFrame == nil || comingEdges.count < 2 ? going : comingEdges[comingEdges.count - 2].state
    }

    /// State of the take as pauses and resumes see it: an armed take goes on.
    private var going: State { state == .armed ? .recording : state }

    /// State of the take at an edge to that state: one with voice activation that has no sound yet is armed again.
    private func reached(_ next: State) -> State {
        next == .recording && current?.voice?.isArmed == true && !isOpen ? .armed : next
    }

    /// Removes the last scheduled edge, or all of them, and returns their frames.
    private func takeOut(all: Bool) -> [Int64] {
        var frames: [Int64] = []
        repeat {
            guard let last = comingEdges.popLast() else { break }
            lastEdge = last.before
            frames.append(last.frame)
        } while all
        return frames
    }

    /// Updates the state when the frames of scheduled edges have been reached. Each of them is announced.
    func tick(_ time: GraphTime) {
        let now = time.now
        if let start = comingStart, start <= now { tellStart() }
        while let next = comingEdges.first, next.frame <= now {
            if isUnderWay { state = reached(next.state) }
            comingEdges.removeFirst()
        }
        comingSplits.removeAll { $0 <= now }
    }

    /// Milliseconds until the next scheduled edge, or the first frame of the take; -1 for none. In freewheel the clock cannot tell, so 5.
    func pauseToEdge(_ time: GraphTime?) -> Int32 {
        guard let next = [comingStart, comingEdges.first?.frame].compactMap(\.self).min(), let time else { return -1 }
        guard !time.isFreewheeling else { return 5 }
        return Int32(clamping: max(0, next - time.now) * 1000 / Int64(time.client.rate) + 1)
    }

    /// Status fields of the next scheduled edge and the next scheduled split; empty when none is scheduled.
    func pending(_ time: GraphTime) -> Fields {
        let jackFrame = { (frame: Int64) in Value.int(Int64(time.telemetry.jackFrame(of: frame))) }
        let edge: Fields? = comingEdges.first.map {
            ["record_pending": .text(reached($0.state).rawValue), "record_pending_frame": jackFrame($0.frame)]
        }
        let split: Fields? = comingSplits.first.map { ["split_pending_frame": jackFrame($0)] }
        return (edge ?? [:]) + (split ?? [:])
    }

    /// Answer to a pause or resume: the name of the recording and the JACK frame of the edge.
    private func describe(_ frame: Int64, _ time: GraphTime) -> Fields {
        let told: Fields = ["name": .text(current?.name ?? ""), "at_frame": .int(Int64(time.telemetry.jackFrame(of: frame)))]
        return told + (current.map(elapsed) ?? [:])
    }
}
