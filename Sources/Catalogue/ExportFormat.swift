// A value any thread may hold.
import Dictation
import Storage

/// What a recording is exported as.
struct ExportFormat: Hashable {
    /// Nil for AAC.
    let container: AudioFormat.Container?
    let encoding: AudioFormat.SampleEncoding?
    let bitRate: Int?
    let sampleRate: Int?

    static let words = AudioFormat.Container.allCases.map(\.rawValue) + ["m4a"]

    init(word: String, bits: String?, bitRate: Int?, sampleRate: Int?) throws(FormatError) {
        container = word == "m4a" ? nil : try AudioFormat.Container(word: word)
        encoding = try bits.map { (bits) throws(FormatError) in try AudioFormat.SampleEncoding(word: bits) }
        self.bitRate = bitRate
        self.sampleRate = sampleRate
        // Refused now, and not after an hour: at a rate that all of them take.
        if let container {
            let rate = sampleRate ?? (container.rates.contains(48_000) ? 48_000 : 44_100)
            _ = try AudioFormat(container: container, encoding: encoding, rate: rate, channels: 2, bitRate: bitRate)
        }
    }

    var fileExtension: String { container?.fileExtension ?? "m4a" }

    /// Frames a second of the file: the recording's own, or the nearest above that the container takes.
    func rate(_ source: Int) -> Int {
        if let sampleRate { return sampleRate }
        guard let container else { return source > 96_000 ? (source % 44_100 == 0 ? 88_200 : 96_000) : max(8_000, source) }
        if container.rates.contains(source) { return source }
        switch container.rates {
        case .range(let range): return min(max(source, range.lowerBound), range.upperBound)
        case .list(let list): return list.first { $0 >= source } ?? list.last ?? source
        }
    }

    /// Of what is written here; ffmpeg makes AAC of floats. Samples stay as they are where they can.
    func written(_ recording: Recording, rate: Int, isUntouched: Bool) throws(FormatError) -> AudioFormat {
        let channels = recording.segments.allSatisfy { $0.channels == 1 } ? 1 : 2
        guard let container else { return try AudioFormat(rate: rate, channels: channels) }
        let own = Set(recording.segments.map(\.encoding))
        let same = own.count == 1 ? own.first.flatMap(AudioFormat.SampleEncoding.init(rawValue:)) : nil
        let kept = isUntouched && same.map(container.encodings.contains) == true ? same : nil
        return try AudioFormat(
            container: container, encoding: encoding ?? kept, rate: rate, channels: channels, bitRate: bitRate)
    }

    /// kbit a second for AAC: 64 a channel would do for speech, 96 does for music.
    func aacBitRate(channels: Int) -> Int { bitRate ?? 96 * channels }
}
