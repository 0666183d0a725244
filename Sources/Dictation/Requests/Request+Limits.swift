// The limits of times that were said in frames. Any thread may use it; no I/O.

extension Request {
    /// Holds the limits of the table against times said in frames, which `Command.check` cannot do without a rate. Called with
    /// the rate at which the command counts, before anything is done.
    public func checkFrames(rate: Int) throws(CommandError) {
        for parameter in command.parameters {
            guard let value = values[parameter.key] else { continue }
            try parameter.checkFrames(value, rate: rate, of: name)
        }
    }
}

extension CommandParameter {
    /// The same for one value; nothing to check where it is no time, or said in seconds.
    func checkFrames(_ value: Value, rate: Int, of command: String) throws(CommandError) {
        guard type.isTime, let limits, case .int(let count) = value else { return }
        // Not through `TimeSpan.seconds`, which brings the largest numbers back within limits.
        guard limits.contains(Double(count) / Double(max(1, rate))) else {
            throw .outOfRange(command: command, parameter: shown, allowed: allowed, got: "'\(count)f' at \(rate) Hz")
        }
    }
}
