// File format of an export. Any thread; a value.
import Dictation
import Storage

/// The format of an exported file; options that are nil are chosen to fit the recording.
struct ExportFormat: Hashable {
    /// The container; nil for AAC in MPEG-4, which ffmpeg writes.
    let container: AudioFormat.Container?
    /// The sample encoding; nil to keep the recording's if possible.
    let encoding: AudioFormat.SampleEncoding?
    /// Bit rate in kbit/s; nil for the standard one.
    let bitRate: Int?
    /// Sample rate in Hz; nil for the recording's or the nearest possible one.
    let sampleRate: Int?

    /// Names of all formats.
    static let words = AudioFormat.Container.allCases.map(\.rawValue) + ["m4a"]

    /// Makes a format from the words of a request. Throws `FormatError` if they do not fit together.
    init(word: String, bits: String?, bitRate: Int?, sampleRate: Int?) throws(FormatError) {
        container = word == "m4a" ? nil : try AudioFormat.Container(word: word)
        encoding = try bits.map { (bits) throws(FormatError) in try AudioFormat.SampleEncoding(word: bits) }
        self.bitRate = bitRate
        self.sampleRate = sampleRate
        // A bad combination is refused now and not after an hour of work. Without a requested rate, the check uses one that the
        // container takes.
        if let container {
            let rate = sampleRate ?? (container.rates.contains(48_000) ? 48_000 : 44_100)
            _ = try AudioFormat(container: container, encoding: encoding, rate: rate, channels: 2, bitRate: bitRate)
        }
    }

    /// The format of a recording's own files: that of the first one if it can be written, otherwise WAV.
    init(of recording: Recording) {
        let first = recording.segments.first
        container = first?.container == "m4a" ? nil : first.flatMap { AudioFormat.Container(rawValue: $0.container) } ?? .wav
        encoding = nil
        // A bit rate for one channel may be none for two.
        let isUniform = Set(recording.segments.map(\.channels)).count == 1
        bitRate = isUniform && container?.isLossless != true ? first?.bitRate : nil
        sampleRate = nil
    }

    /// Extension of the file's name, without a dot.
    var fileExtension: String { container?.fileExtension ?? "m4a" }

    /// Sample rate of the file in Hz for a recording at `source` Hz: the requested rate, otherwise the same, the nearest higher
    /// rate that the container takes, or its highest one.
    func rate(_ source: Int) -> Int {
        if let sampleRate { return sampleRate }
        guard let container else { return source > 96_000 ? (source % 44_100 == 0 ? 88_200 : 96_000) : max(8_000, source) }
        if container.rates.contains(source) { return source }
        switch container.rates {
        case .range(let range): return min(max(source, range.lowerBound), range.upperBound)
        case .list(let list): return list.first { $0 >= source } ?? list.last ?? source
        }
    }

    /// Format of the file written here, which for AAC holds floats as ffmpeg's input. Keeps the recording's sample encoding if
    /// the samples are not changed and the container takes it. Throws `FormatError`.
    func written(
        _ recording: Recording, rate: Int, isUntouched: Bool, isOneVoice: Bool = false
    ) throws(FormatError) -> AudioFormat {
        let channels = isOneVoice || recording.isMono ? 1 : 2
        guard let container else { return try AudioFormat(rate: rate, channels: channels) }
        let own = Set(recording.segments.map(\.encoding))
        let same = own.count == 1 ? own.first.flatMap(AudioFormat.SampleEncoding.init(rawValue:)) : nil
        let kept = isUntouched && same.map(container.encodings.contains) == true ? same : nil
        return try AudioFormat(
            container: container, encoding: encoding ?? kept, rate: rate, channels: channels,
            bitRate: bitRate ?? Self.ownBitRate(recording, as: container, rate: rate, channels: channels))
    }

    /// The bit rate of a recording in the container that it has already, so that a file in that container has what its source has;
    /// nil for any other.
    private static func ownBitRate(
        _ recording: Recording, as container: AudioFormat.Container, rate: Int, channels: Int
    ) -> Int? {
        let isSame = recording.segments.allSatisfy { $0.container == container.rawValue && min(2, $0.channels) == channels }
        guard isSame, let kilobits = recording.segments.kilobits else { return nil }
        // Tags take some room, and a variable rate is somewhere between two.
        let wanted = Double(kilobits) * 0.97
        return switch AudioFormat.bitRates(container, rate: rate, channels: channels) {
        case nil: nil
        case .range(let range): min(max(Int(wanted.rounded(.up)), range.lowerBound), range.upperBound)
        case .list(let list): list.first { Double($0) >= wanted } ?? list.last
        }
    }

    /// Bit rate of AAC in kbit/s: 96 a channel suits music; 64 a channel would be enough for speech.
    func aacBitRate(channels: Int) -> Int { bitRate ?? 96 * channels }
}
