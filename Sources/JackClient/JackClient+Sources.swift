// Finds programs that feed the inputs and stall the server's periods. One caller at a time unless noted; may block.
internal import CJack
public import Dictation
internal import Realtime
internal import System

extension JackClient {
    /// JACK's frame time at the start of the server's latest cycle, even when this client had no period in it. Reads shared
    /// memory and never blocks. Any thread.
    public var serverFrame: UInt32 { unsafe jack_last_frame_time(handle) }

    /// Connections that feed the client's inputs, sorted by source. Reads shared memory, never blocks. Any thread but JACK's.
    public var feeding: [PortConnection] {
        connections.filter { !$0.port.hasPrefix("out") }.sorted { ($0.other, $0.port) < ($1.other, $1.port) }
    }

    /// Disconnects one feeding program after the other while no periods come, until periods come again, and reconnects the
    /// programs that were not the cause. Takes half a second for each program. Returns the connections that stay disconnected;
    /// none when no program was the cause. Throws `connectionRefused` and `disconnectionRefused`.
    ///
    /// jackd2 does not process disconnections while a whole program is stopped (SIGSTOP): only the end of that program helps.
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

    /// Reconnects sources that `letGoOfHolders` disconnected, one program at a time. Returns the connections of programs that
    /// stall the periods again, which are disconnected once more. Throws `connectionRefused` and `disconnectionRefused`.
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

    /// Connects one program again; disconnects it and returns false when no periods come.
    private func isBack(_ connections: [PortConnection]) throws(JackError) -> Bool {
        for connection in connections where exists(connection.other) { try connect(connection) }
        // A connection takes effect with one of the next periods, hence two looks.
        if hasPeriods, hasPeriods { return true }
        for connection in connections where exists(connection.other) { try disconnect(connection) }
        return false
    }

    /// True when three periods come in about half a second, the time of two of the longest; the first may be late already.
    private var hasPeriods: Bool {
        var last = lastPeriod
        var count = 0
        for _ in 0..<60 {
            ThisProcess.sleep(milliseconds: 10)
            guard lastPeriod != last else { continue }
            last = lastPeriod
            count += 1
            if count == 3 { return true }
        }
        return false
    }

    /// Time at which the client's latest period began, in nanoseconds of CLOCK_BOOTTIME.
    private var lastPeriod: UInt64 { unsafe Telemetry(link.pointee.clockPage).wallTime }

    /// Removes a connection; one that is gone already is no error.
    func disconnect(_ connection: PortConnection) throws(JackError) {
        let own = "\(name):\(connection.port)"
        let (from, to) = connection.port.hasPrefix("out") ? (own, connection.other) : (connection.other, own)
        let code = unsafe jack_disconnect(handle, from, to)
        guard code != 0, connections.contains(connection) else { return }
        throw JackError.disconnectionRefused(from: from, to: to, code: code)
    }
}
