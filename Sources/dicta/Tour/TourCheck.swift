// Looks whether there is anything that the tour would disturb. One thread; asks the engine.
import Control
import Dictation
import Messages

/// Refuses the tour beside everything that it would end, interrupt or be disturbed by.
struct TourCheck {
    let engine: TourEngine

    /// Seconds that a tour may take: a scheduled take within them would begin late.
    private static let longest = 180.0

    /// The state of the engine before the tour. Throws with the next step if there is no tour now.
    func state() throws(TourEnd) -> Fields {
        let status = try engine.status()
        guard status.text("version") == Version.text else { throw Self.otherVersion(engine.remote) }
        guard status.text("jack") == "running" else { throw .failed(.tour(TourEngine.noServer(status))) }
        if let words = refusal(status) { throw .failed(.tour(Failure(.wrongState, words))) }
        if status.flag("locked") { throw .failed(.tour(Request.lockRefusal)) }
        // A marker would begin another recording, which is not the tour's.
        let setting = try engine.ask(TourEngine.request("set rec-split-at-markers")).items.first
        if setting?.text("value") == "on" {
            let words = engine.remote.words("set rec-split-at-markers off")
            let all = tr("a marker would split the test take: switch that off first ('\(words)'), then begin the tour")
            throw .failed(.tour(Failure(.wrongState, all)))
        }
        return status
    }

    /// The error of an engine that lacks what the tour needs, as one has that an upgrade left running.
    static func otherVersion(_ remote: Remote) -> TourEnd {
        let quit = remote.words("quit")
        return .failed(.tour(Failure(.refused, tr("the engine is of another version: end it ('\(quit)'), then begin the tour"))))
    }

    /// The reason against a tour in this state, with what to do; nil for none.
    private func refusal(_ status: Fields) -> String? {
        func line(_ command: String) -> String { engine.remote.words(command) }
        let take = status.text("name")
        switch status.text("record_state") {
        case "idle": break
        case "counting":
            let stop = line("stop")
            return tr("a take is being counted in: stop it first ('\(stop)'), then begin the tour")
        case "closing": return tr("\(take) is being closed: try again in a moment")
        default:
            let stop = line("stop")
            return tr("\(take) is being recorded: end that take first ('\(stop)'), then begin the tour")
        }
        if ["playing", "loading"].contains(status.text("play_state")) {
            let (name, pause) = (status.text("play_name"), line("pause"))
            return tr("\(name) is being played: pause it first ('\(pause)'), then begin the tour")
        }
        if ["countdown", "running"].contains(status.text("timer_state")) {
            let stop = line("timer stop")
            return tr("the timer runs, and the tour would pause it: stop it first ('\(stop)'), then begin the tour")
        }
        if !["", "idle"].contains(status.text("question_state")) {
            let stop = line("ask stop")
            return tr("a question sheet is being asked: end it first ('\(stop)'), then begin the tour")
        }
        if !["", "off"].contains(status.text("transport")) {
            let off = line("transport off")
            return tr("playback goes with JACK's transport, which the tour would move: end that first ('\(off)')")
        }
        if !status.text("schedule_next").isEmpty, status.number("schedule_seconds") < Self.longest {
            let list = line("schedule")
            let time = TimeSpan.length(status.number("schedule_seconds"))
            return tr("a scheduled take begins in \(time) ('\(list)'): begin the tour after it")
        }
        return nil
    }
}
