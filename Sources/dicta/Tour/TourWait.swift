// Waits in the steps of the tour. One thread; waits for a person.
import Dictation
import Messages
import System

/// Waits for a key of a person, or a short time without one. Shows meanwhile what goes on, and ends the tour when the engine or
/// its server is gone.
struct TourWait {
    /// The part of the engine that is shown meanwhile.
    enum Show {
        case nothing
        case take(TourTake)
        case playback
    }

    let engine: TourEngine
    let page: TourPage
    /// Nil for a tour without a person.
    let keys: TourKeys?

    /// Pictures a second, and milliseconds between two looks for them.
    private static let (rate, pause) = (15.0, Int32(60))
    /// Seconds between two questions how the engine is.
    private static let interval = 0.5
    /// Levels in dB from which sound comes in.
    private static let sound = -60.0

    /// Waits for Enter; without a person for `seconds`. It takes `least` seconds in any case.
    func wait(_ seconds: Double, atLeast least: Double = 0, _ show: Show = .nothing) throws(TourEnd) {
        let began = Moment.now
        var looked = Moment(nanoseconds: 0)
        var live = Live(show, engine.remote, isDrawn: page.isLive)
        defer { live.clear() }
        var isPressed = false
        keys?.take()
        if keys?.drop() == true { throw .quit }
        if keys != nil { try page.say(tr("[Enter] go on, [q] end the tour")) }
        while true {
            if let number = Interruption.number { throw .signal(number) }
            if Moment.now.seconds(since: looked) >= Self.interval {
                looked = .now
                let status = try engine.look()
                try tell(status, show, &live)
            }
            live.look()
            if let keys {
                switch keys.next(milliseconds: Self.pause) {
                case .quit: throw .quit
                case .goOn: isPressed = true
                case nil: break
                }
            } else {
                ThisProcess.sleep(milliseconds: Int(Self.pause))
            }
            let passed = Moment.now.seconds(since: began)
            guard passed < least || (keys == nil ? passed < seconds : !isPressed) else { return }
        }
    }

    /// The answer of a person to a question; Enter is yes, and `q` ends the tour. A text that is neither yes nor no has the question
    /// asked again. False without a person.
    func isAgreed(_ question: String) throws(TourEnd) -> Bool {
        guard let keys else { return false }
        keys.take()
        if keys.drop() { throw .quit }
        while true {
            try page.ask(question)
            let answer = try keys.line { () throws(TourEnd) in
                if let number = Interruption.number { throw .signal(number) }
            }
            guard let answer, answer.lowercased() != "q" else { throw .quit }
            if let agreed = Output.agreement(answer) { return agreed }
            try page.say(Output.agreementHint)
        }
    }

    /// Tells in a line of its own what the live line would show, where there is none, and the end of a take by itself.
    private func tell(_ status: Fields, _ show: Show, _ live: inout Live) throws(TourEnd) {
        guard case .take(let take) = show, !live.isOver else { return }
        guard take.isRunning(status) else {
            live.clear()
            live.isOver = true
            return try page.say(tr("The take has ended by itself."))
        }
        guard !page.isLive, !live.isTold else { return }
        let levels = ["left", "right"].map { status.number("in_held_\($0)_db") }
        guard levels.contains(where: { $0 >= Self.sound }) else { return }
        live.isTold = true
        let (left, right) = (levels[0].fixed(0), levels[1].fixed(0))
        try page.say(tr("Sound comes in: left \(left) dB, right \(right) dB."))
    }

    /// The line that is drawn meanwhile.
    private struct Live {
        private let remote: Remote
        private var line: (any LiveLine)?
        private var subscription: Subscription?
        private var isDrawn = false
        /// True once the take has ended.
        var isOver = false
        /// True once the sound of the take was told.
        var isTold = false

        init(_ show: Show, _ remote: Remote, isDrawn: Bool) {
            self.remote = remote
            guard isDrawn else { return }
            switch show {
            case .nothing: line = nil
            case .take: line = TakeLine(isBrief: true)
            case .playback: line = PlayLine()
            }
        }

        mutating func look() {
            guard var line, !isOver else { return }
            let topics = type(of: line).topics
            if subscription == nil { subscription = Subscription(remote, topics, rate: TourWait.rate) }
            guard let messages = subscription?.messages(), !messages.isEmpty else { return }
            for message in messages { line.take(message) }
            self.line = line
            guard line.isRunning else { return clear() }
            Output.live(line.ink(columns: Screen.errors.columns))
            isDrawn = true
        }

        mutating func clear() {
            if isDrawn { Output.live(nil) }
            isDrawn = false
        }
    }
}
