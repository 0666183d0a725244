// The warning before a take reaches its longest length. Writer thread only.
internal import Dictation

extension Take {
    /// Frames of sound left until the warning is due; nil for never, and while nothing is written.
    var framesToWarning: Int64? {
        guard !isWarned, let warning = request.warningFrames, let left = framesToLimit else { return nil }
        return max(0, left - warning)
    }

    /// Frames left until the end of the take when the warning is due now; nil otherwise. Gives it once.
    func takeDueWarning() -> Int64? {
        guard !isWarned, let warning = request.warningFrames, let limit = request.limitFrames, firstFrame != nil,
            endReason != .split || state != .ended, limit - framesWritten <= warning
        else { return nil }
        isWarned = true
        return max(0, limit - framesWritten)
    }
}
