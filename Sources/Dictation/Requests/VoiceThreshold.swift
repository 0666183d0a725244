// The threshold of voice activation. Any thread; a value.
internal import Messages

/// Level from which sound counts as voice: a margin over the noise floor, or a fixed level.
public enum VoiceThreshold: Sendable, Equatable {
    /// A margin over the noise floor.
    case adaptive
    /// A level in dB of full scale.
    case fixed(Double)

    /// Levels that can be asked for, in dB.
    public static let levels = -100.0...0

    /// Reads `auto` or a level in dB, as the parameter of a command; by default as the setting. Throws `.wrongType`.
    public init(
        _ text: String, of command: String = SettingsTable.command.name,
        _ parameter: String = ParameterKey.voiceThreshold.rawValue
    ) throws(CommandError) {
        if text == "auto" {
            self = .adaptive
        } else if let level = Double(text), Self.levels.contains(level) {
            self = .fixed(level)
        } else {
            throw .wrongType(
                command: command, parameter: parameter, wanted: tr("auto or a level of -100 to 0 dB"),
                got: Value.text(text).quoted)
        }
    }
}
