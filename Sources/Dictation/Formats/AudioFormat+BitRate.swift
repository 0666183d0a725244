// Bit rates of lossy formats. Any thread; a value, no I/O, no C.

extension AudioFormat {
    /// The bit rates of a container, in kbit/s over all channels, at `rate` frames a second; nil for lossless containers, which
    /// have no bit rate.
    ///
    /// MP3 is written at exactly the bit rate, and knows only the listed ones. Opus keeps near it. Vorbis is written at the
    /// quality with that nominal bit rate at 44.1 kHz, and takes as much as it needs: more for noise and at higher sample
    /// rates, next to nothing for silence.
    public static func bitRates(_ container: Container, rate: Int, channels: Int) -> Rates? {
        switch container {
        case .wav, .w64, .caf, .alac, .flac: nil
        case .ogg: .range(channels == 1 ? 32...240 : 45...500)
        // 6 kbit/s a channel is the least of the library; 256 the most for one channel, 510 for two.
        case .opus: .range(channels == 1 ? 6...256 : 12...510)
        case .mp3:
            if rate >= 32_000 {
                // MPEG-1
                .list([32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320])
            } else if rate >= 16_000 {
                // MPEG-2
                .list([8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160])
            } else {
                // MPEG-2.5
                .list([8, 16, 24, 32, 40, 48, 56, 64])
            }
        }
    }

    /// The default: 96 kbit/s a channel (64 for Opus), or the highest possible at low sample rates; nil for lossless
    /// containers.
    static func defaultBitRate(_ container: Container, rate: Int, channels: Int) -> Int? {
        let wanted = channels * (container == .opus ? 64 : 96)
        switch bitRates(container, rate: rate, channels: channels) {
        case nil: return nil
        case .range(let range): return min(max(wanted, range.lowerBound), range.upperBound)
        case .list(let list): return list.last { $0 <= wanted } ?? list.first
        }
    }
}
