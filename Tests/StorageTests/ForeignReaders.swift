// Room: Storage, proof. What other programs see in our files: libsndfile's own tool, SoX and FFmpeg.
import Dictation
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
                "ffprobe -v error -show_entries stream=duration_ts,sample_rate,channels -of default=nw=1 '\(path)'"
            ).output
            return ForeignView(
                frames: Self.number("duration_ts", in: text), rate: Self.number("sample_rate", in: text).map(Int.init),
                channels: Self.number("channels", in: text).map(Int.init))
        }
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
    let right = ForeignView(frames: frames, rate: format.rate, channels: format.channels)
    for reader in ForeignReader.allCases {
        #expect(reader.look(at: path) == right, "\(reader.rawValue) of \(path)", sourceLocation: sourceLocation)
    }
}
