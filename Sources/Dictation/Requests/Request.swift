// A command with checked arguments, always as the table has it. Only `Command.check` makes one; any thread may hold it.

/// A command with checked arguments; options that have a standard value carry it.
public struct Request: Sendable, Equatable {
    public let command: Command
    /// By parameter, each in the form that `CommandParameter.accept` gives.
    public let values: [ParameterKey: Value]

    init(command: Command, values: [ParameterKey: Value]) {
        self.command = command
        self.values = values
    }

    /// The verb that is asked for.
    public var verb: Verb { command.verb }

    /// The verb as it is typed, for messages.
    public var name: String { command.name }

    /// A text, as one that was given or stands as standard.
    public func text(_ key: ParameterKey) -> String? {
        guard case .text(let text) = values[key] else { return nil }
        return text
    }

    /// All texts of a parameter that may be given several times.
    public func texts(_ key: ParameterKey) -> [String] {
        text(key)?.split(separator: CommandParameter.separator).map(String.init) ?? []
    }

    public func int(_ key: ParameterKey) -> Int64? {
        guard case .int(let count) = values[key] else { return nil }
        return count
    }

    /// A number or a level; a level of `-inf` is the double of that name.
    public func double(_ key: ParameterKey) -> Double? {
        guard case .double(let number) = values[key] else { return nil }
        return number
    }

    /// A switch that was not given is off.
    public func flag(_ key: ParameterKey) -> Bool {
        values[key] == .flag(true)
    }

    public func time(_ key: ParameterKey) -> TimeSpan? {
        switch values[key] {
        case .double(let seconds): .seconds(seconds)
        case .int(let count): .frames(count)
        case .text, .flag, nil: nil
        }
    }

    /// A time or a marker of a timeline.
    public func place(_ key: ParameterKey) -> Place? {
        if let text = text(key) { return MarkerReference(text).map(Place.marker) }
        return time(key).map(Place.span)
    }

    /// The argument as it would stand on a command line.
    public func word(_ parameter: CommandParameter) -> String? {
        if parameter.type.isTime, case .int(let frames) = values[parameter.key] {
            return "\(frames)f"
        }
        return values[parameter.key]?.description
    }

    /// The exact JACK frame at which the command is to hold.
    public var atFrame: UInt32? {
        int(.atFrame).flatMap(UInt32.init(exactly:))
    }

    static func value(_ span: TimeSpan) -> Value {
        switch span {
        case .seconds(let seconds): .double(seconds)
        case .frames(let count): .int(count)
        }
    }
}
