// Room: Engine. Control loop only: samples that are no numbers (NaN, infinite), said where people look.
internal import Control
internal import JackClient
internal import Realtime
internal import Synchronization

extension Engine {
    /// How many came so far, by where they came from.
    struct BadSamples: Equatable {
        var inputs: Int64 = 0
        var played: Int64 = 0
        var outputs: Int64 = 0

        var total: Int64 { inputs + played + outputs }
    }

    /// Says in the log that such samples come, once a minute at most: a broken program beside us sends one with each frame.
    func watchBadSamples(_ client: JackClient) {
        let link = unsafe client.link
        let now = BadSamples(
            inputs: unsafe link.pointee.badInputs.load(ordering: .relaxed),
            played: unsafe link.pointee.badFileSamples.load(ordering: .relaxed),
            outputs: unsafe link.pointee.badOutputs.load(ordering: .relaxed))
        // A new client counts from the start.
        if now.total < badSamples.total { badSamples = BadSamples() }
        guard now != badSamples, badSamplesSaid.map({ Moment.now.seconds(since: $0) >= 60 }) ?? true else { return }
        var places: [String] = []
        for (name, count) in [
            ("at the inputs", now.inputs - badSamples.inputs), ("in what is played", now.played - badSamples.played),
            ("at the outputs", now.outputs - badSamples.outputs),
        ] where count > 0 { places.append("\(count) \(name)") }
        badSamples = now
        badSamplesSaid = .now
        EngineLog.say(
            "samples that are no numbers (NaN, infinite): \(places.joined(separator: ", ")); silence is heard in their place: look "
                + "for the program or the file that they come from")
    }
}
