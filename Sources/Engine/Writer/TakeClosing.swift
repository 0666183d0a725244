// A take whose files are being closed. Writer thread only.
internal import Dictation
internal import Storage

/// An ended take, or an ended part of one, whose file, sidecar and journal are still to be closed.
struct TakeClosing {
    let take: Take
    let journal: TakeJournal?
    /// Errors so far, in the order in which they occurred.
    var troubles: [EngineError]
    /// Xruns during the take.
    let xruns: Int
    /// Time of the last frame, in nanoseconds on the clock of `Telemetry.wallTime`.
    let leftAt: UInt64
    /// True when the take goes on in another recording, which begins with the next sound.
    let goesOn: Bool
    /// Size of the closed file in bytes; nil until it is closed.
    var bytes: Int64?

    init(_ take: Take, _ journal: TakeJournal?, _ troubles: [EngineError], xruns: Int, leftAt: UInt64, goesOn: Bool = false) {
        self.take = take
        self.journal = journal
        self.troubles = troubles
        self.xruns = xruns
        self.leftAt = leftAt
        self.goesOn = goesOn
    }

    /// The segment of the ended take, as its sidecar describes it.
    var segment: Segment {
        var segment = take.request.segment
        if let bytes { segment.bytes = bytes }
        segment.frames = take.framesWritten
        segment.startFrame = take.request.timeReference(take.firstFrame ?? take.request.startFrame)
        segment.preRollFrames = max(0, take.request.startFrame - (take.firstFrame ?? take.request.startFrame))
        // A pause that a split follows at once leaves no joint in the file.
        segment.joints = take.joints.filter { take.cut == nil || $0.position < take.framesWritten }
        segment.gaps = take.gaps
        segment.dropouts = take.dropouts?.found
        segment.dropoutCount = take.dropouts?.count ?? 0
        segment.loudness = take.loudnessFigures
        segment.peaks = take.request.format.channels == 1 ? [max(take.peak[0], take.peak[1])] : [take.peak[0], take.peak[1]]
        segment.clips = take.clips
        segment.xruns = xruns
        segment.endReason = take.endReason
        return segment
    }
}
