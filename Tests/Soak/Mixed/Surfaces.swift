// Control surfaces that come and go. Main thread only; never waits.
import Control
import Dictation
import JackTestSupport
import System
import TestSupport

/// Surfaces of OSC over the Unix socket and TCP: they connect, subscribe, listen for a while, and go, half of them without a word.
final class Surfaces {
    private struct Surface {
        let link: EngineLink
        let end: Moment
        let isPolite: Bool
    }

    private var open: [Surface] = []
    private var next = Moment.now
    private var ticket = 0
    /// Surfaces that have connected.
    private(set) var connected = 0
    /// Messages that came.
    private(set) var messages = 0

    /// Reads what has come, lets some go, and connects one now and then.
    func work(_ seats: [Seat], pace: Double, _ dice: inout Dice) {
        let now = Moment.now
        var stay: [Surface] = []
        for surface in open {
            // A link whose engine was killed throws; it is gone then.
            guard let arrivals = try? surface.link.receive() else { continue }
            messages += arrivals.count
            if surface.end > now { stay.append(surface) } else if surface.isPolite { ask(surface.link, "unsubscribe", []) }
        }
        open = stay
        guard now >= next, open.count < 12 else { return }
        next = now.later(seconds: Double.random(in: 1...6, using: &dice) * pace)
        let seat = seats[dice.next(below: seats.count)]
        guard let link = link(to: seat.engine, isFar: dice.next(below: 2) == 0) else { return }
        ask(link, "subscribe", ["rate", "\(5 + dice.next(below: 26))"])
        let end = now.later(seconds: Double.random(in: 3...40, using: &dice) * pace)
        open.append(Surface(link: link, end: end, isPolite: dice.next(below: 2) == 0))
        connected += 1
    }

    /// Lets all go.
    func leave() { open = [] }

    private func link(to engine: EngineProcess, isFar: Bool) -> EngineLink? {
        guard isFar else { return try? EngineLink(engine: engine.name, path: engine.socket) }
        let urls = (try? engine.ask("status"))?.text("osc_urls").split(separator: "\n") ?? []
        return urls.first { $0.hasPrefix("osc.tcp") }.flatMap { try? EngineLink(url: String($0)) }
    }

    private func ask(_ link: EngineLink, _ verb: String, _ words: [String]) {
        guard let request = try? EngineProcess.request(verb, words) else { return }
        ticket += 1
        try? link.ask(request, ticket: ticket)
    }
}
