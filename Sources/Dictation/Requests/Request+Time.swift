// Requests for a frame to come, and with values that were not given. Any thread may use it.

extension Request {
    /// The same for exactly that JACK frame; nothing where the command has no such thing, or was told a frame already.
    public func at(frame: UInt32) -> Request? {
        guard canWait else { return nil }
        var values = values
        values[.atFrame] = .int(Int64(frame))
        return Request(command: command, values: values)
    }

    /// The same, with values for what it was not told.
    public func filling(_ missing: [ParameterKey: Value]) -> Request {
        Request(command: command, values: values.merging(missing.filter { command.parameter($0.key) != nil }) { told, _ in told })
    }

    /// Whether it can be handed over ahead of its time, to be done at a frame to come.
    public var canWait: Bool { atFrame == nil && command.parameter(.atFrame) != nil }
}
