// libsndfile's settings for each format. One owner at a time.
import CSndFile
import Dictation

extension LibraryEncoder {
    /// libsndfile's format code of the file.
    var libraryFormat: Int {
        switch format.encoding {
        case .opus: SF_FORMAT_OGG | SF_FORMAT_OPUS
        case .mp3: SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III
        case .pcm16: SF_FORMAT_FLAC | SF_FORMAT_PCM_16
        case .pcm24, .float, .vorbis: SF_FORMAT_FLAC | SF_FORMAT_PCM_24
        }
    }

    /// Sets quality or bit rate; false if libsndfile refused one. libsndfile takes a bit rate as a level from 0 (best) to 1.
    func configure(_ sound: OpaquePointer) -> Bool {
        let bitRate = Double(format.bitRate ?? 0)
        switch format.encoding {
        case .opus:
            // The range is 6 to 256 kbit/s per channel. A page holds 0.1 s, so a power loss costs no more than that.
            return unsafe set(SFC_SET_COMPRESSION_LEVEL, 1 - (bitRate / Double(format.channels) - 6) / 250, sound)
                && set(SFC_SET_OGG_PAGE_LATENCY, 100, sound, answers: false)
        case .mp3:
            let range: (low: Double, high: Double) =
                format.rate >= 32_000 ? (32, 320) : format.rate >= 16_000 ? (8, 160) : (8, 64)
            // Slightly above the wanted rate, since libsndfile truncates the fraction.
            let level = max(0, (range.high - bitRate - 0.01) / (range.high - range.low))
            var mode = Int32(SF_BITRATE_MODE_CONSTANT)
            let size = Int32(MemoryLayout<Int32>.size)
            // The order matters: libsndfile refuses the mode until a level is set.
            return unsafe set(SFC_SET_COMPRESSION_LEVEL, level, sound)
                && sf_command(sound, Int32(SFC_SET_BITRATE_MODE), &mode, size) == Int32(SF_TRUE)
        case .pcm16, .pcm24, .float, .vorbis:
            // Level 5 of 8 is the default of the reference encoder.
            return unsafe set(SFC_SET_COMPRESSION_LEVEL, 5.0 / 8.0, sound)
        }
    }

    private func set(_ command: Int, _ value: Double, _ sound: OpaquePointer, answers: Bool = true) -> Bool {
        var value = value
        let answer = unsafe sf_command(sound, Int32(command), &value, Int32(MemoryLayout<Double>.size))
        return !answers || answer == Int32(SF_TRUE)
    }
}
