// Settings that variables of the environment can give. Any thread; no I/O.
internal import Messages

extension SettingsTable {
    /// Variables of the environment, each with the setting for which it holds where neither an option nor a file does.
    public static let variables: [(name: String, key: ParameterKey)] = [
        ("DICTA_MAX_RECORDING_DURATION", .recLimit), ("DICTA_LOG_LEVEL", .logLevel),
    ]

    /// Values of the environment, and problems in words that name the variable. An empty variable counts as none.
    public static func read(
        environment: (String) -> String?
    ) -> (values: [ParameterKey: Value], problems: [SettingsProblem]) {
        var values: [ParameterKey: Value] = [:]
        var problems: [SettingsProblem] = []
        for (name, key) in variables {
            guard let text = environment(name), !text.isEmpty, let setting = setting(key) else { continue }
            do throws(CommandError) {
                values[key] = try value(text, of: setting)
            } catch {
                problems.append(
                    SettingsProblem(
                        line: 0, key: name,
                        words: tr(
                            "the environment variable \(name), which stands for \(words(error)): ignored; correct or unset it")))
            }
        }
        return (values, problems)
    }
}
