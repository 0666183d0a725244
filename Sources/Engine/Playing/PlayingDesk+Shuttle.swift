// Shuttle: the keys J, K and L of editors of film and sound. Control loop only.
internal import Dictation
internal import JackClient
internal import Player
internal import Realtime
internal import Stretch
internal import Threads

extension PlayingDesk {
    /// Steps of the shuttle, from rewind over pause and play to fast forward.
    private enum Step {
        static let review = -1
        static let pause = 0
        static let play = 1
        static let cue = 4
    }

    /// Factors of the steps 1 to 3.
    private static let factors = [1, 1.5, 2]

    /// Step of the shuttle now.
    private var shuttleStep: Int {
        if let scan { return scan.isForward ? Step.cue : Step.review }
        return intended == .playing ? shuttle?.step ?? Step.play : Step.pause
    }

    /// Changes the speed by one step, or pauses. `answer` is called once. Throws when nothing is loaded.
    func shuttle(_ request: Request, _ time: GraphTime, _ answer: @escaping Answer) throws(EngineError) {
        guard destination != nil else { throw empty() }
        let now = shuttleStep
        let target =
            switch request.text(.do) {
            case "forward": now < Step.play ? Step.play : faster(than: now)
            case "back": now <= Step.play ? Step.review : slower(than: now)
            default: Step.pause
            }
        let told: Answer = { [self] result in answer(result.map { $0 + shuttleFields }) }
        switch target {
        case Step.review, Step.cue:
            // The pieces of a scan are as long as heard, at any rate.
            endShuttle()
            try hold(isForward: target == Step.cue, request, time, told)
        case Step.pause:
            endShuttle()
            try halt(time, told)
        default:
            endScan()
            try setShuttle(target, time)
            guard intended != .playing else { return told(.success(place(time) + soundFields)) }
            try resume(from: nil, at: RealtimeCommand.atOnce, time, told)
        }
    }

    /// Pauses what plays or scans; else nothing changes.
    private func halt(_ time: GraphTime, _ answer: @escaping Answer) throws(EngineError) {
        guard intended == .playing else {
            endScan()
            return answer(.success(place(time)))
        }
        try pause(at: RealtimeCommand.atOnce, time, answer)
    }

    private func place(_ time: GraphTime) -> Fields { destination.map { fields($0, time) } ?? [:] }

    /// The next step that is heard faster: two factors of a high rate give the same one. The fastest step stays.
    private func faster(than step: Int) -> Int {
        (Step.play..<Step.cue).first { $0 > step && rate(of: $0) > settings.stretch.rate } ?? Step.cue
    }

    private func slower(than step: Int) -> Int {
        let rate = step == Step.cue ? .infinity : settings.stretch.rate
        return (Step.play..<Step.cue).last { $0 < step && self.rate(of: $0) < rate } ?? Step.play
    }

    /// Rate of a step from 1 to 3, of the user's own rate.
    private func rate(of step: Int) -> Double { min(2, ownRate * Self.factors[step - Step.play]) }

    private func setShuttle(_ step: Int, _ time: GraphTime) throws(EngineError) {
        let own = ownRate
        var next = settings.stretch
        next.rate = rate(of: step)
        _ = try set(next, time)
        shuttle = step == Step.play ? nil : Shuttle(step: step, rate: own)
    }

    /// The rate that the user has set, without the shuttle.
    var ownRate: Double { shuttle?.rate ?? settings.stretch.rate }

    /// Returns to the user's own rate.
    func endShuttle() {
        guard let shuttle else { return }
        self.shuttle = nil
        settings.stretch.rate = shuttle.rate
        tellSettings()
    }

    /// Status field of the shuttle.
    var shuttleFields: Fields { ["shuttle": .int(Int64(shuttleStep))] }
}
