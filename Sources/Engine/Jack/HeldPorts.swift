// Connections taken away from programs that hang. Control loop only; a value.
internal import Dictation
internal import System

/// Connections to the engine's inputs that were removed because the other program keeps the engine from its periods. They are
/// made again as soon as that program runs.
struct HeldPorts {
    /// Removed connections, in the order of their removal.
    private(set) var connections: [PortConnection] = []
    /// Connections that the worker may remove at this moment; nil if it is not at work. One question at a time.
    private var suspects: [PortConnection]?
    /// When the next look is due.
    private var due = Moment.now
    /// Milliseconds between two tries.
    private var pause = HeldPorts.firstPause
    /// Xruns at the last look.
    private var xruns = 0
    /// Milliseconds. Each try costs half a second of sound if the program still hangs.
    private static let firstPause = 3000
    private static let longestPause = 60_000
    /// More xruns than this in a second mean that a program still hangs: the server counts one each cycle.
    private static let manyXruns = 10

    /// True while the worker works on connections.
    var isBusy: Bool { suspects != nil }
    /// True if a look is due and the worker is free.
    var isDue: Bool { !isBusy && Moment.now.seconds(since: due) >= 0 }

    /// Names of the other programs' ports, each once.
    var ports: [String] {
        var seen: Set<String> = []
        return connections.map(\.other).filter { seen.insert($0).inserted }
    }

    /// True if the engine has disconnected this port, or may be doing so now.
    func contains(_ port: String) -> Bool { (connections + (suspects ?? [])).contains { $0.other == port } }

    /// Makes the next look due at once, because the engine gets no periods.
    mutating func hurry() { due = Moment.now }

    /// True if so many xruns have come since the last look that a try is pointless; the next look follows in a second.
    mutating func isHopeless(xruns now: Int) -> Bool {
        defer { xruns = now }
        guard now - xruns > HeldPorts.manyXruns else { return false }
        due = Moment.now.later(milliseconds: 1000)
        return true
    }

    /// Notes that the worker has begun to work on these connections.
    mutating func begin(_ suspects: [PortConnection]) { self.suspects = suspects }

    /// Notes that the worker has finished: `held` stay removed, and all other connections have been made. Doubles the pause if
    /// nothing changed.
    mutating func end(held: [PortConnection]) {
        pause = held == connections && !held.isEmpty ? min(2 * pause, HeldPorts.longestPause) : HeldPorts.firstPause
        due = Moment.now.later(milliseconds: pause)
        suspects = nil
        connections = held
    }

    /// Forgets connections whose port is gone, or that a person has made again.
    mutating func forget(where isForgotten: (PortConnection) -> Bool) { connections.removeAll(where: isForgotten) }

    /// Milliseconds to the next look; -1 if none is due.
    var timeout: Int32 {
        guard !connections.isEmpty, !isBusy else { return -1 }
        return Int32(clamping: Int(max(0, -Moment.now.seconds(since: due) * 1000)) + 5)
    }
}
