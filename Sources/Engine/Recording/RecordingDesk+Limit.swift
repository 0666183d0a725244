// The longest length of a take, its warning and the time that remains (R8). Control loop only.
internal import Control
internal import Dictation
internal import Messages
internal import Recorder
internal import Threads

extension RecordingDesk {
    /// Longest length of a new take in frames: by `--for`, else by the setting `rec-limit`; nil for no end. Throws for a time
    /// that is too short for a frame.
    func limitFrames(_ request: Request, rate: Int) throws(EngineError) -> Int64? {
        guard let limit = request.time(.for) ?? settings.current.time(.recLimit), limit.seconds(rate: rate) > 0 else {
            return nil
        }
        let frames = limit.frames(rate: rate)
        guard frames > 0 else {
            let name = request.time(.for) == nil ? "rec-limit" : "--for"
            throw EngineError.usage(tr("\(name) is too short for any sound: give a longer time, or 0 for no end"))
        }
        return frames
    }

    /// Frames before the end of a limited take at which a warning is due; nil for none. `rate` in Hz.
    func warningFrames(rate: Int) -> Int64? {
        let frames = settings.current.time(.recWarning)?.frames(rate: rate) ?? 0
        return frames > 0 ? frames : nil
    }

    /// Tells everybody that the take is about to end.
    func warn(_ id: UInt64, _ left: Int64) {
        guard let take = current, take.id == id else { return }
        tellStart()
        current?.isWarned = true
        let seconds = Double(left) / Double(max(1, take.format.rate))
        EngineLog.say(.info, .take, "\(take.name) ends by itself in \(plain: TimeSpan.length(seconds))")
        board.tell(
            .recordWarning,
            ["name": .text(take.name)] + take.files + ["remaining_frames": .int(left), "remaining_seconds": .double(seconds)])
    }

    /// Recorded time that is left until the take ends by itself; -1 for a take without an end.
    func remaining(_ take: TakeRequest) -> Fields {
        guard let limit = take.limitFrames else { return ["remaining_seconds": .double(-1)] }
        let written = interrupted?.summary.segment.frames ?? written(of: take)
        return ["remaining_seconds": .double(Double(max(0, limit - written)) / Double(max(1, take.format.rate)))]
    }
}
