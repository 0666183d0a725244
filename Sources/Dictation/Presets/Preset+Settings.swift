// Presets of the settings, and the values that a take gets of them. Any thread; no I/O.
internal import Messages

extension Preset {
    /// All presets: the user's own, then those built-in ones that none of them replaces. A wrong line is left out.
    public static func all(in settings: Request) -> [Preset] {
        var seen: Set<String> = []
        return (own(in: settings) + builtIn).filter { seen.insert($0.name).inserted }
    }

    /// The user's own presets.
    public static func own(in settings: Request) -> [Preset] {
        settings.texts(.preset).compactMap { (line) -> Preset? in
            do throws(CommandError) { return try Preset(line) } catch { return nil }
        }
    }

    /// The preset of that name. Throws an error that names those there are.
    public static func named(_ name: String, in settings: Request) throws(CommandError) -> Preset {
        let all = all(in: settings)
        guard let preset = all.first(where: { $0.name == name }) else {
            let names = all.map(\.name).joined(separator: ", ")
            throw .wrongPreset(name, because: tr("there is no such preset; there are \(names) ('dicta preset' lists them)"))
        }
        return preset
    }

    /// The preset of a request for a take, else that of the setting `rec-preset`; nil for none. Throws for an unknown name.
    public static func chosen(_ request: Request?, in settings: Request) throws(CommandError) -> Preset? {
        guard let name = request?.text(.preset) ?? settings.text(.recPreset), name != none else { return nil }
        return try named(name, in: settings)
    }

    /// The defaults of a take: the values of the preset over those of single settings.
    public static func defaults(_ preset: Preset?, in settings: Request) -> [ParameterKey: Value] {
        layered(preset?.values ?? [:], over: SettingsTable.takeDefaults(in: settings))
    }

    /// Values over others. Bits and bit rate belong to the format that they were given for: another format takes neither, and
    /// one of the two does not take the other.
    public static func layered(
        _ upper: [ParameterKey: Value], over lower: [ParameterKey: Value]
    ) -> [ParameterKey: Value] {
        var below = lower
        if let format = upper[.format], format != lower[.format] { (below[.bits], below[.bitrate]) = (nil, nil) }
        if upper[.bits] != nil { below[.bitrate] = nil }
        if upper[.bitrate] != nil { below[.bits] = nil }
        return below.merging(upper) { $1 }
    }
}
