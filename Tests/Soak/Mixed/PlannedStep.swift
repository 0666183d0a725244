// Steps of people. Main thread only.
import JackTestSupport

/// One step of a person: a pause, as people make them, and what they do then.
struct PlannedStep {
    /// Seconds before the step, from a range.
    let pause: ClosedRange<Double>
    /// True if the pause keeps its length in a short run too.
    var hasOwnTime = false
    let work: (Seat) throws(EngineProcess.Trouble) -> Void

    /// A step after a pause.
    static func after(
        _ pause: ClosedRange<Double>, _ work: @escaping (Seat) throws(EngineProcess.Trouble) -> Void
    ) -> PlannedStep { PlannedStep(pause: pause, work: work) }

    /// A command that the state may refuse: there is no marker behind the playhead, or the playback has come to its end.
    static func perhaps(_ pause: ClosedRange<Double>, _ verb: String, _ words: String...) -> PlannedStep {
        PlannedStep(pause: pause) { seat throws(EngineProcess.Trouble) in
            do throws(EngineProcess.Trouble) { try seat.ask(verb, words) } catch {
                guard case .refused = error else { throw error }
            }
        }
    }

    /// A command after a pause, with arguments as they stand in a message.
    static func after(_ pause: ClosedRange<Double>, _ verb: String, _ words: String...) -> PlannedStep {
        PlannedStep(pause: pause) { seat throws(EngineProcess.Trouble) in _ = try seat.ask(verb, words) }
    }
}
