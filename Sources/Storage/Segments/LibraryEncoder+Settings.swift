// Writer thread only. What libsndfile is told of each format.
import CSndFile
import Dictation

extension LibraryEncoder {
    var libraryFormat: Int {
        switch format.encoding {
        case .opus: SF_FORMAT_OGG | SF_FORMAT_OPUS
        case .mp3: SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III
        case .pcm16: SF_FORMAT_FLAC | SF_FORMAT_PCM_16
        case .pcm24, .float, .vorbis: SF_FORMAT_FLAC | SF_FORMAT_PCM_24
        }
    }

    /// Says whether libsndfile took it all. Bit rates are given to it as a level from 0 (best) to 1.
    func configure(_ sound: OpaquePointer) -> Bool {
        let bitRate = Double(format.bitRate ?? 0)
        switch format.encoding {
        case .opus:
            // 6 to 256 kbit a channel. A page waits for 0.1 s, so that no more than that is lost with the machine.
            return unsafe set(SFC_SET_COMPRESSION_LEVEL, 1 - (bitRate / Double(format.channels) - 6) / 250, sound)
                && set(SFC_SET_OGG_PAGE_LATENCY, 100, sound, answers: false)
        case .mp3:
            let range: (low: Double, high: Double) =
                format.rate >= 32_000 ? (32, 320) : format.rate >= 16_000 ? (8, 160) : (8, 64)
            // A little above, since libsndfile cuts the fraction off.
            let level = max(0, (range.high - bitRate - 0.01) / (range.high - range.low))
            var mode = Int32(SF_BITRATE_MODE_CONSTANT)
            let size = Int32(MemoryLayout<Int32>.size)
            // In this order: the mode is refused while there is no level.
            return unsafe set(SFC_SET_COMPRESSION_LEVEL, level, sound)
                && sf_command(sound, Int32(SFC_SET_BITRATE_MODE), &mode, size) == Int32(SF_TRUE)
        case .pcm16, .pcm24, .float, .vorbis:
            // 5 of 8: what the reference encoder takes by itself.
            return unsafe set(SFC_SET_COMPRESSION_LEVEL, 5.0 / 8.0, sound)
        }
    }

    private func set(_ command: Int, _ value: Double, _ sound: OpaquePointer, answers: Bool = true) -> Bool {
        var value = value
        let answer = unsafe sf_command(sound, Int32(command), &value, Int32(MemoryLayout<Double>.size))
        return !answers || answer == Int32(SF_TRUE)
    }
}
