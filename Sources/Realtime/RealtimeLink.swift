// All memory shared between the process callback and other threads. Each member names its two ends.
public import Rings
public import Synchronization

/// All memory shared between the process callback and the rest of the engine: rings, pages of numbers, counters and
/// semaphores. Every member is safe to use from both ends at once, which the compiler checks.
public struct RealtimeLink: ~Copyable, Sendable {
    // MARK: Rings
    /// JACK thread to writer: every frame of the inputs, whether a take runs or not; the writer decides which frames to keep.
    public let capture: Ring<Frame>
    /// JACK thread to writer: ties the capture ring to JACK's time.
    public let anchors: Ring<CaptureAnchor>
    /// Reader to JACK thread: the frames to play.
    public let playback: Ring<Frame>
    /// Reader to JACK thread: describes the segments of the playback ring.
    public let blocks: Ring<PlaybackBlock>
    /// Reader to JACK thread: changes from one edition to another.
    public let splices: Ring<Splice>
    /// JACK thread to monitor thread: the inputs, while they are monitored through the pitch shifter.
    public let monitorIn: Ring<Frame>
    /// Monitor thread to JACK thread: the shifted frames.
    public let monitorOut: Ring<Frame>
    /// Control loop to JACK thread: commands.
    public let commands: Ring<RealtimeCommand>
    /// Control loop to JACK thread: commands of the cue player.
    public let cues: Ring<CueCommand>
    /// Bed thread to JACK thread: the sound of the bed.
    public let bed: Ring<Frame>
    /// JACK thread to control loop: messages of the MIDI input.
    public let midi: Ring<MidiPacket>
    /// JACK thread to control loop: reports.
    public let events: Ring<RealtimeEvent>

    // MARK: Pages, written by the JACK thread
    /// Clock and playhead of the latest period, see `Telemetry`.
    public let clockPage = SharedPage()
    /// Meter values, see `MeterReading`.
    public let meterPage = SharedPage()
    /// Recent path of the playhead, see `PlayCourse`.
    public let coursePage = SharedPage()
    /// Run times of the callback.
    public let times = Histogram()

    // MARK: Counters, written by the JACK thread
    /// Frames that JACK never delivered, summed with their sign (see `FrameClock`).
    public let missedFrames = Atomic<Int64>(0)
    /// Captured frames dropped because the writer was too far behind: the capture or the anchor ring was full.
    public let lostFrames = Atomic<Int64>(0)
    /// Times that playback ran out of blocks.
    public let underruns = Atomic<Int64>(0)
    /// Samples above full scale at the left output.
    public let clipsLeft = Atomic<Int64>(0)
    /// Samples above full scale at the right output.
    public let clipsRight = Atomic<Int64>(0)
    /// Samples at full scale at the left input (see `fullScaleInput`).
    public let inputClipsLeft = Atomic<Int64>(0)
    /// Samples at full scale at the right input.
    public let inputClipsRight = Atomic<Int64>(0)
    /// Samples at the inputs that were not finite (NaN, infinite).
    public let badInputs = Atomic<Int64>(0)
    /// Samples at the outputs that were not finite; silence replaced them.
    public let badOutputs = Atomic<Int64>(0)
    /// Samples in played files that were not finite. Written by the reader, before any processing.
    public let badFileSamples = Atomic<Int64>(0)
    /// Frames of the shifted monitor that came too late to be heard.
    public let lateMonitorFrames = Atomic<Int64>(0)
    /// Frames of the bed that came too late to be heard.
    public let lateBedFrames = Atomic<Int64>(0)
    /// Commands that have taken effect or were cancelled, of all that were ever sent.
    public let finishedCommands = Atomic<Int>(0)
    /// Events dropped because the event ring was full.
    public let droppedEvents = Atomic<Int64>(0)
    /// MIDI messages that were too long or found the ring full.
    public let droppedMidi = Atomic<Int64>(0)
    /// Extended frame at which JACK's transport last halted; -1 before the first halt. Stored before the following frames are
    /// captured, so the writer never takes a frame too many.
    public let transportHalt = Atomic<Int64>(-1)

    /// Transport frame at which nothing is to be played, so the transport need not wait. Written by the control loop.
    public let silentPlace = Atomic<Int64>(-1)

    /// True in freewheel mode. Written by the freewheel callback on a thread of libjack, read by the JACK thread.
    public let isFreewheeling = Atomic<Bool>(false)

    /// True while the inputs are sent to the monitor thread.
    public let isMonitorFed = Atomic<Bool>(false)
    /// True while the monitor thread shifts the inputs, so a freewheeling callback can wait for it. Written by the monitor
    /// thread.
    public let isMonitorServed = Atomic<Bool>(false)
    /// True while the bed thread fills the ring of the bed, so a freewheeling callback can wait for it. Written by the bed
    /// thread.
    public let isBedServed = Atomic<Bool>(false)
    /// True while the reader waits for a take that is being written, so nothing needs to wait for it. Written by the reader.
    public let isReaderStarved = Atomic<Bool>(false)

    // MARK: Semaphores, owned by the engine, which keeps them longer than any link
    /// Posted when the writer should look at the capture ring before its timer fires.
    public let writerWake: SharedSemaphore
    /// Posted when the reader should look at the playback ring before its timer fires.
    public let readerWake: SharedSemaphore
    /// Posted when the control loop should look at events and MIDI.
    public let controlWake: SharedSemaphore
    /// Posted every period while the monitor thread has work, and once when the work ends.
    public let monitorWake: SharedSemaphore
    /// Posted when a freewheeling callback waits for the bed.
    public let bedWake: SharedSemaphore

