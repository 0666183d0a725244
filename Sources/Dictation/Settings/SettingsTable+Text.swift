// Between the table of settings and texts. Any thread may use it; no I/O.

extension SettingsTable {
    /// A value as it stands in the file or on a command line, in the setting's own form.
    public static func value(_ text: String, of setting: Setting) throws(CommandError) -> Value {
        let parameter = setting.parameter
        guard !text.utf8.contains(where: { $0 < 0x20 && $0 != 9 || $0 == 0x7f }) else {
            throw .wrongType(
                command: command.name, parameter: setting.key.rawValue, wanted: "one line without control characters",
                got: Value.text(text).quoted)
        }
        let value = try parameter.accept(try parameter.read(text, of: command.name), of: command.name)
        try parameter.checkFrames(value, rate: frameRate, of: command.name)
        try checkGrammar(text, of: setting)
        return value
    }

    /// What is wrong, with the key as it stands in the file.
    public static func words(_ error: CommandError) -> String {
        switch error {
        case .wrongType(_, let parameter, let wanted, let got):
            "\(bare(parameter)) wants \(wanted), not \(got)"
        case .outOfRange(_, let parameter, let allowed, let got):
            "\(bare(parameter)) may be \(allowed), not \(got)"
        default: error.description
        }
    }

    private static func bare(_ shown: String) -> String { shown.hasPrefix("--") ? String(shown.dropFirst(2)) : shown }

    /// The values that hold: of the program's options before those of the file before the standards.
    public static func effective(options: [ParameterKey: Value], file: [ParameterKey: Value]) -> Request {
        var values: [ParameterKey: Value] = [:]
        for setting in all { values[setting.key] = options[setting.key] ?? file[setting.key] ?? setting.standard }
        return Request(command: command, values: values)
    }

    /// As it stands in the file.
    public static func text(_ value: Value, of setting: Setting) -> String {
        switch (setting.parameter.type, value) {
        case (.time, .int(let frames)): "\(frames)f"
        case (.time, .double(let seconds)): TimeSpan.seconds(seconds).description
        case (_, .double(let number)): Int64(exactly: number).map(String.init) ?? number.description
        default: value.description
        }
    }

    /// A file with all keys in it, none of which holds before the # is taken away.
    public static var template: String {
        template(
            of: all,
            [
                "# Settings of dicta: 'key = value', a line each. 'dicta set KEY VALUE' changes them too, and 'dicta settings'",
                "# shows what holds. Options of dictad win over this file. Lines that start with # are comments.",
            ])
    }

    /// The same for the project of a session, with what is a project's.
    public static var projectTemplate: String {
        template(
            of: all.filter { $0.needs == .project },
            [
                "# Settings of this project of dicta: 'key = value', a line each. 'dicta set KEY VALUE' changes them too. All others",
                "# are the user's own and stand in ~/.config/dicta/settings. Lines that start with # are comments.",
            ])
    }

    private static func template(of settings: [Setting], _ head: [String]) -> String {
        var lines = head
        for setting in settings {
            lines += ["", "# " + setting.parameter.summary]
            if setting.parameter.limits != nil || !setting.parameter.choices.isEmpty {
                lines.append("# It may be \(setting.parameter.allowed). A change holds \(setting.holds.rawValue).")
            } else {
                lines.append("# A change holds \(setting.holds.rawValue).")
            }
            lines.append("#\(setting.key) = \(setting.standard.map { text($0, of: setting) } ?? setting.parameter.word)")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// Those that no type describes.
    private static func checkGrammar(_ text: String, of setting: Setting) throws(CommandError) {
        switch setting.key {
        case .midi: _ = try MidiBinding(text)
        case .oscMay: _ = try Permissions(text)
        default: break
        }
    }
}
