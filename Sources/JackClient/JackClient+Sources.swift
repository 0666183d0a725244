// JACK worker thread, but for what says otherwise: programs that feed us and keep our periods from us.
internal import CJack
public import Dictation
internal import Glibc
internal import Realtime

extension JackClient {
    /// Any thread. JACK's frame time at the start of the server's latest cycle, whether we had a period in it or not. Reads shared
    /// memory, never blocks.
    public var serverFrame: UInt32 { unsafe jack_last_frame_time(handle) }

    /// Any thread. What feeds our inputs. Reads shared memory, never blocks.
    public var feeding: [PortConnection] {
        connections.filter { !$0.port.hasPrefix("out") }.sorted { ($0.other, $0.port) < ($1.other, $1.port) }
    }

    /// While no periods come: disconnects one program after the other until they do, and connects those again that were not the
    /// reason. Takes half a second for each; gives what stays disconnected: nothing where no program was the reason.
    ///
    /// jackd2 answers neither while a whole program is stopped (SIGSTOP): there nothing helps but that program's end.
    public func letGoOfHolders() throws(JackError) -> [PortConnection] {
        var taken: [[PortConnection]] = []
        var left = feeding[...]
        while let first = left.first {
            let program = left.prefix { $0.isSameProgram(first) }
            left = left.dropFirst(program.count)
            for connection in program { try disconnect(connection) }
            taken.append(Array(program))
            if hasPeriods { break }
        }
        guard let last = taken.popLast() else { return [] }
        guard hasPeriods else {
            for connection in taken.joined() + last { try connect(connection) }
            return []
        }
        var held = last
        for program in taken where try !isBack(program) { held += program }
        return held
    }

    /// Connects what was let go, a program at a time; gives those without periods, which are disconnected again.
    public func takeBack(_ connections: [PortConnection]) throws(JackError) -> [PortConnection] {
        var held: [PortConnection] = []
        var left = connections
        while let first = left.first {
            let program = left.filter { $0.isSameProgram(first) }
            left.removeAll { $0.isSameProgram(first) }
            if try !isBack(program) { held += program }
        }
        return held
    }

    private func isBack(_ connections: [PortConnection]) throws(JackError) -> Bool {
        for connection in connections where exists(connection.other) { try connect(connection) }
        // Connections hold from one of the next periods on.
        if hasPeriods, hasPeriods { return true }
        for connection in connections where exists(connection.other) { try disconnect(connection) }
        return false
    }

    /// True where three periods come in half a second, in which the longest comes twice; the first may be late already.
    private var hasPeriods: Bool {
        var last = lastPeriod
        var count = 0
        for _ in 0..<60 {
            _ = usleep(10_000)
            guard lastPeriod != last else { continue }
            last = lastPeriod
            count += 1
            if count == 3 { return true }
        }
        return false
    }

    private var lastPeriod: UInt64 { unsafe Telemetry(link.pointee.clockPage).wallTime }

    /// A connection that is gone already is none the worse for it.
    private func disconnect(_ connection: PortConnection) throws(JackError) {
        let own = "\(name):\(connection.port)"
        let code = unsafe jack_disconnect(handle, connection.other, own)
        guard code != 0, connections.contains(connection) else { return }
        throw JackError.disconnectionRefused(from: connection.other, to: own, code: code)
    }
}
