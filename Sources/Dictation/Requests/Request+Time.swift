// Makes requests with other values. Any thread; no state.

extension Request {
    /// The request at exactly that JACK frame; nil when the command has no such option, or a frame was given already.
    public func at(frame: UInt32) -> Request? {
        guard canWait else { return nil }
        var values = values
        values[.atFrame] = .int(Int64(frame))
        return Request(command: command, values: values)
    }

    /// The request with values for parameters that have none.
    public func filling(_ missing: [ParameterKey: Value]) -> Request {
        Request(command: command, values: values.merging(missing.filter { command.parameter($0.key) != nil }) { told, _ in told })
    }

    /// True when the command can be handed over before its time, to act at a future frame.
    public var canWait: Bool { atFrame == nil && command.parameter(.atFrame) != nil }
}
