// Cue player: sounds on the outputs beside the playback. JACK thread only.
internal import Rings
internal import Synchronization

/// Plays cues on the outputs: shots, each at its very frame, and a bed under them. The capture cycle reads the inputs only, so a
/// take never has a cue in it.
struct CueCycle {
    /// Commands that wait for their frame, sorted by it; see `RealtimeLink.mostCues`.
    private var waiting = InlineArray<64, CueCommand>(repeating: CueCommand.none)
    private var waitingCount = 0
    /// Shots that sound.
    private var voices = InlineArray<16, CueVoice>(repeating: CueVoice(CueCommand.none))
    private var voiceCount = 0
    private var bed = LevelRamp(0)
    /// The command of the bed that comes once the present one has faded out; nil without one.
    private var nextBed: CueCommand?
    private var duck = LevelRamp(1)
    private var ceiling: CueCeiling
    private let duckDown: Int
    private let duckUp: Int
    /// True after an event since `takeNews`.
    private var hasNews = false

    /// Gain of the bed under a shot that lowers it: -12 dB.
    private var duckLevel: Float {
        @_noLocks @_noAllocation get { 0.25 }
    }

    /// Makes a silent cue player; `rate` in Hz.
    init(rate: Int) {
        ceiling = CueCeiling(rate: rate)
        duckDown = max(1, rate / 20)
        duckUp = max(1, rate / 2)
    }

    /// Adds the cues to `count` frames of the outputs, the first of which is extended `frame`.
    @_noLocks @_noAllocation
    mutating func add(
        to left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int, at frame: Int64,
        _ link: borrowing RealtimeLink
    ) {
        receive(link)
        guard waitingCount > 0 || voiceCount > 0 || !bed.isSilent || nextBed != nil else { return ceiling.skip(count) }
        var done = 0
        while done < count {
            while waitingCount > 0, waiting[0].frame <= frame + Int64(done) {
                obey(removeFirst(), at: frame + Int64(done), link)
                receive(link)
            }
            let toNext = waitingCount > 0 ? waiting[0].frame - frame - Int64(done) : Int64(count)
            changeBed(link)
            let toChange = nextBed == nil ? count : max(1, bed.remaining)
            let part = min(min(count - done, toChange), Int(clamping: toNext))
            unsafe mix(left + done, right + done, part, link)
            endVoices(at: frame, link)
            done += part
        }
    }

    /// True if cues have begun or ended since the last call.
    @_noLocks @_noAllocation
    mutating func takeNews() -> Bool {
        defer { hasNews = false }
        return hasNews
    }

    // MARK: Commands

    /// Takes commands from the ring while there is space. Called again after each command, so no command waits in the ring.
    @_noLocks @_noAllocation
    private mutating func receive(_ link: borrowing RealtimeLink) {
        while waitingCount < waiting.count, let command = link.cues.pop() {
            var place = waitingCount
            while place > 0, waiting[place - 1].frame > command.frame {
                waiting[place] = waiting[place - 1]
                place -= 1
            }
            waiting[place] = command
            waitingCount += 1
        }
    }

    @_noLocks @_noAllocation
    private mutating func removeFirst() -> CueCommand {
        let first = waiting[0]
        waitingCount -= 1
        for place in 0..<waitingCount { waiting[place] = waiting[place + 1] }
        return first
    }

    /// Carries out a command at extended `frame`.
    @_noLocks @_noAllocation
    private mutating func obey(_ command: CueCommand, at frame: Int64, _ link: borrowing RealtimeLink) {
        switch command.kind {
        case .shot: begin(command, at: frame, link)
        case .fade: fade(command, at: frame, link)
        case .bed:
            if command.position >= 0 {
                if nextBed == nil, !bed.isSilent { bed.set(0, in: command.ramp) }
                nextBed = command
            } else if nextBed != nil {
                nextBed?.level = command.level
            } else {
                bed.set(finite(command.level), in: command.ramp)
            }
        case .ceiling: ceiling.level = finite(command.level)
        }
    }

    /// Goes on with the next bed once the present one has faded out.
    @_noLocks @_noAllocation
    private mutating func changeBed(_ link: borrowing RealtimeLink) {
        guard let next = nextBed, bed.isSilent else { return }
        nextBed = nil
        if next.position >= link.bed.readPosition {
            link.bed.release(to: next.position)
            // A bed that waits for room has it now.
            link.bedWake.post()
        }
        bed.set(finite(next.level), in: next.ramp)
    }

