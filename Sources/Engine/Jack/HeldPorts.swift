// Control loop only; a value.
internal import Dictation

/// Connections to our inputs that were taken away because the other program keeps us from our periods. They are made again as
/// soon as it moves.
struct HeldPorts {
    /// In the order in which they were let go.
    private(set) var connections: [PortConnection] = []
    /// Connections that the worker may disconnect now; it is asked once at a time.
    private var suspects: [PortConnection]?
    /// When to look again.
    private var due = Moment.now
    private var pause = HeldPorts.firstPause
    private var xruns = 0
    /// Milliseconds. A try costs half a second of sound where the program still hangs.
    private static let firstPause = 3000
    private static let longestPause = 60_000
    /// More xruns than this in a second mean that a program still hangs: the server counts one a cycle.
    private static let manyXruns = 10

    var isBusy: Bool { suspects != nil }
    var isDue: Bool { !isBusy && Moment.now.seconds(since: due) >= 0 }

    /// Names of the others' ports, each once.
    var ports: [String] {
        var seen: Set<String> = []
        return connections.map(\.other).filter { seen.insert($0).inserted }
    }

    /// True where the port is disconnected by our own hand, or may be.
    func contains(_ port: String) -> Bool { (connections + (suspects ?? [])).contains { $0.other == port } }

    /// The engine has no periods: the next look is due.
    mutating func hurry() { due = Moment.now }

    /// True where so many more xruns have come since the last look that there is no sense in a try; then a second goes by.
    mutating func isHopeless(xruns now: Int) -> Bool {
        defer { xruns = now }
        guard now - xruns > HeldPorts.manyXruns else { return false }
        due = Moment.now.later(milliseconds: 1000)
        return true
    }

    mutating func begin(_ suspects: [PortConnection]) { self.suspects = suspects }

    /// The worker is through with it: these stay disconnected, and what else there was is connected.
    mutating func end(held: [PortConnection]) {
        pause = held == connections && !held.isEmpty ? min(2 * pause, HeldPorts.longestPause) : HeldPorts.firstPause
        due = Moment.now.later(milliseconds: pause)
        suspects = nil
        connections = held
    }

    /// Those that are gone, or that people have connected again, are nobody's to hold.
    mutating func forget(where isForgotten: (PortConnection) -> Bool) { connections.removeAll(where: isForgotten) }

    /// Milliseconds to the next look; -1 while there is none to take.
    var timeout: Int32 {
        guard !connections.isEmpty, !isBusy else { return -1 }
        return Int32(clamping: Int(max(0, -Moment.now.seconds(since: due) * 1000)) + 5)
    }
}
