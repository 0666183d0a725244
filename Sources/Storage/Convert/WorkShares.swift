// The costs of the parts of a job, for its progress. Any thread; values, no I/O.
public import Dictation

/// The costs of the parts of a job, in the order of the work. A part that the job does not have costs nothing.
public struct WorkShares: Sendable {
    private let costs: [Double]

    /// Makes the shares. The unit is one frame of plain samples, read from a file; any other unit serves as well.
    public init(_ costs: [Double]) { self.costs = costs.map { max(0, $0) } }

    /// Cost of all parts.
    public var total: Double { costs.reduce(0, +) }

    /// Progress of the job, 0 to 1, while `part` is done to `done`, 0 to 1.
    public func fraction(_ part: Int, _ done: Double) -> Double {
        guard total > 0, costs.indices.contains(part) else { return part < costs.count ? 0 : 1 }
        return min(1, (costs[..<part].reduce(0, +) + costs[part] * min(1, max(0, done))) / total)
    }
}

/// Costs of the work on one frame, in frames of plain samples. Measured on one machine and rounded: a bar needs the order of
/// magnitude.
public enum FrameCost {
    /// ffmpeg decodes a foreign file.
    public static let decoding = 8.0
    /// The timeline is rendered, without another rate or pitch.
    public static let rendering = 15.0
    /// Silences are looked for.
    public static let listening = 20.0
    /// Loudness and true peak are measured.
    public static let loudness = 25.0
    /// Another sample rate, in addition.
    public static let resampling = 30.0
    /// Another rate or pitch of playback, in addition.
    public static let stretching = 150.0
    /// One byte of a file is copied.
    static let copying = 1.0 / 64
    /// ffmpeg copies a file to give it tags.
    static let tagging = 0.5
    /// ffmpeg encodes AAC, and decodes it.
    static let (encodingAAC, decodingAAC) = (18.0, 5.0)

    /// A file of this kind is read; nil for one that only ffmpeg can read.
    public static func reading(_ container: AudioFormat.Container?) -> Double {
        switch container {
        case .wav, .w64, .caf: 1
        case .flac, .alac: 4
        case .ogg, .opus, .mp3, nil: decodingAAC
        }
    }

    /// A file of this kind is written; nil for AAC, which is made of plain samples later.
    public static func writing(_ container: AudioFormat.Container?) -> Double {
        switch container {
        case .wav, .w64, .caf, nil: 1
        case .flac, .alac: 6
        case .ogg, .opus, .mp3: 30
        }
    }
}
