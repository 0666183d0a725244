// Request for a take. Any thread; a value.
package import Dictation
internal import Playback
internal import Storage
internal import System

/// A take to be made: its names, its frames and its place in the recording.
package struct TakeRequest: Sendable {
    /// Number of the take, which the writer's events refer to.
    package var id: UInt64
    /// Identity of the recording; unset until the file is open.
    package var recordingID = Identifier.unset
    /// Identity of the segment; unset until the file is open.
    package var segmentID = Identifier.unset
    /// Name of the recording and the file as requested; once the file is open, the name that was free.
    package var name: String
    /// Path of the file; provisional until the file is open.
    package var path: String
    package var format: AudioFormat
    /// Time of the record command in ISO 8601, for the metadata.
    package var created: String
    /// Extended JACK frame of the record command.
    package var startFrame: Int64
    /// Frame and time, in seconds since 1970, at which a scheduled take begins; nil for others. The time of a frame is estimated
    /// otherwise, and may be that of the second before.
    package var due: (frame: Int64, seconds: Int)?
    /// Frames to write from before `startFrame`.
    package var preRollFrames: Int64
    /// Maximum length of the file in frames, after which the take ends by itself; nil for no maximum.
    package var limitFrames: Int64?
    /// Frames before the end of a limited take at which a warning is due; nil for none.
    package var warningFrames: Int64?
    /// True once the warning of the take was given, in this part or an earlier one.
    package var isWarned = false
    /// Extended JACK frame of the oldest frame that can be written, known once the take begins: a pre-roll may be shorter than
    /// was asked for.
    package var oldestFrame: Int64?
    /// Place of the take in its recording, which may hold earlier takes.
    package var edit = JournalEntry.Edit.append
    /// State given to a recording that the take begins.
    package var recordingState = Recording.State.completed
    /// Title of a recording that the take begins; empty for none.
    package var title = ""
    /// True when the take goes into a recording that exists already.
    package var addsToRecording = false
    /// Delivery as AAC after the take: `isWanted` to make the AAC file, `isDiscarding` to have it replace the recorded file.
    package var delivery: (isWanted: Bool, isDiscarding: Bool) = (false, false)
    /// Frames by which the take begins after the roll of JACK's transport: what is played along comes in so much later. 0 for
    /// others.
    package var delayFrames: Int64 = 0
    /// Frames to record after JACK's transport has halted; nil when the transport does not end the take.
    package var transportTail: Int64?
    /// Extended JACK frame at which the take ends, for a roll of the transport that is over already; nil otherwise.
    package var stopFrame: Int64?
    /// Transport frame at `startFrame`, for a take that the transport started; nil otherwise.
    package var transportFrame: Int64?
    /// Segments recorded before the server went away, for a take that continues; nil otherwise.
    package var earlier: ClosedSegments?
    /// True when a take continues paused.
    package var isPaused = false
    /// Time by the clock between the previous segment and this one, in frames.
    var awayFrames: Int64 = 0
    /// Delay of the inputs: how much later the sound arrives than it was made.
    package var inputLatency = TimeSpan.seconds(0)
    /// True to look for dropouts: exact silence inside the sound.
    package var watchesDropouts = false
    /// True to measure the loudness that is kept with the take.
    package var measuresLoudness = false
    /// Name of the quality preset, for the metadata; nil for none.
    package var preset: String?
    /// The prompt that is spoken about, by its id; nil for none.
    package var prompt: String?
    /// The question of a sheet that is answered; nil for none.
    package var question: AskedQuestion?
    /// True to set a marker where an input clips.
    package var marksClips = false
    /// Rules for splits; nil for a take that cannot be split, since it goes into an existing recording.
    package var splits: SplitRule?
    /// Recording of the part before, which a split has ended; nil for the beginning of a take.
    package var splitFrom: String?
    /// Number of the part of the take, from 0: a split begins the next one.
    package var part = 0
    /// Lowest number that the name may get to be free: parts are numbered in their order.
    var firstNumber = 1
    /// Voice activation or pauses in silence; nil for neither.
    package var voice: VoiceOrder?
    /// The recording up to the take; nil when the take begins the recording.
    package var lead: TakeLead?

    /// A take of that name, format and place in time; what else is asked for is set afterwards.
    package init(
        id: UInt64, name: String, path: String, format: AudioFormat, created: String, startFrame: Int64, preRollFrames: Int64,
        limitFrames: Int64?
    ) {
        (self.id, self.name, self.path, self.format, self.created) = (id, name, path, format, created)
        (self.startFrame, self.preRollFrames, self.limitFrames) = (startFrame, preRollFrames, limitFrames)
    }

    /// Timeline frame at which the take begins, at the rate of the take: the end of what is heard before it.
    package var place: Int64 {
        guard let spans = lead?.spans, let rate = spans.first?.rate else { return 0 }
        let length = spans.reduce(Int64(0)) { $0.boundedSum($1.length) }
        guard rate > 0, rate != format.rate else { return length }
        return Int64(nearest: Double(length) * Double(format.rate) / Double(rate))
    }

    /// The take's file; it is also all of the recording if the take begins it and no server was lost.
    package var files: Fields {
        let isWhole = lead == nil && !addsToRecording && earlier == nil
        return (isWhole ? ["path": .text(path)] : [:]) + ["segment_path": .text(path)]
    }

    /// Journal entry of the take before its first frame.
    var journalEntry: JournalEntry {
        var entry = JournalEntry(name: name, segment: segment, edit: edit, state: recordingState)
        entry.id = recordingID
        entry.title = title
        return entry
    }

    /// Extended JACK frame at which the file begins.
    var firstFrame: Int64 { max(startFrame - preRollFrames, oldestFrame ?? .min) }

    /// Time of the first frame by the schedule, in ISO 8601; nil for a take that does not begin by it.
    var dueTime: String? {
        guard let due, due.frame == startFrame else { return nil }
        let before = Double(startFrame - firstFrame) / Double(max(1, format.rate))
        return Timestamp(seconds: due.seconds - Int(before.rounded(.up))).iso8601
    }

    /// Metadata of the segment before its first frame, as far as it is known then: a crash must lose nothing of it.
    var segment: Segment {
        var segment = Segment(
            file: path.lastPart, created: created, format: format)
        let first = firstFrame
        segment.id = segmentID
        segment.startFrame = timeReference(first)
        segment.preRollFrames = max(0, startFrame - first)
        segment.inputLatency = latencyFrames
        segment.transportFrame = transportFrame
        segment.preset = preset
        segment.prompt = prompt
        segment.question = question
        if awayFrames > 0 { segment.gaps = [Segment.Gap(position: 0, length: awayFrames, cause: .away)] }
        return segment
    }

    /// Input latency in frames, limited to the longest setting: 60 s either way.
    var latencyFrames: Int64 {
        let most = Int64(60 * format.rate)
        return max(-most, min(most, inputLatency.frames(rate: format.rate)))
    }

    /// JACK frame time at which the sound captured at extended frame `frame` was made; never below zero.
    func timeReference(_ frame: Int64) -> UInt64 { UInt64(max(0, frame - latencyFrames)) }

    /// Time reference of a WAV file in frames, less the input latency. For a take started by JACK's transport it is the
    /// transport's frame, where other programs put the file back; otherwise it is JACK's frame time, extended to 64 bits so
    /// that it never wraps.
    func broadcastReference(_ frame: Int64) -> UInt64 {
        transportFrame.map { UInt64(max(0, $0 + frame - startFrame - latencyFrames)) } ?? timeReference(frame)
    }

    /// Broadcast WAV description (bext) of the take.
    var description: BroadcastDescription {
        let first = broadcastReference(firstFrame)
        // Other programs take the time for that of a clock on the wall. The form is 2026-11-21T14:05:09+01:00.
        let local = Timestamp(iso8601: created)?.local ?? created
        let date = String(local.prefix(10))
        let time = String(local.dropFirst(11).prefix(8))
        return BroadcastDescription(
            description: name, originator: "dicta \(Version.text)", reference: "dicta\(date)T\(time)#\(first % 1_000_000)",
            date: date, time: time, timeReference: first)
    }
}
