// The count-in before a take (K3). Control loop only.
internal import Cues
internal import Dictation
internal import JackClient
internal import Messages
internal import Player
internal import Realtime
internal import System
internal import Threads

extension RecordingDesk {
    /// A take that waits for the end of its count-in.
    struct Counting {
        let request: Request
        var target: TakeTarget?
        /// True if playback leads into the take instead of a count-in.
        var isLead = false
        /// Shots of the count-in; nil while their sounds are made.
        var score: CueDesk.Score?
        /// Extended JACK frame at which the take begins; nil while the sounds are made.
        var start: Int64?
        let answer: Answer
    }

    /// Longest count-in in seconds.
    private static let longestCountIn = 60.0

    /// The count-in of a request: its own, or that of the settings; nil for none. A take at a given frame has none of the settings.
    /// Throws `.usage` for one that is too long, or that has no place before a given frame.
    func countIn(of request: Request) throws(EngineError) -> CountIn? {
        let now = settings.current
        let beats = request.int(.countIn) ?? (request.atFrame == nil ? now.int(.recCountIn) : nil) ?? 0
        guard beats > 0 else { return nil }
        guard request.atFrame == nil else {
            throw .usage(tr("\(request.name): --count-in and --at-frame exclude each other: give one of them"))
        }
        let tempo = request.double(.tempo) ?? now.double(.recTempo) ?? 60
        guard Double(beats) * 60 / tempo <= RecordingDesk.longestCountIn else {
            throw .usage(tr("\(request.name): the count-in is longer than a minute: give fewer beats, or a faster --tempo"))
        }
        return CountIn(beats: Int(beats), tempo: tempo)
    }

    /// Counts in, then begins the take. `answer` is called once: when the take has begun, or the count-in was ended.
    func count(_ countIn: CountIn, _ request: Request, into target: TakeTarget?, _ answer: @escaping Answer) throws(EngineError) {
        let word = request.text(.countInSound) ?? settings.current.text(.countInSound) ?? "click"
        let sources = (0..<countIn.beats).map { beat -> CueSource in
            switch word {
            case "spoken": .speech(cues.speech("\(countIn.number(at: beat))"))
            case "beep": .made(.beep)
            default: .made(beat == 0 ? .accent : .click)
            }
        }
        counting = Counting(request: request, target: target, answer: answer)
        state = .counting
        let number = nextID
        nextID += 1
        countingNumber = number
        try cues.prepare(sources) { [unowned self] result in
            guard countingNumber == number, counting != nil else { return }
            do throws(EngineError) {
                try schedule(countIn, try result.get(), try jack.graph())
            } catch {
                endCountIn(error)
            }
        }
    }

    /// Hands the beats to the cue player. The first comes a tenth of a second from now, so that none is late.
    private func schedule(_ countIn: CountIn, _ sounds: [CueSamples], _ time: GraphTime) throws(EngineError) {
        let rate = time.client.rate
        let first = time.now + Int64(rate / 10 + 2 * time.client.bufferSize)
        let frames = countIn.frames(rate: rate)
        let score = cues.newScore()
        for (sound, frame) in zip(sounds, frames) { cues.play(sound, at: first + frame, score: score) }
        let start = first + (frames.last ?? 0)
        counting?.score = score
        counting?.start = start
        cues.counted = CueDesk.Counted(end: start, beats: frames.dropFirst().map { first + $0 })
        // In freewheel the clock runs ahead of this thread: the writer then waits for the frame.
        if time.isFreewheeling { beginCounted(time) }
    }

    /// Begins the take once its frame is there. The ring still holds that frame, so no file is made for a count-in that is
    /// stopped.
    func followCountIn(_ time: GraphTime) {
        guard let start = counting?.start, time.now >= start else { return }
        beginCounted(time)
    }

    func beginCounted(_ time: GraphTime) {
        guard let counted = counting, let start = counted.start else { return }
        forgetCountIn()
        do throws(EngineError) {
            guard let request = counted.request.at(frame: start) else { throw .usage(tr("the take cannot begin at a frame")) }
            try record(request, into: counted.target, isCounted: true, time, counted.answer)
        } catch {
            counted.answer(.failure(error))
        }
    }

    /// Milliseconds until the counted take begins; -1 without a count-in.
    func pauseToCounted(_ time: GraphTime?) -> Int32 {
        guard let start = counting?.start, let time else { return -1 }
        return Int32(clamping: max(0, start - time.now) * 1000 / Int64(max(1, time.client.rate)) + 1)
    }

    /// Ends the count-in: its beats fade out, and its take is not made. False if nothing is counted.
    @discardableResult
    func endCountIn(_ error: EngineError) -> Bool {
        guard let counted = counting else { return false }
        if let score = counted.score { cues.cancel(score) }
        if counted.isLead { stopLead() }
        forgetCountIn()
        counted.answer(.failure(error))
        return true
    }

    /// Pauses the playback that leads into a take, with its scheduled pause taken back.
    private func stopLead() {
        guard let time = jack.time, playing.intended == .playing || playing.state == .playing else { return }
        do throws(EngineError) {
            try playing.pause(at: RealtimeCommand.atOnce, time) { _ in }
        } catch {
            EngineLog.say(.warning, .take, "the lead plays on: \(error)")
        }
    }

    private func forgetCountIn() {
        counting = nil
        countingNumber = nil
        cues.counted = nil
        state = .idle
    }
}
