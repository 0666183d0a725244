// Rings, pages and words between the JACK thread and the others. Each member names its two ends.
public import Rings
public import Synchronization

/// All that crosses between the process callback and the rest of the engine: rings, pages of numbers, counters and
/// wake-ups. Everything in it is safe to use from both sides at once, which the compiler checks; nothing else is shared.
public struct RealtimeLink: ~Copyable, Sendable {
    // MARK: Rings
    /// JACK thread -> writer: every frame the inputs gave, taking or not; the writer decides what is kept.
    public let capture: Ring<Frame>
    /// JACK thread -> writer: the capture ring's places in JACK's time.
    public let anchors: Ring<CaptureAnchor>
    /// Reader -> JACK thread.
    public let playback: Ring<Frame>
    /// Reader -> JACK thread: what the stretches of the playback ring are.
    public let blocks: Ring<PlaybackBlock>
    /// Reader -> JACK thread: where one edition takes over from another.
    public let splices: Ring<Splice>
    /// JACK thread -> monitor thread: the inputs, while they are heard through the pitch shifter.
    public let monitorIn: Ring<Frame>
    /// Monitor thread -> JACK thread.
    public let monitorOut: Ring<Frame>
    /// Control -> JACK thread.
    public let commands: Ring<RealtimeCommand>
    /// JACK thread -> control: what came in at the MIDI port.
    public let midi: Ring<MidiPacket>
    /// JACK thread -> control.
    public let events: Ring<RealtimeEvent>

    // MARK: Pages, written by the JACK thread
    /// See `Telemetry`.
    public let clockPage = SharedPage()
    public let meterPage = SharedPage()
    /// See `PlayCourse`.
    public let coursePage = SharedPage()
    public let times = Histogram()

    // MARK: Counters, written by the JACK thread
    public let missedFrames = Atomic<Int64>(0)
    public let lostFrames = Atomic<Int64>(0)
    public let underruns = Atomic<Int64>(0)
    /// Samples past full scale at the outputs.
    public let clipsLeft = Atomic<Int64>(0)
    public let clipsRight = Atomic<Int64>(0)
    /// Samples that were no numbers (NaN, infinite): at the inputs, and at the outputs, where silence took their place.
    public let badInputs = Atomic<Int64>(0)
    /// The same at the outputs.
    public let badOutputs = Atomic<Int64>(0)
    /// Written by the reader: the same of the files, before anything else is made of them.
    public let badFileSamples = Atomic<Int64>(0)
    /// Frames of the shifted monitor that came too late to be heard.
    public let lateMonitorFrames = Atomic<Int64>(0)
    /// Commands that took effect or were taken back, of all that were ever sent.
    public let finishedCommands = Atomic<Int>(0)
    public let droppedEvents = Atomic<Int64>(0)
    /// Messages that were too long, or found the ring full.
    public let droppedMidi = Atomic<Int64>(0)
    /// Extended frame at which JACK's transport halted last. Stored before the frames that follow are captured, so that the
    /// writer never takes one too many.
    public let transportHalt = Atomic<Int64>(-1)

    /// Written by the control loop: the transport's frame at which nothing is to be heard, so that nobody waits for it.
    public let silentPlace = Atomic<Int64>(-1)

    /// Written by the freewheel callback (its own thread), read by the JACK thread.
    public let isFreewheeling = Atomic<Bool>(false)

    /// True where the inputs are sent to the monitor thread.
    public let isMonitorFed = Atomic<Bool>(false)
    /// Written by the monitor thread: it shifts what comes, so that a freewheeling callback can wait for it.
    public let isMonitorServed = Atomic<Bool>(false)
    /// Written by the reader: it waits for a take that is being written, so that nobody need wait for it.
    public let isReaderStarved = Atomic<Bool>(false)

    // MARK: Wake-ups, the engine's, which keeps them longer than any link
    /// Posted when the writer should look at the capture ring before its time is up.
    public let writerWake: SharedSemaphore
    /// Posted when the reader should look at the playback ring before its time is up.
    public let readerWake: SharedSemaphore
    /// Posted when the control loop should look at events and MIDI.
    public let controlWake: SharedSemaphore
    /// Posted every period while the monitor thread has work, and once when there is none any more.
    public let monitorWake: SharedSemaphore
    /// Posted by writer, reader and monitor thread after progress; the callback waits for it in freewheel, and only there.
    public let progress: SharedSemaphore

    /// Room for two of the longest periods, and the monitor thread's slack.
    public static let monitorFrames = 4 * 8192

    /// Allocates and touches all memory. Any thread, before the client is activated.
    public init(
        captureFrames: Int, playbackFrames: Int, writerWake: SharedSemaphore, readerWake: SharedSemaphore,
        monitorWake: SharedSemaphore, controlWake: SharedSemaphore, progress: SharedSemaphore
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
        midi = Ring(capacity: 256, filledWith: MidiPacket(frame: 0))
        events = Ring(capacity: 1024, filledWith: RealtimeEvent.none)
        self.writerWake = writerWake
        self.readerWake = readerWake
        self.monitorWake = monitorWake
        self.controlWake = controlWake
        self.progress = progress
    }

    /// The one sender: commands that wait to take effect. No more than `mostHeld` may be for frames to come.
    public var unfinishedCommands: Int { commands.writePosition - finishedCommands.load(ordering: .relaxed) }

    /// Commands that may wait for their frame at a time. The JACK thread has room for more, so that those that hold at once
    /// never wait behind them. Computed, since a stored static could be lazy.
    public static var mostHeld: Int { 48 }

    /// JACK thread only.
    @_noLocks @_noAllocation
    func finishCommands(_ count: Int) {
        finishedCommands.store(finishedCommands.load(ordering: .relaxed) &+ count, ordering: .relaxed)
    }

    /// JACK thread only.
    @_noLocks @_noAllocation
    func countBad(inputs: Int, outputs: Int) {
        if inputs > 0 { badInputs.store(badInputs.load(ordering: .relaxed) &+ Int64(inputs), ordering: .relaxed) }
        if outputs > 0 { badOutputs.store(badOutputs.load(ordering: .relaxed) &+ Int64(outputs), ordering: .relaxed) }
    }

    /// JACK thread only.
    @_noLocks @_noAllocation
    func countClips(left: Int, right: Int) {
        clipsLeft.store(clipsLeft.load(ordering: .relaxed) &+ Int64(left), ordering: .relaxed)
        clipsRight.store(clipsRight.load(ordering: .relaxed) &+ Int64(right), ordering: .relaxed)
    }

    /// JACK thread only.
    @_noLocks @_noAllocation
    func countDroppedMidi() { droppedMidi.store(droppedMidi.load(ordering: .relaxed) &+ 1, ordering: .relaxed) }

    /// JACK thread only: reports, or counts what could not be reported.
    @_noLocks @_noAllocation
    func report(_ event: RealtimeEvent) {
        if !events.push(event) {
            droppedEvents.store(droppedEvents.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
        }
    }
}
