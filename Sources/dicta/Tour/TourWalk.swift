// The steps of the tour. One thread; asks the engine, waits for a person.
import Dictation
import Messages

/// Goes from step to step: explains what comes, waits, shows the command, carries it out, and shows its answer.
final class TourWalk {
    private let engine: TourEngine
    private let page: TourPage
    let waits: TourWait
    private var number = 0
    /// The test take, from its first frame on.
    private(set) var take: TourTake?

    /// Steps of the tour.
    private static let count = 11
    /// The rate of the step that plays slowly.
    static let rate = 0.8
    /// Seconds that a take has at least before its marker, and behind it.
    private static let (before, behind) = (1.0, 2.0)
    /// Seconds of the loop, at most and at least.
    private static let (longLoop, shortLoop) = (3.0, 0.5)

    init(_ engine: TourEngine, _ page: TourPage, _ keys: TourKeys?) {
        (self.engine, self.page) = (engine, page)
        waits = TourWait(engine: engine, page: page, keys: keys)
    }

    /// Walks to the last step. Throws at the first one that fails, and when the user ends the tour.
    func run() throws(TourEnd) {
        try look()
        var take = try record()
        try mark(&take)
        try stop(&take)
        try play(take)
        try slowDown(take)
        try loop(take)
        try backToNormal()
        try tellFile(take)
        try step(
            tr("The screen and the help"),
            tr(
                "'dicta tui' shows all of this on one screen, with waveform, meters, library and a key for each command; q leaves"
                    + " it. 'dicta help' lists the commands, and 'dicta help rec' explains one of them."))
        try step(
            tr("Clean up"),
            tr("'delete' removes a recording and all its files from the disk for good. The test take is no longer needed."))
    }

    // MARK: Steps

    private func look() throws(TourEnd) {
        try step(
            tr("Look at the state"),
            tr(
                "The engine records and plays in the background, also when the terminal is closed; 'dicta' is its remote control."
                    + " This command shows what the engine does:"))
        try waits.wait(0)
        let status = try carryOut("status").fields
        let warnings = try connect(status)
        guard !warnings.isEmpty else { return }
        try page.gap()
        try page.say(tr("The tour has no sound yet:"))
        for words in warnings { try page.say("- " + words) }
        try page.say(tr("Connect ports in another terminal or in a patchbay before you go on, or take the tour without sound."))
    }

    /// Offers to connect the sides that are connected to nothing, as 'rec' and 'play' do: a setting is changed only then. Gives the
    /// warnings about those that stay so.
    private func connect(_ status: Fields) throws(TourEnd) -> [String] {
        var warnings: [String] = []
        for side in [Remote.Side.input, .output] {
            let warning = status.text("\(side.name)_warning")
            guard !warning.isEmpty else { continue }
            let ports = status["\(side.name)_offer"]?.texts.joined(separator: ", ") ?? ""
            if !ports.isEmpty, try waits.isAgreed(side.question(ports)) {
                try carryOut("set \(side.key.rawValue) \(Remote.devices(status))")
                if engine.remote.waitForConnection(side) { continue }
            }
            warnings.append(warning)
        }
        return warnings
    }

    private func record() throws(TourEnd) -> TourTake {
        try step(
            tr("Record", "a step of the tour"),
            tr(
                "'rec' begins a take and gives it a name. '--for 1m' ends it by itself after a minute, if nothing else does. Be ready to"
                    + " speak, sing or play."))
        try waits.wait(0)
        let reply = try carryOut(TourTake.line, with: TourTake.values)
        guard let take = TourTake(reply.fields) else { throw TourCheck.otherVersion(engine.remote) }
        self.take = take
        return take
    }

    private func mark(_ take: inout TourTake) throws(TourEnd) {
        try step(
            tr("Mark a place"),
            tr(
                "The take runs: make some sound, and watch the level. A marker is a name for a place that is worth finding again; the take"
                    + " goes on meanwhile."))
        try waits.wait(2, atLeast: Self.before, .take(take))
        // Without an end by itself the marker belongs to the frame that is recorded now.
        let isRunning = take.isRunning(try engine.look())
        var values: [ParameterKey: Value] = [.in: .text(take.id)]
        if !isRunning { values[.at] = .double(0) }
        take.marker = try carryOut("mark \(TourTake.mark)", with: values).fields.number("position_seconds")
        self.take = take
    }