    // MARK: Progress, for which the callback waits in freewheel only
    /// Told by the writer after each piece of the capture ring.
    public let writerProgress = Progress()
    /// Told by the reader after each block.
    public let readerProgress = Progress()
    /// Told by the monitor thread after each block.
    public let monitorProgress = Progress()
    /// Told by the bed thread after each block.
    public let bedProgress = Progress()

    /// Frames in each monitor ring: two of the longest periods, plus the monitor thread's delay.
    public static let monitorFrames = 4 * 8192

    /// Allocates and touches all memory. Any thread, before the client is activated.
    public init(
        captureFrames: Int, playbackFrames: Int, bedFrames: Int, writerWake: SharedSemaphore, readerWake: SharedSemaphore,
        monitorWake: SharedSemaphore, bedWake: SharedSemaphore, controlWake: SharedSemaphore
    ) {
        capture = Ring(capacity: captureFrames, filledWith: .zero)
        anchors = Ring(capacity: 1024, filledWith: CaptureAnchor(position: 0, frame: 0, count: 0, missed: 0, lost: 0))
        playback = Ring(capacity: playbackFrames, filledWith: .zero)
        blocks = Ring(
            capacity: 1024,
            filledWith: PlaybackBlock(
                position: 0, count: 0, timeline: 0, step: 1, generation: 0, edition: 0, isLast: false))
        splices = Ring(capacity: 64, filledWith: Splice(from: 0, at: 0, to: 0, block: 0))
        monitorIn = Ring(capacity: RealtimeLink.monitorFrames, filledWith: .zero)
        monitorOut = Ring(capacity: RealtimeLink.monitorFrames, filledWith: .zero)
        commands = Ring(capacity: 256, filledWith: RealtimeCommand(.resetPeaks))
        cues = Ring(capacity: 256, filledWith: CueCommand.none)
        bed = Ring(capacity: bedFrames, filledWith: .zero)
        midi = Ring(capacity: 256, filledWith: MidiPacket(frame: 0))
        events = Ring(capacity: 1024, filledWith: RealtimeEvent.none)
        self.writerWake = writerWake
        self.readerWake = readerWake
        self.monitorWake = monitorWake
        self.bedWake = bedWake
        self.controlWake = controlWake
    }

    /// Commands that wait to take effect; at most `mostHeld` of them may be for later frames. Sender of commands only.
    public var unfinishedCommands: Int { commands.writePosition - finishedCommands.load(ordering: .relaxed) }

    /// Highest number of commands that may wait for their frame. The JACK thread has space for more, so commands that hold at
    /// once never wait behind them. Computed, because a stored static can be initialised lazily.
    public static var mostHeld: Int { 48 }

    /// Highest number of shots that may wait for their frame. The JACK thread has space for more, so commands that hold at once
    /// never wait behind them.
    public static var mostCues: Int { 48 }

    /// Counts commands as finished. JACK thread only.
    @_noLocks @_noAllocation
    func finishCommands(_ count: Int) {
        finishedCommands.store(finishedCommands.load(ordering: .relaxed) &+ count, ordering: .relaxed)
    }

    /// Counts samples that are not finite. JACK thread only.
    @_noLocks @_noAllocation
    func countBad(inputs: Int, outputs: Int) {
        if inputs > 0 { badInputs.store(badInputs.load(ordering: .relaxed) &+ Int64(inputs), ordering: .relaxed) }
        if outputs > 0 { badOutputs.store(badOutputs.load(ordering: .relaxed) &+ Int64(outputs), ordering: .relaxed) }
    }

    /// Counts samples above full scale at the outputs. JACK thread only.
    @_noLocks @_noAllocation
    func countClips(left: Int, right: Int) {
        clipsLeft.store(clipsLeft.load(ordering: .relaxed) &+ Int64(left), ordering: .relaxed)
        clipsRight.store(clipsRight.load(ordering: .relaxed) &+ Int64(right), ordering: .relaxed)
    }

    /// Counts samples at full scale at the inputs. JACK thread only.
    @_noLocks @_noAllocation
    func countInputClips(left: Int, right: Int) {
        inputClipsLeft.store(inputClipsLeft.load(ordering: .relaxed) &+ Int64(left), ordering: .relaxed)
        inputClipsRight.store(inputClipsRight.load(ordering: .relaxed) &+ Int64(right), ordering: .relaxed)
    }

    /// Counts one dropped MIDI message. JACK thread only.
    @_noLocks @_noAllocation
    func countDroppedMidi() { droppedMidi.store(droppedMidi.load(ordering: .relaxed) &+ 1, ordering: .relaxed) }

    /// Sends an event, or counts it as dropped when the ring is full. JACK thread only.
    @_noLocks @_noAllocation
    func report(_ event: RealtimeEvent) {
        if !events.push(event) {
            droppedEvents.store(droppedEvents.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
        }
    }

    /// Takes the next event; nil when there is none. Control loop only.
    ///
    /// An event stays in the ring until the clock page of its period is published: until then `Telemetry` has the playhead of the
    /// period before, and the answer to a command would be followed by a status without its effect.
    public func takeEvent() -> RealtimeEvent? {
        guard events.readableCount > 0 else { return nil }
        let event = events[events.readPosition]
        let end = Telemetry(clockPage).frame
        // `ended` names the frame after the last one, which can be the first of the next period.
        guard event.frame < end || event.kind == .ended && event.frame == end else { return nil }
        return events.pop()
    }
}
