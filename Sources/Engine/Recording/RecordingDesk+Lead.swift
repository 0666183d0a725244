// Punch and roll: what comes before is heard, then the take begins (R16). Control loop only.
internal import Dictation
internal import JackClient
internal import Messages
internal import Realtime
internal import Threads

extension RecordingDesk {
    /// Plays the `--lead` before the place of the take, then begins the take at the frame at which that place would be heard.
    /// Playback pauses at that very frame, so what is recorded over is not heard. `answer` is called once. False if the request
    /// has no lead.
    func roll(
        into target: TakeTarget, _ request: Request, _ time: GraphTime, _ answer: @escaping Answer
    ) throws(EngineError) -> Bool {
        guard let lead = request.time(.lead) else { return false }
        guard request.atFrame == nil, (request.int(.countIn) ?? 0) == 0 else {
            throw .usage(tr("\(request.name): --lead excludes --at-frame and --count-in: give one of them"))
        }
        guard !playing.isFollowing, !playing.isLed else {
            throw .wrongState(tr("--lead plays by itself, and JACK's transport is followed or led: 'dicta transport off' first"))
        }
        let (place, rate) = (target.place, target.recording.rate)
        let start = max(0, place - lead.frames(rate: rate))
        // Without sound before the place there is nothing to hear.
        guard start < place else { return false }
        let number = nextID
        nextID += 1
        counting = Counting(request: request, target: target, isLead: true, answer: answer)
        countingNumber = number
        state = .counting
        playing.open(target.recording.name, from: .span(.frames(start)), at: RealtimeCommand.atOnce) { [unowned self] result in
            guard countingNumber == number else { return }
            do throws(EngineError) {
                _ = try result.get()
                try punch(at: place, try jack.graph())
            } catch {
                endCountIn(error)
            }
        }
        return true
    }

    /// Frames by which a sound that is played along comes in later than the frame it belongs to goes out: the latency of the
    /// outputs and that of the inputs. A take that begins and ends so much later lies where it was played. A neighbour can
    /// report any latency, and one of more than a second is none of sound: it is left out.
    func delay(_ client: JackClient) -> Int64 {
        let frames = client.roundTripLatency
        guard frames > client.rate else { return Int64(frames) }
        EngineLog.say(.warning, .take, "the connected ports report a latency of \(frames) frames; the take is not shifted by it")
        return 0
    }

    /// Schedules the punch at the JACK frame at which timeline frame `place` would go out. The take begins when what was played
    /// to it comes in.
    private func punch(at place: Int64, _ time: GraphTime) throws(EngineError) {
        let heard = time.telemetry
        guard heard.isRolling, heard.step > 0 else { throw .wrongState(tr("The lead was stopped before the take began")) }
        let frame = heard.frame + Int64(nearest: ((Double(place) - heard.timeline) / heard.step).rounded(.up))
        guard frame > time.now else { throw .wrongState(tr("The lead is too short for this period: give a longer --lead")) }
        try playing.pause(at: frame, time) { _ in }
        let start = frame + delay(time.client)
        counting?.start = start
        cues.counted = CueDesk.Counted(end: start)
        if time.isFreewheeling { beginCounted(time) }
    }

    /// The request with the length that `--until` gives it: the take ends by itself at that place of the recording. Throws if the
    /// place is not after the punch.
    func limited(_ request: Request, _ target: TakeTarget, _ time: GraphTime) throws(EngineError) -> Request {
        guard request.values[.until] != nil else { return request }
        guard request.time(.for) == nil else {
            throw .usage(tr("\(request.name): --until and --for exclude each other: give one"))
        }
        guard let end = try place(request, .until, of: target.recording) else { return request }
        let length = Double(end - target.place) * Double(time.client.rate) / Double(max(1, target.recording.rate))
        guard length >= 1 else {
            throw .usage(tr("\(request.name): --until is not after the place of the take: give a later one"))
        }
        return request.filling([.for: .int(Int64(nearest: length))])
    }
}
