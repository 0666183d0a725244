// State of the process callback. JACK thread only, from activation to deactivation.
internal import CJack
internal import Rings
internal import Synchronization

/// All state of the process callback, behind one pointer.
///
/// It has 12 KiB, and the compiler copies all of it for the call of a method that does not change it. Such methods belong to the
/// link, which has atomics and is never copied, or are `mutating`. `session/test` looks for copies in the program.
@safe
public struct RealtimeState: ~Copyable {
    /// Memory shared with the other threads; outlives this state.
    let link: UnsafePointer<RealtimeLink>
    /// Address of the JACK client.
    let client: OpaquePointer
    /// Ports of the client.
    let ports: RealtimePorts

    /// Frame time of the current period.
    private(set) var clock: FrameClock
    private var pending = PendingCommands()
    private var captureCycle = CaptureCycle()
    /// Playback.
    var playbackCycle: PlaybackCycle
    /// State of JACK's transport.
    var transport = TransportCycle()
    /// True when the control loop is to be woken at the end of the period. It takes an event only once the clock is published.
    var hasNews = false
    private var gain: GainMatrix
    private var monitor: MonitorCycle
    private var cues: CueCycle
    private var inputMeter: Meter
    private var outputMeter: Meter
    private var meterCount: UInt64 = 0
    /// Kernel thread number of the JACK thread, read once.
    private var thread: Int32 = 0

    /// Makes the state before activation, on any thread. `fadeCurve` is the rising half of the fade (see `Declick`); `rate` in
    /// Hz. Allocates.
    public init(
        link: UnsafePointer<RealtimeLink>, client: OpaquePointer, ports: RealtimePorts, rate: Int, fadeCurve: [Float]
    ) {
        unsafe self.link = unsafe link
        unsafe self.client = unsafe client
        self.ports = ports
        clock = FrameClock(rate: rate)
        playbackCycle = PlaybackCycle(curve: fadeCurve, reserve: rate / 4)
        gain = GainMatrix(rate: rate)
        monitor = MonitorCycle(rate: rate)
        cues = CueCycle(rate: rate)
        inputMeter = Meter(rate: rate)
        outputMeter = Meter(rate: rate)
    }

    /// Processes one period of `frames` frames, which began at `time` of CLOCK_MONOTONIC, in nanoseconds.
    @_noLocks @_noAllocation
    mutating func run(_ frames: jack_nframes_t, at time: UInt64) {
        let count = Int(frames)
        guard count > 0,
            let inLeft = unsafe jack_port_get_buffer(ports.inLeft, frames)?.assumingMemoryBound(to: Float.self),
            let inRight = unsafe jack_port_get_buffer(ports.inRight, frames)?.assumingMemoryBound(to: Float.self),
            let outLeft = unsafe jack_port_get_buffer(ports.outLeft, frames)?.assumingMemoryBound(to: Float.self),
            let outRight = unsafe jack_port_get_buffer(ports.outRight, frames)?.assumingMemoryBound(to: Float.self)
        else { return }

        let began = dicta_wall_nanoseconds()
        let step = clock.begin(at: unsafe jack_last_frame_time(client), count: count, time: time)
        followTransport(count)
        unsafe captureCycle.capture(inLeft, inRight, count, at: clock.frame, after: step, into: link.pointee)
        unsafe play(outLeft, outRight, count)
        unsafe monitor.add(inLeft, inRight, to: outLeft, outRight, count, link.pointee)
        unsafe cues.add(to: outLeft, outRight, count, at: clock.frame, link.pointee)
        if cues.takeNews() { hasNews = true }
        let input = unsafe inputMeter.measure(inLeft, inRight, count)
        let output = unsafe outputMeter.measure(outLeft, outRight, count)
        if input.hasNonFinite {
            unsafe link.pointee.countBad(inputs: countNonFinite(inLeft, count) &+ countNonFinite(inRight, count), outputs: 0)
        }
        if output.hasNonFinite { unsafe link.pointee.guardOutputs(outLeft, outRight, count) }
        if output.isOverFullScale { unsafe link.pointee.countClips(outLeft, outRight, count) }
        if input.isAtFullScale { unsafe link.pointee.countInputClips(inLeft, inRight, count) }
        if input.isWindowComplete || output.isWindowComplete { publishMeters(count) }
        if let port = unsafe ports.midiIn { unsafe link.pointee.receiveMidi(port, frames, at: clock.frame) }
        publishClock(count, began)
        guard hasNews else { return }
        hasNews = false
        unsafe link.pointee.controlWake.post()
    }

