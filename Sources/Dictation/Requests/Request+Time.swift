// Makes requests with other values. Any thread; no state.

extension Request {
    /// The request at exactly that extended JACK frame; nil when the command has no such option, or a frame was given already.
    public func at(frame: Int64) -> Request? {
        canWait ? Request(command: command, values: values, extendedFrame: frame) : nil
    }

    /// The request with values for parameters that have none.
    public func filling(_ missing: [ParameterKey: Value]) -> Request {
        let known = missing.filter { command.parameter($0.key) != nil }
        return Request(
            command: command, values: values.merging(known) { told, _ in told }, extendedFrame: extendedFrame)
    }

    /// The request at the frame of another one, for which it stands; unchanged when that one has none.
    public func timed(like other: Request) -> Request {
        var values = values
        values[.atFrame] = other.values[.atFrame]
        return Request(command: command, values: values, extendedFrame: other.extendedFrame)
    }

    /// True when the command can be handed over before its time, to act at a future frame.
    public var canWait: Bool { atFrame == nil && command.parameter(.atFrame) != nil }
}
