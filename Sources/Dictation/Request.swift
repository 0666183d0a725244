// Room: Dictation. Any thread; a value, made by `Command.check` only, so that it always fits the table.

/// A command with checked arguments; options that have a standard value carry it.
public struct Request: Sendable, Equatable {
    public let command: Command
    /// By parameter name, each in the form that `CommandParameter.accept` gives.
    public let values: [String: Value]

    init(command: Command, values: [String: Value]) {
        self.command = command
        self.values = values
    }

    public var name: String { command.name }

    /// A text, as one that was given or stands as standard.
    public func text(_ name: String) -> String? {
        guard case .text(let text) = values[name] else { return nil }
        return text
    }

    /// All texts of a parameter that may be given several times.
    public func texts(_ name: String) -> [String] {
        text(name)?.split(separator: CommandParameter.separator).map(String.init) ?? []
    }

    public func int(_ name: String) -> Int64? {
        guard case .int(let count) = values[name] else { return nil }
        return count
    }

    /// A number or a level; a level of `-inf` is the double of that name.
    public func double(_ name: String) -> Double? {
        guard case .double(let number) = values[name] else { return nil }
        return number
    }

    /// A switch that was not given is off.
    public func flag(_ name: String) -> Bool {
        values[name] == .flag(true)
    }

    public func time(_ name: String) -> TimeSpan? {
        switch values[name] {
        case .double(let seconds): .seconds(seconds)
        case .int(let count): .frames(count)
        case .text, .flag, nil: nil
        }
    }

    /// A time or a marker of a timeline.
    public func place(_ name: String) -> Place? {
        if let text = text(name) { return MarkerReference(text).map(Place.marker) }
        return time(name).map(Place.span)
    }

    /// The argument as it would stand on a command line.
    public func word(_ parameter: CommandParameter) -> String? {
        if parameter.type.isTime, case .int(let frames) = values[parameter.name] {
            return "\(frames)f"
        }
        return values[parameter.name]?.description
    }

    /// The exact JACK frame at which the command is to hold.
    public var atFrame: UInt32? {
        int("at-frame").flatMap(UInt32.init(exactly:))
    }

    static func value(_ span: TimeSpan) -> Value {
        switch span {
        case .seconds(let seconds): .double(seconds)
        case .frames(let count): .int(count)
        }
    }
}