    /// Begins a shot. With all voices in use the shot is not heard, and its end is reported at once.
    @_noLocks @_noAllocation
    private mutating func begin(_ command: CueCommand, at frame: Int64, _ link: borrowing RealtimeLink) {
        hasNews = true
        guard voiceCount < voices.count, command.count > 0 else {
            link.report(RealtimeEvent(.cueEnded, frame: frame, id: command.id))
            return
        }
        voices[voiceCount] = CueVoice(command)
        voiceCount += 1
        if command.isDucking { duck.set(duckLevel, in: duckDown) }
        link.report(RealtimeEvent(.cueStarted, frame: frame, id: command.id))
    }

    /// Fades out the shots of a group, and cancels those that wait.
    @_noLocks @_noAllocation
    private mutating func fade(_ command: CueCommand, at frame: Int64, _ link: borrowing RealtimeLink) {
        for place in 0..<voiceCount where command.group == 0 || voices[place].command.group == command.group {
            voices[place].fade(in: command.ramp)
        }
        var kept = 0
        for place in 0..<waitingCount {
            let one = waiting[place]
            guard isShot(one), command.group == 0 || one.group == command.group else {
                waiting[kept] = one
                kept += 1
                continue
            }
            link.report(RealtimeEvent(.cueEnded, frame: frame, id: one.id))
            hasNews = true
        }
        waitingCount = kept
    }

    @_noLocks @_noAllocation
    private func isShot(_ command: CueCommand) -> Bool {
        switch command.kind {
        case .shot: true
        case .fade, .bed, .ceiling: false
        }
    }

    // MARK: Sound

    /// Adds `count` frames without a command among them.
    @_noLocks @_noAllocation
    private mutating func mix(
        _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int, _ link: borrowing RealtimeLink
    ) {
        guard voiceCount > 0 || !bed.isSilent else { return ceiling.skip(count) }
        let ready = bedFrames(count, link)
        let start = link.bed.readPosition
        for i in 0..<count {
            let lowered = duck.next()
            var frame = Frame.zero
            let level = bed.next() * lowered
            if i < ready { frame = link.bed[start + i] * level }
            for place in 0..<voiceCount { frame += voices[place].next() }
            frame = ceiling.limit(frame)
            unsafe left[i] += frame[0]
            unsafe right[i] += frame[1]
        }
        link.bed.release(to: start + ready)
    }

    /// Frames of the bed for the next `count` frames: none while the bed is silent. Counts those that are late. A freewheeling
    /// callback waits for them, because the server runs as fast as its clients allow (J4). It leaves a quarter of the ring behind
    /// them: the server may run at its own pace from the next period on, before the thread of the bed looks again.
    @_noLocks @_noAllocation
    private func bedFrames(_ count: Int, _ link: borrowing RealtimeLink) -> Int {
        guard !bed.isSilent else { return 0 }
        waitForBed(count + link.bed.capacity / 4, patience: 1, link)
        waitForBed(count, patience: 100, link)
        let ready = min(count, link.bed.readableCount)
        if ready < count {
            link.lateBedFrames.store(link.lateBedFrames.load(ordering: .relaxed) &+ Int64(count - ready), ordering: .relaxed)
        }
        return ready
    }

    /// Freewheel only: waits for `count` frames of the bed, until `most` tenths of a second have passed without progress.
    @_noLocks @_noAllocation
    private func waitForBed(_ count: Int, patience most: Int, _ link: borrowing RealtimeLink) {
        _ = link.bedProgress.wait(waking: link.bedWake, patience: most, link) {
            !$0.isFreewheeling.load(ordering: .relaxed) || !$0.isBedServed.load(ordering: .acquiring)
                || $0.bed.readableCount >= count
        }
    }

    /// Removes the shots that are over, reports each, and raises the bed after the last one that lowered it.
    @_noLocks @_noAllocation
    private mutating func endVoices(at frame: Int64, _ link: borrowing RealtimeLink) {
        var kept = 0
        var wasDucking = false
        var isDucking = false
        for place in 0..<voiceCount {
            let voice = voices[place]
            if voice.isOver {
                wasDucking = wasDucking || voice.command.isDucking
                link.report(RealtimeEvent(.cueEnded, frame: frame, id: voice.command.id))
                hasNews = true
            } else {
                isDucking = isDucking || voice.command.isDucking
                voices[kept] = voice
                kept += 1
            }
        }
        voiceCount = kept
        if wasDucking, !isDucking { duck.set(1, in: duckUp) }
    }
}
