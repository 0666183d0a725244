// Converts settings to text and back. Any thread; no I/O.
internal import Messages

extension SettingsTable {
    /// Reads a value as the file or a command line has it. Throws `.wrongType` or `.outOfRange`.
    public static func value(_ text: String, of setting: Setting) throws(CommandError) -> Value {
        let parameter = setting.parameter
        guard !text.utf8.contains(where: { $0 < 0x20 && $0 != 9 || $0 == 0x7f }) else {
            throw .wrongType(
                command: command.name, parameter: setting.key.rawValue, wanted: tr("one line without control characters"),
                got: Value.text(text).quoted)
        }
        let value = try parameter.accept(try parameter.read(text, of: command.name), of: command.name)
        try parameter.checkFrames(value, rate: frameRate, of: command.name)
        try checkGrammar(text, of: setting)
        return value
    }

    /// An error in words, with the key as the file has it.
    public static func words(_ error: CommandError) -> String {
        switch error {
        case .wrongType(_, let parameter, let wanted, let got):
            mustBe(bare(parameter), wanted, not: got)
        case .outOfRange(_, let parameter, let allowed, let got):
            mustBe(bare(parameter), allowed, not: got)
        case .badPattern(_, let parameter, let got, let why): tr("\(bare(parameter)) \(got) is refused: \(why)")
        default: error.description
        }
    }

    private static func mustBe(_ setting: String, _ wanted: String, not got: String) -> String {
        tr("\(setting) must be \(wanted), not \(got)")
    }

    private static func bare(_ shown: String) -> String { shown.hasPrefix("--") ? String(shown.dropFirst(2)) : shown }

    /// The values in use: options of the program come before the file, the file before variables of the environment, those
    /// before the defaults.
    public static func effective(
        options: [ParameterKey: Value], file: [ParameterKey: Value], environment: [ParameterKey: Value] = [:]
    ) -> Request {
        var values: [ParameterKey: Value] = [:]
        for setting in all {
            let key = setting.key
            values[key] = options[key] ?? file[key] ?? environment[key] ?? setting.standard
        }
        return Request(command: command, values: values)
    }

    /// The value as the file has it.
    public static func text(_ value: Value, of setting: Setting) -> String {
        switch (setting.parameter.type, value) {
        case (.time, .int(let frames)): "\(frames)f"
        case (.time, .double(let seconds)): TimeSpan.seconds(seconds).description
        case (.size, .int(let bytes)): ByteSize(bytes).exact
        case (_, .double(let number)): Int64(exactly: number).map(String.init) ?? number.description
        default: value.description
        }
    }

    /// A new settings file, with all keys commented out.
    public static var template: String {
        template(
            of: all,
            tr(
                "Settings of dicta: one 'key = value' a line. 'dicta set KEY VALUE' changes them too, and 'dicta settings' lists the"
                    + " values in use. Options of dictad override this file. Lines that start with # are comments."))
    }

    /// A new settings file for the project of a session, with the project's settings only.
    public static var projectTemplate: String {
        template(
            of: all.filter { $0.needs == .project },
            tr(
                "Settings of this dicta project: one 'key = value' a line. 'dicta set KEY VALUE' changes them too. All other settings"
                    + " are the user's own, in ~/.config/dicta/settings. Lines that start with # are comments."))
    }

    /// A new settings file for one engine.
    public static var engineTemplate: String {
        template(
            of: [],
            tr(
                "Settings of this engine alone: one 'key = value' a line. They override those of all engines, in the file 'settings'"
                    + " beside this one. 'dicta --engine NAME set KEY VALUE' changes them too."))
    }

    private static func template(of settings: [Setting], _ head: String) -> String {
        var lines = comment(head)
        for setting in settings {
            lines.append("")
            lines += comment(setting.words)
            if setting.parameter.limits != nil || !setting.parameter.choices.isEmpty {
                lines += comment(tr("Allowed: \(setting.parameter.allowed).") + " " + setting.holds.sentence.text)
            } else {
                lines += comment(setting.holds.sentence.text)
            }
            lines.append("#\(setting.key) = \(setting.standard.map { text($0, of: setting) } ?? setting.parameter.word)")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The lines of a comment.
    private static func comment(_ text: String) -> [String] { CommandHelp.wrapped(text, width: 110).map { "# " + $0 } }

    /// Checks the settings whose form no type describes.
    private static func checkGrammar(_ text: String, of setting: Setting) throws(CommandError) {
        switch setting.key {
        case .midi: _ = try MidiBinding(text)
        case .pedal: _ = try PedalBinding(text)
        case .oscMay: _ = try Permissions(text)
        case .hookDurable: _ = try DurableHooks(text)
        case .keys: _ = try KeyBindings(text)
        case .voiceThreshold: _ = try VoiceThreshold(text)
        case .preset: _ = try Preset(text)
        default: break
        }
    }
}
