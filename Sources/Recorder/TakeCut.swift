// A split of a take, and the rules by which a take splits itself. Writer thread only, but for `SplitRule`; values.
internal import Dictation

/// The split that has ended a part of a take.
struct TakeCut: Sendable {
    /// Extended JACK frame of the first frame of the next part.
    let frame: Int64
    /// True when the take was paused.
    let isPaused: Bool
    /// Number of the caller who waits for the split; nil for a split that the take made by itself.
    let caller: UInt64?
}

/// Rules by which a take splits itself, and the name that its parts are numbered after. Any thread.
package struct SplitRule: Sendable {
    /// Name that was asked for: the parts are called after it.
    private(set) var base: String
    /// Recorded frames of each part; nil for parts of any length.
    var frames: Int64?
    /// Size of the file of each part in bytes; nil for files of any size.
    var bytes: Int64?
    /// True to split at each marker that is set.
    var atMarkers = false
    /// Frames of the part in earlier files: the server was away in between.
    package var framesBefore: Int64 = 0

    /// A rule for parts of so many frames or bytes; nil for any length or size.
    package init(base: String, frames: Int64? = nil, bytes: Int64? = nil, atMarkers: Bool = false) {
        (self.base, self.frames, self.bytes, self.atMarkers) = (base, frames, bytes, atMarkers)
    }

    /// The rule for a take of that name.
    package func named(_ base: String) -> SplitRule {
        var rule = self
        rule.base = base
        return rule
    }

    /// Frames that fit into a file of `bytes` bytes, header and markers included; nil when the size depends on the sound.
    static func frames(in bytes: Int64?, _ format: AudioFormat) -> Int64? {
        guard let bytes else { return nil }
        switch format.container {
        case .wav, .w64, .caf: return max(1, (bytes - 8192) / Int64(format.bytesPerFrame))
        case .mp3: return format.bitRate.map { max(1, frames(in: bytes - 8192, second: Int64($0 * 125), Int64(format.rate))) }
        case .alac, .flac, .ogg, .opus: return nil
        }
    }

    /// Frames in so many bytes, of which a second takes `second`. The largest size times a rate would not fit into 64 bits.
    private static func frames(in bytes: Int64, second: Int64, _ rate: Int64) -> Int64 {
        bytes / second * rate + bytes % second * rate / second
    }
}

/// Place of the next split that a take makes by itself.
struct NextSplit {
    /// Frame of the file; nil for none.
    var frame: Int64?
    /// Bytes of the file; nil for none.
    var bytes: Int64?

    /// The first split of a file. At least one frame comes before it.
    init(_ request: TakeRequest) {
        guard let rule = request.splits else { return }
        let byLength = rule.frames.map { max(1, $0 - rule.framesBefore) }
        frame = [byLength, SplitRule.frames(in: rule.bytes, request.format)].compactMap(\.self).min()
        // An encoder tells what the disk has, which is a block and the header's end behind.
        if SplitRule.frames(in: rule.bytes, request.format) == nil {
            bytes = rule.bytes.map { max($0 / 2, $0 - $0 / 16 - 300_000) }
        }
    }

    /// The split after one that could not be made, at `frame` and `bytes` of the file.
    mutating func skip(_ rule: SplitRule, frame: Int64, bytes: Int64) {
        if self.frame != nil { self.frame = frame.boundedSum(max(1, rule.frames ?? frame)) }
        if self.bytes != nil { self.bytes = bytes.boundedSum(rule.bytes ?? bytes) }
    }
}
