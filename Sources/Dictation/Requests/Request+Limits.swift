// Checks requests by the state of an engine: rights, and limits of times given in frames. Any thread; no I/O.
internal import Messages

extension Request {
    /// The refusal by an engine's state: the sender lacks a privilege, or a time in frames is past its limits at `rate` Hz. Nil
    /// when the request may be carried out.
    public func refusal(by authority: Authority, _ permissions: Permissions, rate: Int) -> Failure? {
        if let refusal = permissions.refusal(of: self, by: authority) { return refusal }
        do throws(CommandError) {
            try checkFrames(rate: rate)
            return nil
        } catch {
            return error.failure
        }
    }

    /// Checks times given in frames against the limits of the table, which `Command.check` cannot do without a sample rate.
    /// Call it with the command's rate, in Hz, before anything is done. Throws `.outOfRange`.
    public func checkFrames(rate: Int) throws(CommandError) {
        for parameter in command.parameters {
            guard let value = values[parameter.key] else { continue }
            try parameter.checkFrames(value, rate: rate, of: name)
        }
    }
}

extension CommandParameter {
    /// Checks one value; a value that is no time, or a time in seconds, passes.
    func checkFrames(_ value: Value, rate: Int, of command: String) throws(CommandError) {
        guard type.isTime, let limits, case .int(let count) = value else { return }
        // `TimeSpan.seconds` is not used here: it clamps the largest numbers into the limits.
        guard limits.contains(Double(count) / Double(max(1, rate))) else {
            throw .outOfRange(command: command, parameter: shown, allowed: allowed, got: tr("'\(count)f' at \(rate) Hz"))
        }
    }
}
