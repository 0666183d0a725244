// Format and length of an audio file. A value; any thread.
import CSndFile

/// Rate, channels, length, container and encoding of an audio file.
public struct SegmentInfo: Sendable, Hashable {
    /// Frames per second.
    public private(set) var rate: Int
    /// Channels in the file; `SegmentReader` gives stereo for any count.
    public let channels: Int
    /// Length of the file in frames.
    public private(set) var frames: Int64
    /// Short name in lower case: wav, rf64, flac, ogg, ...
    public let container: String
    /// Encoding: float, pcm24, pcm16, ...; the same words as in a take's format where both know the encoding.
    public let encoding: String

    /// Length in seconds, for display only; all counting uses frames.
    public var seconds: Double { Double(frames) / Double(rate) }

    /// Returns the same information with another length in frames.
    public func with(frames: Int64) -> SegmentInfo { with(frames: frames, rate: rate) }

    /// Returns the same information with another length and rate.
    public func with(frames: Int64, rate: Int) -> SegmentInfo {
        var result = self
        result.frames = frames
        result.rate = rate
        return result
    }

    init(_ info: SF_INFO) {
        rate = Int(info.samplerate)
        channels = Int(info.channels)
        frames = info.frames
        container = Self.containerName(Int(info.format) & SF_FORMAT_TYPEMASK)
        encoding = Self.encodingName(Int(info.format) & SF_FORMAT_SUBMASK)
    }

    private static func containerName(_ major: Int) -> String {
        switch major {
        case SF_FORMAT_WAV, SF_FORMAT_WAVEX: "wav"
        case SF_FORMAT_RF64: "rf64"
        case SF_FORMAT_FLAC: "flac"
        case SF_FORMAT_W64: "w64"
        case SF_FORMAT_CAF: "caf"
        case SF_FORMAT_OGG: "ogg"
        case SF_FORMAT_AIFF: "aiff"
        case SF_FORMAT_AU: "au"
        case SF_FORMAT_MPEG: "mp3"
        default: nameFromLibrary(major)
        }
    }

    private static func encodingName(_ minor: Int) -> String {
        switch minor {
        case SF_FORMAT_FLOAT: "float"
        case SF_FORMAT_DOUBLE: "double"
        case SF_FORMAT_PCM_32: "pcm32"
        case SF_FORMAT_PCM_24: "pcm24"
        case SF_FORMAT_PCM_16: "pcm16"
        case SF_FORMAT_PCM_S8, SF_FORMAT_PCM_U8: "pcm8"
        case SF_FORMAT_VORBIS: "vorbis"
        case SF_FORMAT_OPUS: "opus"
        case SF_FORMAT_MPEG_LAYER_III: "mp3"
        case SF_FORMAT_ALAC_16: "alac16"
        case SF_FORMAT_ALAC_24: "alac24"
        default: nameFromLibrary(minor)
        }
    }

    private static func nameFromLibrary(_ format: Int) -> String {
        var info = unsafe SF_FORMAT_INFO()
        unsafe info.format = Int32(format)
        let size = unsafe Int32(MemoryLayout<SF_FORMAT_INFO>.size)
        guard unsafe sf_command(nil, Int32(SFC_GET_FORMAT_INFO), &info, size) == 0, let name = unsafe info.name else {
            return "unknown"
        }
        return unsafe String(cString: name).lowercased()
    }
}
