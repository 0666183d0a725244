// An ended take on its way to the thread that closes it. Passed from the writer to that thread.
internal import Dictation
internal import Storage
internal import Threads

/// An ended take, or an ended part of one, whose file, sidecar and journal are still to be closed.
///
/// `@unchecked Sendable`: the files belong to this take alone, and the writer, which drops the take as it hands this over, does
/// not touch them again. Everything else is a value.
struct EndedTake: @unchecked Sendable {
    let file: SegmentWriter
    let journal: TakeJournal?
    let peaks: PeakWriter?
    let request: TakeRequest
    /// Markers of the take, and those that its file has.
    let markers: (all: [Marker], inFile: [Marker])
    /// The file as its sidecar describes it; its size and length are those before it was closed.
    let segment: Segment
    /// True for the part before a split.
    let isSplit: Bool
    /// True if it has no frame and is discarded.
    let isEmpty: Bool
    /// Errors so far, in the order in which they occurred.
    var troubles: [EngineError]
    /// Time of the last frame, in nanoseconds on the clock of `Telemetry.wallTime`.
    let leftAt: UInt64
    /// True when the take goes on in another recording, which begins with the next sound.
    let goesOn: Bool

    /// Describes a take that has ended. `xruns` came during it.
    init(_ take: Take, _ journal: TakeJournal?, _ troubles: [EngineError], xruns: Int, leftAt: UInt64, goesOn: Bool = false) {
        (file, peaks, request) = (take.segment, take.peaks, take.request)
        markers = (take.markers, take.segmentMarkers)
        segment = take.described(xruns: xruns)
        isSplit = take.cut != nil
        isEmpty = take.isEmpty
        (self.journal, self.troubles, self.leftAt, self.goesOn) = (journal, troubles, leftAt, goesOn)
    }
}

extension Take {
    /// True for an ended segment without a frame that follows an earlier one: nothing is lost without it. A part that a split has
    /// begun is kept when the take is to go on in it at the next server.
    fileprivate var isEmpty: Bool {
        guard framesWritten == 0 else { return false }
        return request.earlier != nil && markers.isEmpty || request.splitFrom != nil && !isInterrupted
    }

    /// The segment of the ended take, as its sidecar describes it once its file is closed.
    fileprivate func described(xruns: Int) -> Segment {
        var segment = request.segment
        segment.frames = framesWritten
        segment.startFrame = request.timeReference(firstFrame ?? request.startFrame)
        segment.preRollFrames = max(0, request.startFrame - (firstFrame ?? request.startFrame))
        segment.joints = joints
        segment.gaps = gaps
        segment.dropouts = dropouts?.found
        segment.dropoutCount = dropouts?.count ?? 0
        segment.loudness = loudnessFigures
        segment.peaks = request.format.channels == 1 ? [max(peak[0], peak[1])] : [peak[0], peak[1]]
        segment.clips = clips
        segment.xruns = xruns
        segment.endReason = endReason
        return segment
    }
}