    private func stop(_ take: inout TourTake) throws(TourEnd) {
        try step(
            tr("Stop", "a step of the tour"),
            tr("Go on for a few seconds more. 'stop' returns once the file is safe on the disk, and prints its path."))
        try waits.wait(2.5, atLeast: Self.behind, .take(take))
        if take.isRunning(try engine.look()) {
            take.take(try carryOut("stop", with: [.what: .text("rec")]).fields)
        } else {
            take.take(try engine.ask(TourEngine.request("info x", [.name: .text(take.id)])).fields)
            try page.answer(take.path + "\n")
        }
        self.take = take
        guard take.isSilent else {
            let peak = (take.peaks.max() ?? 0).localized(1)
            return try page.say(tr("The peak level is \(peak) dB. At 0 dB the input clips."))
        }
        try tellSilence()
    }

    /// Says that nothing was heard, and how to connect an input. The tour goes on with the silent take.
    private func tellSilence() throws(TourEnd) {
        try page.say(
            tr(
                "Only silence was recorded. 'dicta source PORT' connects a port to the inputs. This command lists the ports:"))
        try carryOut("sources")
        try page.say(
            tr("If the correct port is connected, check its volume and its mute switch. The tour goes on with the silent take."))
    }

    private func play(_ take: TourTake) throws(TourEnd) {
        try step(
            tr("Play", "a step of the tour"),
            tr("'play' plays a recording by its name. 'pause', 'resume' and 'nudge -5s' work while it plays."))
        try waits.wait(0)
        try carryOut("play \(take.word)", with: [.name: .text(take.id)])
    }

    private func slowDown(_ take: TourTake) throws(TourEnd) {
        try step(
            tr("Play slowly"),
            tr("The rate changes the speed and keeps the pitch. The next commands play the take slower, from its start."))
        try waits.wait(2, .playback)
        try carryOut("rate \(Self.rate.short)")
        try carryOut("play \(take.word) --from 0s", with: [.name: .text(take.id)])
    }

    private func loop(_ take: TourTake) throws(TourEnd) {
        try step(
            tr("Repeat a passage"),
            tr(
                "A loop repeats what lies between two places, A and B. This one begins at the marker, and a place can be named by the"
                    + " marker's name."))
        try waits.wait(2, .playback)
        let (start, end) = loopPlaces(take)
        try carryOut("loop --a \(start) --b \(end)")
        try carryOut("play \(take.word) --from \(start)", with: [.name: .text(take.id)])
    }

    /// The places of the loop: from the marker on if there is room behind it, else the whole take.
    private func loopPlaces(_ take: TourTake) -> (start: String, end: String) {
        let marker = take.marker ?? 0
        let end = (min(take.seconds, marker + Self.longLoop) * 100).rounded(.down) / 100
        guard end - marker >= Self.shortLoop else {
            return ("0s", "\(((take.seconds * 100).rounded(.down) / 100).short)s")
        }
        return ("@\(TourTake.mark)", "\(end.short)s")
    }

    private func backToNormal() throws(TourEnd) {
        try step(
            tr("Back to normal"),
            tr("Listen to a few repeats. The next commands end the loop, reset the rate, and stop the playback."))
        try waits.wait(3, .playback)
        try carryOut("loop clear")
        try carryOut("rate 1")
        try carryOut("stop", with: [.what: .text("play")])
    }

    private func tellFile(_ take: TourTake) throws(TourEnd) {
        try step(
            tr("Find the file"),
            tr(
                "Recordings are plain audio files that any program opens, and a JSON file beside each keeps its markers. 'ls' lists the"
                    + " newest ones."))
        try waits.wait(0)
        try carryOut("ls --sort date --limit 3")
        guard !take.path.isEmpty else { return }
        let path = take.path
        try page.say(tr("This take is \(path)"))
    }

    // MARK: Parts

    /// Writes the heading and the words of the next step.
    private func step(_ title: String, _ words: String) throws(TourEnd) {
        number += 1
        try page.gap()
        try page.heading("\(number)/\(Self.count)  \(title)")
        try page.say(words)
    }

    /// Shows a command line, carries it out and shows its answer. `values` are those that the shown line leaves out.
    @discardableResult
    private func carryOut(_ line: String, with values: [ParameterKey: Value] = [:]) throws(TourEnd) -> Reply {
        try page.command(engine.remote.words(line))
        let request = try TourEngine.request(line, values)
        let reply = try engine.ask(request)
        // The take is the tour's from here on, also if its name cannot be written.
        if request.verb == .recording(.rec) { take = TourTake(reply.fields) }
        let text: String
        do throws(DictaError) { text = try Outcome(reply, to: request).text } catch { throw .failed(error) }
        try page.answer(text)
        return reply
    }
}