    /// Splits the period at the frames at which commands take effect, and renders the parts.
    @_noLocks @_noAllocation
    private mutating func play(
        _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int
    ) {
        unsafe pending.receive(from: link.pointee, at: clock.frame)
        let end = clock.frame + Int64(count)
        var done = 0
        while done < count {
            var part = count - done
            while let due = pending.nextFrame(before: end) {
                let offset = Int(max(0, due - clock.frame))
                if offset > done {
                    part = offset - done
                    break
                }
                obey(pending.removeFirst(), at: clock.frame + Int64(done))
                unsafe link.pointee.finishCommands(1)
                unsafe pending.receive(from: link.pointee, at: clock.frame)
                part = count - done
            }
            unsafe playbackCycle.render(left + done, right + done, part, at: clock.frame + Int64(done), link.pointee)
            unsafe gain.apply(left + done, right + done, part)
            done += part
        }
    }

    /// Carries out a command at extended `frame` and reports its end if it has a number.
    @_noLocks @_noAllocation
    private mutating func obey(_ command: RealtimeCommand, at frame: Int64) {
        var end = RealtimeEvent.Kind.done
        switch command.kind {
        case .play:
            unsafe playbackCycle.play(command, at: frame, link.pointee)
            return  // playback reports by itself, when the first sample is heard
        case .pause: unsafe playbackCycle.pause(at: frame, link.pointee)
        case .locate: if !playbackCycle.locate(command) { end = .cancelled }
        case .transport: transport.follow(command)
        case .cancel: break  // carried out on arrival
        case .gain: gain.set(command.levels)
        case .monitor: unsafe monitor.set(command, link.pointee)
        case .resetPeaks:
            inputMeter.resetHold()
            outputMeter.resetHold()
        }
        guard command.id != 0 else { return }
        unsafe link.pointee.report(
            RealtimeEvent(end, frame: frame, id: command.id, generation: playbackCycle.generation))
    }

    /// Publishes clock, playhead and transport for `Telemetry` and `PlayCourse`.
    @_noLocks @_noAllocation
    private mutating func publishClock(_ count: Int, _ began: UInt64) {
        var words = InlineArray<16, UInt64>(repeating: 0)
        words[0] = UInt64(bitPattern: clock.frame + Int64(count))
        words[1] = UInt64(clock.jackFrame &+ UInt32(truncatingIfNeeded: count))
        words[2] = playbackCycle.playhead.bitPattern
        words[3] = UInt64(playbackCycle.generation) | UInt64(playbackCycle.block.edition) << 32
        words[4] = playbackCycle.isRolling ? 1 : 0
        words[5] = playbackCycle.block.step.bitPattern
        words[6] = UInt64(bitPattern: clock.firstFrame)
        words[7] = UInt64(transport.frame) | (transport.isRolling ? 1 << 32 : 0)
        words[8] = began
        if thread == 0 { thread = dicta_thread_number() }
        words[9] = UInt64(UInt32(bitPattern: thread))
        unsafe link.pointee.clockPage.publish(words)
        unsafe playbackCycle.course.publish(link.pointee.coursePage)
    }

    /// Publishes both meters for `MeterReading`.
    @_noLocks @_noAllocation
    private mutating func publishMeters(_ count: Int) {
        meterCount &+= 1
        var words = InlineArray<16, UInt64>(repeating: 0)
        words[0] = MeterReading.pack(inputMeter.peak)
        words[1] = MeterReading.pack(inputMeter.rms)
        words[2] = MeterReading.pack(inputMeter.held)
        words[3] = MeterReading.pack(outputMeter.peak)
        words[4] = MeterReading.pack(outputMeter.rms)
        words[5] = MeterReading.pack(outputMeter.held)
        words[6] = meterCount
        words[7] = UInt64(bitPattern: clock.frame + Int64(count))
        unsafe link.pointee.meterPage.publish(words)
    }
}
