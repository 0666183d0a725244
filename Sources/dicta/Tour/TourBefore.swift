// The state of the player before the tour, and its return. One thread; asks the engine.
import Dictation
import Messages

/// The recording that was loaded before the tour, with its place and its loop, and rate, pitch and gains.
struct TourBefore {
    private let fields: Fields

    /// Takes the answer to `status`.
    init(_ status: Fields) { fields = status }

    /// Brings all of it back, as far as it can be. Gives the errors.
    ///
    /// A recording that the user has loaded during the tour stays.
    func bringBack(_ engine: TourEngine, _ take: TourTake?) -> [TourEnd] {
        var errors: [TourEnd] = []
        func attempt(_ body: () throws(TourEnd) -> Void) {
            do throws(TourEnd) { try body() } catch { errors.append(error) }
        }
        guard let now = try? engine.status() else { return [] }
        let isOthers = !now.text("play_name").isEmpty && take?.isLoaded(now) != true
        let isSame = fields.text("play_name") == now.text("play_name") && fields.text("play_id") == now.text("play_id")
        if !isOthers || isSame { attempt { () throws(TourEnd) in try load(engine, from: now, isLoaded: isSame) } }
        guard let then = try? engine.status() else { return errors }
        let isOwn = then.number("play_rate") == TourWalk.rate
        if !isOthers || isOwn { attempt { () throws(TourEnd) in try setSound(engine, then) } }
        return errors
    }

    /// Loads what was loaded, at its place and with its loop. It was stopped or paused, and is stopped now.
    private func load(_ engine: TourEngine, from now: Fields, isLoaded: Bool) throws(TourEnd) {
        // A recording has an id, a file outside the library a path.
        let name = ["play_id", "play_path", "play_name"].map(fields.text).first { !$0.isEmpty }
        guard let name else {
            if now.flag("looping") { _ = try engine.ask(TourEngine.request("loop clear")) }
            return
        }
        if !isLoaded {
            let place = fields.count("position_frames")
            _ = try engine.ask(TourEngine.request("load x --from \(place)f", [.name: .text(name)]))
        }
        let points = ["a", "b"].filter { point in
            let key = "loop_\(point)_frames"
            return fields[key] != nil && (fields[key] != now[key] || !isLoaded)
        }
        guard !points.isEmpty else { return }
        let words = points.map { "--\($0) \(fields.count("loop_\($0)_frames"))f" }.joined(separator: " ")
        _ = try engine.ask(TourEngine.request("loop \(words)"))
    }

    /// Sets rate, pitch and gains that differ: with `keep-per-recording` the test take has brought its own.
    private func setSound(_ engine: TourEngine, _ now: Fields) throws(TourEnd) {
        func differs(_ key: String) -> Bool { fields[key] != nil && fields.number(key) != now.number(key) }
        if differs("play_rate") {
            _ = try engine.ask(TourEngine.request("rate 1", [.factor: .double(fields.number("play_rate"))]))
        }
        if differs("pitch_cents") {
            _ = try engine.ask(TourEngine.request("pitch 0", [.cents: .double(fields.number("pitch_cents"))]))
        }
        var gains: [ParameterKey: Value] = [:]
        for (key, parameter) in [("left_db", ParameterKey.left), ("right_db", .right), ("master", .master)] where differs(key) {
            gains[parameter] = .double(fields.number(key))
        }
        if !gains.isEmpty { _ = try engine.ask(TourEngine.request("gain", gains)) }
    }
}
