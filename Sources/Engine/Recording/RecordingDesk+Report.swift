// Status fields of the take in progress. Control loop only.
internal import Control
internal import Dictation
internal import JackClient
internal import Messages
internal import Realtime
internal import Recorder
internal import Storage
internal import Synchronization
internal import System
internal import Threads

extension RecordingDesk {
    func status(for authority: Authority) -> Fields { (jack.time.map(pending) ?? [:]) + takeFields }

    func fields(of topic: Topic) -> Fields {
        switch topic {
        case .transport:
            [
                "record_state": .text(state.rawValue), "record_name": .text(current?.name ?? ""),
                // Behind a refusal the error of the take before is old news.
                "record_error": .text(hasRefused ? "" : trouble?.description ?? ""),
            ]
        case .position:
            current.map { take in
                elapsed(take) + remaining(take) + ["size_bytes": .int(size(take))] + place(take) + levels(take)
            } ?? [:]
        case .meters: voiceFields
        default: [:]
        }
    }

    /// Fields of the take as it is now, and its error or the first one of the last take.
    var takeFields: Fields {
        var fields: Fields = ["record_state": .text(state.rawValue)]
        if let take = current {
            let earlier = closedSegments(of: take)
            let paused = open(progress.pausedFrames) + earlier.pausedFrames(rate: take.format.rate)
            fields =
                fields + [
                    "name": .text(take.name), "format": .text(take.format.container.rawValue),
                    "bits": .text(take.format.encoding.word), "channels": .int(Int64(take.format.channels)),
                ] + (isOpen ? take.files : [:]) + elapsed(take) + remaining(take) + [
                    "paused_frames": .int(paused), "size_bytes": .int(size(take)),
                    "start_frame": .int(Int64(UInt32(truncatingIfNeeded: take.startFrame))),
                    "take_clips": .int(open(progress.clips) + earlier.clips),
                ] + place(take) + levels(take) + (isOpen ? take.identities : [:])
            if let voice = take.voice {
                fields = fields + ["voice": .text(voice.isArmed ? "on" : "auto-pause")] + voiceFields
                if let noisy { fields.append("voice_noisy", .text(noisy.text)) }
            }
            if let bitRate = bitRate(of: take) { fields.append("bitrate", .int(Int64(bitRate))) }
            if take.watchesDropouts {
                let count = (interrupted == nil ? progress.dropouts.load(ordering: .relaxed) : 0) + earlier.dropouts
                fields.append("dropouts", .int(Int64(count)))
            }
        }
        if let trouble { fields.append("last_error", .text(trouble.description)) }
        let held = progress.heldFrames.load(ordering: .relaxed)
        if held > 0 { fields.append("held_seconds", .double(Double(held) / Double(jack.rate))) }
        return fields
    }

    /// Paths of the files of the last take that were moved away. The disk thread looks if they are back.
    var movedFiles: [String] {
        (last?.troubles ?? []).compactMap { trouble in
            guard case .storage(.takeMoved(let path, _)) = trouble else { return nil }
            return path
        }
    }

    /// Loss of the running take's file, or else the first error of the last take. A disk that has room again, or is back, is none, and
    /// neither is a file that is back, or that was written anew once that was told.
    private var trouble: EngineError? {
        if let loss { return loss }
        // The last take is another one while the file of this one is still to be made.
        guard state == .idle || state == .counting else { return nil }
        return last?.troubles.first {
            switch $0 {
            case .noSpace, .noRoomForCopy: !hasRoom(endedAt)
            case .storage(.diskGone): !isDiskThere(endedAt)
            case .storage(.takeMoved(let path, _)): !isBack(path)
            case .storage(.takeWrittenAnew), .storage(.takePartsGone): !isLastRead
            default: true
            }
        }
    }

    /// Place of the take in its recording.
    private func place(_ take: TakeRequest) -> Fields {
        [
            "take_place_frames": .int(take.place),
            "take_place_seconds": .double(Double(take.place) / Double(max(1, take.format.rate))),
        ]
    }

    /// Highest levels of the take in all its segments.
    private func levels(_ take: TakeRequest) -> Fields {
        let earlier = closedSegments(of: take)
        let peaks = interrupted == nil ? progress.peaks.load(ordering: .relaxed) : 0
        let left = max(earlier.peaks.left, Float(bitPattern: UInt32(truncatingIfNeeded: peaks)))
        let right = max(earlier.peaks.right, Float(bitPattern: UInt32(truncatingIfNeeded: peaks >> 32)))
        return ["take_peak_left_db": .double(Decibel.level(left)), "take_peak_right_db": .double(Decibel.level(right))]
    }

    /// Recorded length of the take in all its segments, in frames and seconds.
    func elapsed(_ take: TakeRequest) -> Fields {
        let before = Int64((closedSegments(of: take).seconds * Double(take.format.rate)).rounded())
        let frames = open(progress.frames) + before
        return ["elapsed_frames": .int(frames), "elapsed_seconds": .double(Double(frames) / Double(take.format.rate))]
    }

    /// Bytes of all segments of the take.
    private func size(_ take: TakeRequest) -> Int64 { open(progress.bytes) + closedSegments(of: take).bytes }

    /// The segments of the take that are closed: all of them while it waits for a server.
    private func closedSegments(of take: TakeRequest) -> ClosedSegments {
        guard let summary = interrupted?.summary else { return take.earlier ?? ClosedSegments() }
        var closed = summary.earlier ?? ClosedSegments()
        closed.segments.append(summary.segment)
        return closed
    }

    /// Frames of the open segment.
    func written(of take: TakeRequest) -> Int64 { open(progress.frames) }

    /// A count of the open segment; 0 while the take waits for a server. `progress` then belongs to a segment that is closed, or
    /// to one that has come and gone without a frame.
    private func open(_ count: borrowing Atomic<Int64>) -> Int64 {
        interrupted == nil && progress.part.load(ordering: .relaxed) == current?.part ?? 0 ? count.load(ordering: .relaxed) : 0
    }

    /// Bytes per second on the disk, of the running take or else of the next one. `rate` in Hz.
    func bytesPerSecond(_ rate: Int) -> Double {
        guard let take = current else { return rates.roomPerSecond(of: RecordFormat.next(settings.current, rate: rate)) }
        return rates.roomPerSecond(of: take.format, frames: open(progress.frames), room: open(progress.room))
    }

    /// Bit rate of the take in kbit/s: the requested one, else that of the packed file so far, or of its samples.
    private func bitRate(of take: TakeRequest) -> Int? {
        let now = Segment.kilobits(open(progress.bytes), frames: open(progress.frames), rate: take.format.rate)
        return take.format.fixedKilobits ?? now ?? take.format.nominalBytesPerSecond / 125
    }
}
