// A value any thread may hold; no I/O, no C.

extension AudioFormat {
    /// The bit rates, in kbit a second over all channels, that a kind of file takes; nil where nothing is lost, so that
    /// there is nothing to choose.
    ///
    /// MP3 is written at exactly the bit rate, and knows only these. Opus keeps near it. Vorbis is written at the quality
    /// whose nominal bit rate it is at 44.1 kHz, and takes what it needs: more for noise and at higher rates, next to
    /// nothing for silence.
    public static func bitRates(_ container: Container, rate: Int, channels: Int) -> Rates? {
        switch container {
        case .wav, .w64, .caf, .alac, .flac: nil
        case .ogg: .range(channels == 1 ? 32...240 : 45...500)
        // 6 kbit a channel is the library's least; 256 its most for one channel, 510 for both.
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

    /// What is taken when nobody says: 96 kbit a channel (64 for Opus), or the most there is at low rates.
    static func defaultBitRate(_ container: Container, rate: Int, channels: Int) -> Int? {
        let wanted = channels * (container == .opus ? 64 : 96)
        switch bitRates(container, rate: rate, channels: channels) {
        case nil: return nil
        case .range(let range): return min(max(wanted, range.lowerBound), range.upperBound)
        case .list(let list): return list.last { $0 <= wanted } ?? list.first
        }
    }
}
