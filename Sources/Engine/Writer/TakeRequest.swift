internal import Dictation
// Order for a take. A value of any thread.
internal import Playback
internal import Storage

/// A take to be made.
struct TakeRequest: Sendable {
    let id: UInt64
    /// Name of recording and file as asked for; once the file is open, the name that was free.
    var name: String
    /// Path of the file; before it is open, where a take of that name would be.
    var path: String
    let format: AudioFormat
    /// ISO 8601, for the metadata.
    let created: String
    /// Extended JACK frame of the record command.
    var startFrame: Int64
    /// Frames wanted from before `startFrame`.
    let preRollFrames: Int64
    /// Stop by itself after so many frames in the file; nil means never.
    let limitFrames: Int64?
    /// Place of the take in its recording, which may have takes already.
    var edit = JournalEntry.Edit.append
    /// State of a recording that the take begins.
    var recordingState = Recording.State.completed
    /// True where that recording is there already.
    var isPart = false
    /// AAC is made of it afterwards; discarding, that takes its place.
    var delivery: (isWanted: Bool, isDiscarding: Bool) = (false, false)
    /// Frames that it goes on after JACK's transport has halted; nil: that does not end it.
    var transportTail: Int64?
    /// The transport's frame at `startFrame`, of a take that the transport began.
    var transportFrame: Int64?
    /// Part before this one, of a take that goes on after its server was gone.
    var earlier: TakePart?
    /// It goes on as it was: paused.
    var isPaused = false
    /// Between the part before and this one, by the clock.
    var awayFrames: Int64 = 0
    /// Time by which the sound comes in later than it sounded.
    var inputLatency = TimeSpan.seconds(0)
    /// Exact silence inside the sound is looked for.
    var watchesDropouts = false
    /// Reels that are heard before it, where it is played meanwhile.
    var before: [FileSpan] = []

    var journalEntry: JournalEntry { JournalEntry(name: name, segment: segment, edit: edit, state: recordingState) }

    /// The segment as it is known before it has a frame.
    var segment: Segment {
        var segment = Segment(
            file: path.split(separator: "/").last.map(String.init) ?? path, created: created, format: format)
        segment.inputLatency = latencyFrames
        segment.transportFrame = transportFrame
        if awayFrames > 0 { segment.gaps = [Segment.Gap(position: 0, length: awayFrames, cause: .away)] }
        return segment
    }

    /// At most what can be set in seconds.
    var latencyFrames: Int64 {
        let most = Int64(60 * format.rate)
        return max(-most, min(most, inputLatency.frames(rate: format.rate)))
    }

    /// Time at which the sound of a JACK frame sounded, by JACK's frame time.
    func timeReference(_ frame: Int64) -> UInt64 { UInt64(max(0, frame - latencyFrames)) }

    /// The time reference of a WAV: of a take that the transport began the transport's frame, where other programs put it back
    /// to; else JACK's frame time, widened so that it never wraps. Less the latency of the inputs.
    func broadcastReference(_ frame: Int64) -> UInt64 {
        transportFrame.map { UInt64(max(0, $0 + frame - startFrame - latencyFrames)) } ?? timeReference(frame)
    }

    /// Description that a WAV has of itself.
    var description: BroadcastDescription {
        let first = broadcastReference(startFrame - preRollFrames)
        // 2026-11-21T13:05:09Z
        let date = String(created.prefix(10))
        let time = String(created.dropFirst(11).prefix(8))
        return BroadcastDescription(
            description: name, originator: "dicta \(Version.text)", reference: "dicta\(date)T\(time)#\(first % 1_000_000)",
            date: date, time: time, timeReference: first)
    }
}
