// The request of a take that goes on at another server. Any thread; no I/O.
internal import Dictation

extension TakeRequest {
    /// The take at another server's rate in Hz: its lengths in seconds stay. A container that does not support that rate becomes
    /// a lossless one.
    package func at(rate: Int) -> TakeRequest {
        guard rate != format.rate else { return self }
        let scale = Double(rate) / Double(max(1, format.rate))
        let scaled = { (frames: Int64) in Int64(nearest: Double(frames) * scale) }
        var next = self
        next.format = format(at: rate)
        next.preRollFrames = scaled(preRollFrames)
        next.limitFrames = limitFrames.map { Int64(nearest: (Double($0) * scale).rounded(.up)) }
        next.warningFrames = warningFrames.map(scaled)
        next.splits?.frames = splits?.frames.map(scaled)
        next.splits?.framesBefore = scaled(splits?.framesBefore ?? 0)
        return next
    }

    private func format(at rate: Int) -> AudioFormat {
        do throws(FormatError) {
            return try AudioFormat(
                container: format.container, encoding: format.encoding, rate: rate, channels: format.channels,
                bitRate: format.bitRate)
        } catch {
            return AudioFormat(plain: rate, channels: format.channels)
        }
    }
}
