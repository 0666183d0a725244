// Inputs to the outputs. JACK thread only.
internal import CJack
internal import Rings
internal import Synchronization

/// The inputs, heard on the outputs: directly, or through the monitor thread's pitch shifter, always the same time behind.
struct MonitorCycle {
    private var direct = LevelRamp()
    private var shifted = LevelRamp()
    private let rampFrames: Int
    /// Frames that the monitor thread has to do its work; 0 while nothing is sent to it.
    private var slack = 0
    /// Frames until the first shifted one is due.
    private var toWait = 0
    /// Frames that came too late, and are thrown away when they come.
    private var owed = 0
    private var isStopping = false

    init(rate: Int) { rampFrames = max(1, rate / 50) }

    @_noLocks @_noAllocation
    mutating func set(_ command: RealtimeCommand, _ link: borrowing RealtimeLink) {
        direct.set(command.levels[0], in: rampFrames)
        shifted.set(command.levels[1], in: rampFrames)
        // Goes on until it has faded.
        isStopping = command.position == 0
        guard !isStopping, Int(command.position) != slack else { return }
        slack = Int(command.position)
        toWait = slack
        owed = 0
        link.monitorOut.release(to: link.monitorOut.publishedPosition)
        link.isMonitorFed.store(true, ordering: .releasing)
    }

    @_noLocks @_noAllocation
    mutating func add(
        _ inLeft: UnsafePointer<Float>, _ inRight: UnsafePointer<Float>, to left: UnsafeMutablePointer<Float>,
        _ right: UnsafeMutablePointer<Float>, _ count: Int, _ link: borrowing RealtimeLink
    ) {
        if !direct.isSilent {
            for i in 0..<count {
                let level = direct.next()
                unsafe left[i] += finite(inLeft[i]) * level
                unsafe right[i] += finite(inRight[i]) * level
            }
        }
        if isStopping, shifted.isSilent { stop(link) }
        guard slack > 0 else { return }
        if link.monitorIn.writableCount < count { waitForThread(link) { $0.monitorIn.writableCount >= count } }
        guard link.monitorIn.writableCount >= count else {
            // Neither sent nor taken: it stays as far behind as it was.
            shifted.skip(count)
            lose(count, link)
            return
        }
        link.monitorIn.write(count) { unsafe Frame(finite(inLeft[$0]), finite(inRight[$0])) }
        link.monitorWake.post()
        unsafe addShifted(left, right, count, link)
    }

    /// Nothing is sent any more, and the monitor thread may begin another sound.
    @_noLocks @_noAllocation
    private mutating func stop(_ link: borrowing RealtimeLink) {
        guard slack > 0 else { return }
        slack = 0
        link.isMonitorFed.store(false, ordering: .releasing)
        link.monitorWake.post()
    }

    @_noLocks @_noAllocation
    private mutating func addShifted(
        _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int,
        _ link: borrowing RealtimeLink
    ) {
        let silent = min(count, toWait)
        toWait -= silent
        // A fade out takes its time and no more, also where nothing comes that it could be heard of.
        if isStopping { shifted.skip(silent) }
        let wanted = owed + count - silent
        if link.monitorOut.readableCount < wanted { waitForThread(link) { $0.monitorOut.readableCount >= wanted } }
        let late = min(owed, link.monitorOut.readableCount)
        owed -= late
        link.monitorOut.release(to: link.monitorOut.readPosition + late)
        let ready = owed > 0 ? 0 : min(count - silent, link.monitorOut.readableCount)
        let place = link.monitorOut.readPosition
        for i in 0..<ready {
            let frame = link.monitorOut[place + i] * shifted.next()
            unsafe left[silent + i] += frame[0]
            unsafe right[silent + i] += frame[1]
        }
        link.monitorOut.release(to: place + ready)
        let missing = count - silent - ready
        guard missing > 0 else { return }
        owed += missing
        shifted.skip(missing)
        lose(missing, link)
    }

    @_noLocks @_noAllocation
    private func lose(_ count: Int, _ link: borrowing RealtimeLink) {
        link.lateMonitorFrames.store(
            link.lateMonitorFrames.load(ordering: .relaxed) &+ Int64(count), ordering: .relaxed)
    }

    /// Freewheel only: the server goes as fast as we let it, and what is monitored is heard whole (J4). Up to ten seconds
    /// without any progress.
    @_noLocks @_noAllocation
    private func waitForThread(_ link: borrowing RealtimeLink, until isDone: (borrowing RealtimeLink) -> Bool) {
        var patience = 100
        while link.isFreewheeling.load(ordering: .relaxed), link.isMonitorServed.load(ordering: .acquiring), !isDone(link),
            patience > 0
        {
            link.monitorWake.post()
            patience = link.progress.wait(milliseconds: 100) ? 100 : patience - 1
        }
    }
}
