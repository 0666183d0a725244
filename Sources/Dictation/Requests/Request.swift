// A checked command. Only `Command.check` makes one. Any thread; a value.

/// A command with checked arguments; parameters that were not given have their defaults.
public struct Request: Sendable, Equatable {
    /// The row of the command table.
    public let command: Command
    /// The values by parameter, each in the form that `CommandParameter.accept` gives.
    public let values: [ParameterKey: Value]
    /// The extended JACK frame that the engine gave the request; nil for none.
    let extendedFrame: Int64?

    init(command: Command, values: [ParameterKey: Value], extendedFrame: Int64? = nil) {
        self.command = command
        self.values = values
        self.extendedFrame = extendedFrame
    }

    /// The verb.
    public var verb: Verb { command.verb }

    /// The verb as it is typed, for messages.
    public var name: String { command.name }

    /// A text; nil when there is none.
    public func text(_ key: ParameterKey) -> String? {
        guard case .text(let text) = values[key] else { return nil }
        return text
    }

    /// All texts of a parameter that may be given several times.
    public func texts(_ key: ParameterKey) -> [String] {
        text(key)?.split(separator: CommandParameter.separator).map(String.init) ?? []
    }

    /// A whole number; nil when there is none.
    public func int(_ key: ParameterKey) -> Int64? {
        guard case .int(let count) = values[key] else { return nil }
        return count
    }

    /// A number or a level in dB, which may be minus infinity; nil when there is none.
    public func double(_ key: ParameterKey) -> Double? {
        guard case .double(let number) = values[key] else { return nil }
        return number
    }

    /// A flag; false when it was not given.
    public func flag(_ key: ParameterKey) -> Bool {
        values[key] == .flag(true)
    }

    /// A time in seconds or frames; nil when there is none.
    public func time(_ key: ParameterKey) -> TimeSpan? {
        switch values[key] {
        case .double(let seconds): .seconds(seconds)
        case .int(let count): .frames(count)
        case .text, .flag, nil: nil
        }
    }

    /// A place, by time or by marker; nil when there is none.
    public func place(_ key: ParameterKey) -> Place? {
        if let text = text(key) { return MarkerReference(text).map(Place.marker) }
        return time(key).map(Place.span)
    }

    /// The value of a parameter as a command line has it; nil when there is none.
    public func word(_ parameter: CommandParameter) -> String? {
        if parameter.type.isTime, case .int(let frames) = values[parameter.key] {
            return "\(frames)f"
        }
        return values[parameter.key]?.description
    }

    /// The frame at which the command takes effect; nil for at once.
    public var atFrame: NamedFrame? {
        extendedFrame.map(NamedFrame.extended) ?? int(.atFrame).flatMap(UInt32.init(exactly:)).map(NamedFrame.jack)
    }

    static func value(_ span: TimeSpan) -> Value {
        switch span {
        case .seconds(let seconds): .double(seconds)
        case .frames(let count): .int(count)
        }
    }
}

/// The frame of JACK's time at which a request takes effect.
public enum NamedFrame: Sendable, Equatable {
    /// A frame as users and programs name it: JACK's frame time, which wraps after 2^32 frames.
    case jack(UInt32)
    /// An extended frame, as the engine counts: it never wraps.
    case extended(Int64)
}
