// The note of a running engine, from which its end is known later. Any thread; a value, no I/O.
public import Messages

/// The text of the file that an engine has while it runs. A crash adds its signal to it; an engine that ends in order removes it.
public struct RunNote: Sendable, Hashable {
    /// How an engine has ended that did not remove its note.
    public enum Ending: Sendable, Hashable {
        /// A signal of a crash ended it.
        case crash(signal: Int)
        /// It ended without a word: by SIGKILL, which the system also sends when memory is short.
        case killed
        /// The machine went down while it ran.
        case machineDown
    }

    /// Version of the engine.
    public var version: String
    /// Seconds since 1970 at its start.
    public var started: Int
    /// Identifier of the boot of the machine, as Linux gives it; empty if it is not known.
    public var boot: String
    /// Signal that ended it; nil for none.
    public private(set) var signal: Int?
    /// Seconds since 1970 at its crash; nil if they are not known.
    public private(set) var crashed: Int?
    /// Addresses of the stack at its crash, from the beginning of the program.
    public private(set) var addresses: [String] = []

    /// Makes the note of a new engine.
    public init(version: String, started: Int, boot: String) {
        self.version = version
        self.started = started
        self.boot = boot
    }

    /// The text of a new engine's note. The lines of a crash follow it.
    public var text: String { "version \(version)\nstarted \(started)\nboot \(boot)\n" }

    /// Reads a note, as far as it was written. Unknown lines are passed over.
    public init(_ text: String) {
        self.init(version: "", started: 0, boot: "")
        for line in text.split(separator: "\n").prefix(200) {
            let parts = line.split(separator: " ", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let value = String(parts[1].prefix(80))
            switch parts[0] {
            case "version": version = value
            case "started": started = Int(value) ?? 0
            case "boot": boot = value
            case "signal": signal = Int(value)
            case "time": crashed = Int(value)
            case "at": addresses.append(value)
            default: break
            }
        }
    }

    /// How the engine has ended, seen in a boot of this identifier.
    public func ending(boot now: String) -> Ending {
        if let signal { return .crash(signal: signal) }
        return !boot.isEmpty && !now.isEmpty && boot != now ? .machineDown : .killed
    }

    /// The end as a sentence with the next step. `time` prints seconds since 1970; `path` is that of the note.
    public func words(boot now: String, path: String, time: (Int) -> String) -> Message {
        let version = version.isEmpty ? "?" : version
        let start = time(started)
        switch ending(boot: now) {
        case .crash(let signal):
            let name = Self.name(ofSignal: signal)
            guard let crashed else {
                return "an engine (\(version), started \(start)) crashed by \(name): please report it with the file \(path)"
            }
            let end = time(crashed)
            return "an engine (\(version), started \(start)) crashed at \(end) by \(name): please report it with the file \(path)"
        case .killed:
            return "an engine (\(version), started \(start)) ended without a word: it was killed (SIGKILL), perhaps because"
                + " memory was short: 'journalctl -k' tells of short memory"
        case .machineDown:
            return "an engine (\(version), started \(start)) was running when the machine went down"
        }
    }

    /// Name of a signal of a crash on Linux, else its number.
    private static func name(ofSignal number: Int) -> String {
        let names = [
            3: "SIGQUIT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE", 11: "SIGSEGV", 31: "SIGSYS",
        ]
        return names[number].map { "\($0) (signal \(number))" } ?? "signal \(number)"
    }
}
