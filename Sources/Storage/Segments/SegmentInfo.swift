// A value any thread may hold.
import CSndFile

/// What an audio file says of itself.
public struct SegmentInfo: Sendable, Hashable {
    /// Frames a second.
    public private(set) var rate: Int
    /// As in the file; the reader gives stereo whatever they are.
    public let channels: Int
    public private(set) var frames: Int64
    /// Short and lower case: wav, rf64, flac, ogg, ...
    public let container: String
    /// float, pcm24, pcm16, ... as the words of a take's format where they meet.
    public let encoding: String

    /// A fraction only to show: counting goes by frames.
    public var seconds: Double { Double(frames) / Double(rate) }

    /// The same of a longer or shorter stretch.
    public func with(frames: Int64) -> SegmentInfo { with(frames: frames, rate: rate) }

    /// The same at another rate.
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
