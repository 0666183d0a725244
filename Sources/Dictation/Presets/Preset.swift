// Quality presets: names for formats, bit rates, channels and lengths of takes (R19). Any thread; a value, no I/O.
internal import Messages

/// A preset: a name for several options of `rec`.
public struct Preset: Sendable, Equatable {
    /// The name, as `rec --preset` takes it.
    public let name: String
    /// The values of the options, by parameter of `rec`.
    public let values: [ParameterKey: Value]

    /// Words of a preset's line, each with the parameter of `rec` that it sets.
    static let keys: [(word: String, key: ParameterKey)] = [
        ("format", .format), ("bits", .bits), ("bitrate", .bitrate), ("channels", .channels), ("deliver", .deliver),
        ("limit", .for),
    ]

    /// The word that stands for no preset.
    public static let none = "none"

    /// Reads a line of the settings: the name, then `key=value` words. Throws an error that names the preset and the mistake.
    public init(_ line: String) throws(CommandError) {
        let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
        try self.init(name: words.first ?? "", Array(words.dropFirst()))
    }

    /// Makes a preset of `key=value` words. Throws an error that names the preset and the mistake.
    public init(name: String, _ words: [String]) throws(CommandError) {
        func wrong(_ because: String) -> CommandError { .wrongPreset(name, because: because) }
        let isPlain = name.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || "0123456789-_".unicodeScalars.contains($0) }
        guard isPlain, let first = name.unicodeScalars.first, first != "-", name.utf8.count <= 40, name != Self.none else {
            throw wrong(tr("a name has letters, digits, - and _, up to 40 bytes, and is not 'none'"))
        }
        guard !words.isEmpty else { throw wrong(tr("nothing is set: give words such as format=flac bits=24 channels=1")) }
        let record = try CommandTable.command(.recording(.rec))
        var values: [ParameterKey: Value] = [:]
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, let key = Self.keys.first(where: { $0.word == parts[0] })?.key,
                let parameter = record.parameter(key)
            else {
                let known = Self.keys.map(\.word).joined(separator: ", ")
                throw wrong(tr("'\(word.prefix(60))' is not a word such as format=flac; words are \(known)"))
            }
            guard values[key] == nil else { throw wrong(tr("\(parts[0]) is given twice")) }
            do throws(CommandError) {
                values[key] = try parameter.accept(try parameter.read(parts[1], of: name), of: name)
            } catch {
                throw wrong(tr("\(parts[0]) must be \(parameter.allowed), not '\(parts[1].prefix(60))'"))
            }
        }
        do throws(FormatError) {
            _ = try AudioFormat(of: values, rate: SettingsTable.frameRate)
        } catch {
            throw wrong(error.description)
        }
        self.name = name
        self.values = values
    }

    private init(builtIn name: String, _ values: [ParameterKey: Value]) {
        self.name = name
        self.values = values
    }

    /// The presets that are always there; a line of the settings with the same name comes before them.
    public static let builtIn: [Preset] = [
        Preset(builtIn: "low", low),
        Preset(builtIn: "medium", [.format: .text("flac"), .bits: .text("16"), .channels: .int(2)]),
        Preset(builtIn: "high", [.format: .text("wav"), .bits: .text("float"), .channels: .int(2)]),
        Preset(builtIn: "memo", low.merging([.for: .double(180)]) { $1 }),
    ]

    private static let low: [ParameterKey: Value] = [.format: .text("ogg"), .bitrate: .int(64), .channels: .int(1)]

    /// The line of the settings.
    public var line: String { ([name] + words).joined(separator: " ") }

    /// The `key=value` words, in the order of the table.
    public var words: [String] {
        Self.keys.compactMap { word, key in
            guard let value = values[key] else { return nil }
            switch value {
            case .double(let seconds): return "\(word)=\(TimeSpan.seconds(seconds))"
            case .int(let frames) where key == .for: return "\(word)=\(frames)f"
            default: return "\(word)=\(value)"
            }
        }
    }
}
