// Room: Realtime. JACK thread only.
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
    }

    @_noLocks @_noAllocation
    mutating func add(
        _ inLeft: UnsafePointer<Float>, _ inRight: UnsafePointer<Float>, to left: UnsafeMutablePointer<Float>,
        _ right: UnsafeMutablePointer<Float>, _ count: Int, _ link: borrowing RealtimeLink
    ) {
        if !direct.isSilent {
            for i in 0..<count {
                let level = direct.next()
                unsafe left[i] += inLeft[i] * level
                unsafe right[i] += inRight[i] * level
            }
        }
        if isStopping, shifted.isSilent { slack = 0 }
        guard slack > 0, link.monitorIn.writableCount >= count else { return }
        link.monitorIn.write(count) { unsafe Frame(inLeft[$0], inRight[$0]) }
        unsafe dicta_sem_post(link.monitorWake)
        unsafe addShifted(left, right, count, link)
    }

    @_noLocks @_noAllocation
    private mutating func addShifted(
        _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int,
        _ link: borrowing RealtimeLink
    ) {
        let silent = min(count, toWait)
        toWait -= silent
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
        link.lateMonitorFrames.store(
            link.lateMonitorFrames.load(ordering: .relaxed) &+ Int64(missing), ordering: .relaxed)
    }
}
