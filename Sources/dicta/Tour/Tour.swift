// The verb `tour`: a guided tour of two minutes. One thread; asks the engine, waits for a person.
import Control
import Dictation
import Messages
import System

/// Shows a newcomer what Dicta does, by doing it: with a test take, which is deleted at the end.
struct Tour {
    private let request: Request
    private let remote: Remote
    private let page: TourPage
    private let keys: TourKeys?

    /// Throws where nobody can press a key, and for an engine on another machine.
    init(_ request: Request, _ remote: Remote) throws(DictaError) {
        guard remote.url == nil else { throw .notRemote(verb: "tour", cure: tr("run it on the engine's machine")) }
        self.request = request
        self.remote = remote
        page = TourPage(isSilent: remote.asJSON, isPlain: request.flag(.plain))
        guard !request.flag(.yes) else {
            keys = nil
            return
        }
        guard !remote.asJSON else {
            throw .tour(Failure(.refused, tr("with --json the tour reads no keys: add --yes, which goes on without them")))
        }
        guard Output.canAsk, Screen.output.isTerminal, let keys = TourKeys() else {
            throw .tour(
                Failure(.refused, tr("the tour waits for keys, so it needs a terminal; 'dicta tour --yes' goes on without keys")))
        }
        self.keys = keys
    }

    /// Takes the user through all steps, and cleans up whatever ends them. Ends the program if a signal asked for it.
    func run() throws(DictaError) -> Outcome {
        let engine = TourEngine(remote, isQuiet: page.isSilent)
        do throws(TourEnd) { try begin() } catch { return try result(of: error) }
        Interruption.listen()
        defer { Interruption.end() }
        let status: Fields
        do throws(TourEnd) { status = try TourCheck(engine: engine).state() } catch { return try result(of: error) }
        let walk = TourWalk(engine, page, keys)
        var end: TourEnd?
        var isKept = request.flag(.keep)
        do throws(TourEnd) {
            try walk.run()
            if !isKept, let take = walk.take { isKept = try asksToKeep(take, walk) }
        } catch { end = error }
        keys?.giveBack()
        let cleaner = TourCleaner(
            engine: engine, before: TourBefore(status), library: status.text("library"), take: walk.take)
        engine.clean { [remote, page] number in
            if let take = walk.take {
                let line = remote.words("delete \(take.word)")
                page.note(tr("The test take may still be in the library: '\(line)' deletes it."))
            }
            SignalNumber.endProcess(by: number)
        }
        let cleaned = cleaner.run(isKept: isKept)
        if let end { return try result(of: end, walk.take, isKept: isKept, cleaned) }
        for case .failed(let error) in cleaned.errors { throw error }
        do throws(TourEnd) { return try farewell(walk.take, isKept: isKept) } catch { return try result(of: error) }
    }

    /// Explains the tour, and starts an engine where none answers.
    private func begin() throws(TourEnd) {
        try page.say(
            tr(
                "Dicta in two minutes: this tour records a few seconds, plays them slowly and in a loop, and deletes this test take at the"
                    + " end. The lines that begin with $ are the commands that do it."))
        do throws(DictaError) {
            do throws(ControlError) {
                _ = try remote.ping()
                return
            } catch {
                guard case .noEngine = error, remote.mayStart else { throw .control(error) }
            }
        } catch {
            throw .failed(error)
        }
        try page.gap()
        try page.say(tr("No engine runs yet, so the tour starts one. 'rec' and 'play' do so by themselves."))
        try page.command(remote.words("start"))
        do throws(DictaError) { try remote.startFirst() } catch { throw .failed(error) }
        try page.answer(tr("engine \(remote.engine) started (\(remote.path))") + "\n")
    }

    /// Asks whether the take is to stay; no without a person.
    private func asksToKeep(_ take: TourTake, _ walk: TourWalk) throws(TourEnd) -> Bool {
        let line = remote.words("delete \(take.word)")
        let (name, length) = (take.name, TimeSpan.length(take.seconds))
        let question = tr("Delete the test take \(name) (\(length))? [Y/n]")
        if keys != nil, try !walk.waits.isAgreed(question) { return true }
        try page.command(line)
        return false
    }

    /// The last words, and the answer.
    private func farewell(_ take: TourTake?, isKept: Bool) throws(TourEnd) -> Outcome {
        var fields: Fields = ["kept": .flag(isKept)]
        if let take {
            fields =
                fields + [
                    "name": .text(take.name), "id": .text(take.id), "seconds": .double(take.seconds),
                    "peak_left_db": .double(take.peaks[0]), "peak_right_db": .double(take.peaks[1]),
                    "silent": .flag(take.isSilent),
                ]
            if isKept { fields.append("path", .text(take.path)) }
        }
        try page.gap()
        try page.say(isKept ? tr("The test take stays. That was the tour.") : tr("The test take is deleted. That was the tour."))
        let (rec, stop, quit) = (remote.words("rec NAME"), remote.words("stop"), remote.words("quit"))
        try page.say(
            tr("Begin a recording of your own with '\(rec)', and end it with '\(stop)'. The engine goes on; '\(quit)' ends it."))
        return Outcome(Reply(fields), text: "")
    }

    /// The end of a tour that was not walked to its last step: an error, the end by a signal, or what the user wanted.
    private func result(
        of end: TourEnd, _ take: TourTake? = nil, isKept: Bool = false, _ cleaned: TourCleaner.Result = TourCleaner.Result()
    ) throws(DictaError) -> Outcome {
        for case .failed(let error) in cleaned.errors { page.complain(error.description) }
        let isStopped = if case .failed = end { take != nil } else { true }
        if cleaned.isDeleted {
            page.note(tr("The tour has ended, and its test take is deleted."))
        } else if take != nil, isKept {
            page.note(tr("The tour has ended; its test take stays."))
        } else if isStopped {
            page.note(tr("The tour has ended."))
        }
        switch end {
        case .failed(let error): throw error
        case .signal(let number): SignalNumber.endProcess(by: number)
        case .quit: break
        }
        return Outcome(Reply(["kept": .flag(isKept && take != nil)]), text: "")
    }
}
