// Input monitoring: plays the inputs on the outputs. JACK thread only.
internal import CJack
internal import Rings
internal import Synchronization

/// Plays the inputs on the outputs, either directly or through an external pitch shifter with a constant delay.
struct MonitorCycle {
    private var direct = LevelRamp(0)
    private var shifted = LevelRamp(0)
    private let rampFrames: Int
    /// Delay of the shifted sound in frames, which the monitor thread has for its work; 0 while it receives nothing.
    private var slack = 0
    /// Frames until the first shifted frame is due.
    private var toWait = 0
    /// Shifted frames that came too late; they are discarded on arrival, so the delay stays constant.
    private var owed = 0
    private var isStopping = false

    /// Makes a silent monitor; `rate` in Hz.
    init(rate: Int) { rampFrames = max(1, rate / 50) }

    /// Carries out a `.monitor` command: ramps both gains in 20 ms and restarts the shifted path when its delay changes.
    @_noLocks @_noAllocation
    mutating func set(_ command: RealtimeCommand, _ link: borrowing RealtimeLink) {
        direct.set(command.levels[0], in: rampFrames)
        shifted.set(command.levels[1], in: rampFrames)
        // The shifted sound goes on until it has faded out.
        isStopping = command.position == 0
        guard !isStopping, Int(command.position) != slack else { return }
        slack = Int(command.position)
        toWait = slack
        owed = 0
        link.monitorOut.release(to: link.monitorOut.publishedPosition)
        link.isMonitorFed.store(true, ordering: .releasing)
    }

    /// Adds the monitored inputs to `count` frames of the outputs.
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
            // The period is neither sent nor received, so the delay stays the same.
            shifted.skip(count)
            lose(count, link)
            return
        }
        link.monitorIn.write(count) { unsafe Frame(finite(inLeft[$0]), finite(inRight[$0])) }
        link.monitorWake.post()
        unsafe addShifted(left, right, count, link)
    }

    /// Stops sending, so the monitor thread may begin anew.
    @_noLocks @_noAllocation
    private mutating func stop(_ link: borrowing RealtimeLink) {
        guard slack > 0 else { return }
        slack = 0
        link.isMonitorFed.store(false, ordering: .releasing)
        link.monitorWake.post()
    }

    /// Adds the shifted frames that are due, and counts those that are late.
    @_noLocks @_noAllocation
    private mutating func addShifted(
        _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int,
        _ link: borrowing RealtimeLink
    ) {
        let silent = min(count, toWait)
        toWait -= silent
        // A fade-out takes its time and no more, even when there is no sound to fade.
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

    /// Freewheel only: waits for the monitor thread, up to ten seconds without progress. The server runs as fast as its clients
    /// allow, and the monitored sound must be complete in a freewheeling export too (J4).
    @_noLocks @_noAllocation
    private func waitForThread(_ link: borrowing RealtimeLink, until isDone: (borrowing RealtimeLink) -> Bool) {
        _ = link.monitorProgress.wait(waking: link.monitorWake, patience: 100, link) {
            !$0.isFreewheeling.load(ordering: .relaxed) || !$0.isMonitorServed.load(ordering: .acquiring) || isDone($0)
        }
    }
}
