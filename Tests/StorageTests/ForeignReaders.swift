// Programs of others that read audio files.
import Dictation
import TestSupport
import Testing

struct ForeignView: Equatable {
    var frames: Int64?
    var rate: Int?
    var channels: Int?
}

enum ForeignReader: String, CaseIterable {
    case sndfileInfo, soxi, ffprobe

    func look(at path: String) -> ForeignView {
        switch self {
        case .sndfileInfo:
            let text = shell("sndfile-info '\(path)'").output
            return ForeignView(
                frames: Self.number("Frames", in: text), rate: Self.number("Sample Rate", in: text).map(Int.init),
                channels: Self.number("Channels", in: text).map(Int.init))
        case .soxi:
            let numbers = ["-s", "-r", "-c"].map { shell("soxi \($0) '\(path)'").output }
                .map { Int64($0.prefix { $0.isNumber }) }
            return ForeignView(frames: numbers[0], rate: numbers[1].map(Int.init), channels: numbers[2].map(Int.init))
        case .ffprobe:
            let text = shell(
                "ffprobe -v error -show_entries stream=duration_ts,time_base,sample_rate,channels -of default=nw=1 '\(path)'"
            ).output
            let rate = Self.number("sample_rate", in: text)
            let base = Self.number("time_base=1/", in: text)
            return ForeignView(
                frames: Self.number("duration_ts", in: text).map { base == rate ? $0 : $0 * (rate ?? 0) / (base ?? 1) },
                rate: rate.map(Int.init), channels: Self.number("channels", in: text).map(Int.init))
        }
    }

    /// SoX knows neither Apple Lossless nor Opus.
    func knows(_ format: AudioFormat) -> Bool { self != .soxi || (format.container != .alac && format.container != .opus) }

    /// True if the reader is asked about files of a format. The start of ffprobe takes a tenth of a second of a processor, and half of
    /// the time of these tests: in a quick run it is asked only where SoX is not.
    func isAsked(about format: AudioFormat) -> Bool {
        knows(format) && (self != .ffprobe || !QuickRun.isOn || !Self.soxi.knows(format))
    }

    /// True if the reader tells the right length, rate and channels, within the frames that it is known to count differently.
    func agrees(_ view: ForeignView, _ frames: Int64, _ format: AudioFormat) -> Bool {
        var more: Int64 = 0
        var rate = format.rate
        switch (self, format.container) {
        // The reader counts whole packets, and leaves the length of the last one to the decoder.
        case (.ffprobe, .alac): more = 4_095
        // The reader shows the rate and length of decoded Opus, with the frames that a decoder skips.
        case (.ffprobe, .opus): (rate, more) = (48_000, 400)
        // The readers count whole MP3 frames, with the encoder's delay and padding.
        case (.ffprobe, .mp3), (.soxi, .mp3): more = 3 * 1_152
        default: break
        }
        guard let got = view.frames, view.channels == format.channels, view.rate == rate else { return false }
        let wanted = frames * Int64(rate) / Int64(format.rate)
        return (wanted...wanted + more).contains(got)
    }

    /// The number after "key :" or "key=" at the start of a line.
    private static func number(_ key: String, in text: String) -> Int64? {
        for line in text.split(separator: "\n") where line.hasPrefix(key) {
            let rest = line.dropFirst(key.count).drop { $0 == " " || $0 == ":" || $0 == "=" }
            return Int64(rest.prefix { $0.isNumber })
        }
        return nil
    }
}

func expectAllReadersSee(
    _ frames: Int64, _ format: AudioFormat, in path: String, sourceLocation: SourceLocation = #_sourceLocation
) {
    for reader in ForeignReader.allCases where reader.isAsked(about: format) {
        let view = reader.look(at: path)
        #expect(
            reader.agrees(view, frames, format), "\(reader.rawValue) of \(path): \(view), not \(frames)",
            sourceLocation: sourceLocation)
    }
}
