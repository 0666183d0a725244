// Splits of a take: the end of a part, and what the next part takes over. Writer thread only.
internal import Dictation
internal import Storage

extension Take {
    /// Ends this part at extended JACK frame `frame`: the writer begins the next one there, or has this one go on. A part
    /// without a frame is not ended, nor one that a stop ends at this frame.
    func split(at frame: Int64, for caller: UInt64?) {
        let isStopped = stopFrame.map { $0 <= frame } ?? false
        guard state == .writing || state == .paused, request.splits != nil, framesWritten > 0, !isStopped else {
            if let caller { refusedCuts.append(caller) }
            return
        }
        cut = TakeCut(frame: frame, isPaused: state == .paused, caller: caller)
        end(.split)
    }

    /// Goes on in this file, since the next part could not be made.
    func goOn() {
        guard let cut, let rule = request.splits else { return }
        state = cut.isPaused ? .paused : .writing
        self.cut = nil
        if cut.caller == nil { nextSplit.skip(rule, frame: framesWritten, bytes: segment.bytesOnDisk) }
    }

    /// Takes over the edges and markers to come of the part before, and a crossfade that is not over. An edge that came late
    /// holds from the first frame on.
    func goOn(after part: Take) {
        guard let cut = part.cut else { return }
        for edge in part.edges { add(Edge(frame: max(edge.frame, cut.frame), kind: edge.kind, time: edge.time)) }
        marksToCome = part.marksToCome
        part.marksToCome = []
        if !cut.isPaused { crossfade = part.crossfade }
    }

    /// True for a part whose first frame is the next one: it began in a pause.
    var beginsHere: Bool { request.splitFrom != nil && framesWritten == 0 }

    /// Begins the file at extended JACK frame `frame`, with nothing of the pause before it.
    func begin(at frame: Int64) {
        firstFrame = frame
        crossfade.forget()
        segment.begin(at: request.broadcastReference(frame))
    }

    /// Frames left until the take splits itself by length; nil for never, and while nothing is written.
    var framesToSplit: Int64? {
        guard state == .writing, let next = nextSplit.frame else { return nil }
        return max(1, next - framesWritten)
    }

    /// True when the take splits itself now.
    var isSplitDue: Bool {
        guard state == .writing, framesWritten > 0 else { return false }
        return nextSplit.frame.map { $0 <= framesWritten } ?? false || nextSplit.bytes.map { $0 <= segment.bytesOnDisk } ?? false
    }

    /// Has the take split at a marker that is to be set at a frame to come. A marker at a past frame, or at a place that it
    /// names, splits nothing.
    func split(at mark: TakeMark, read frame: Int64?) {
        guard request.splits?.atMarkers == true, mark.request.wantsPlace, let meant = mark.frame, let frame, meant >= frame else {
            return
        }
        add(Edge(frame: meant, kind: .split(nil)))
    }
}
