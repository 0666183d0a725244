// The course of a round through a sheet. Control loop only.
internal import Catalogue
internal import Control
internal import Dictation
internal import Guide
internal import JackClient
internal import Realtime
internal import Recorder
internal import System
internal import Threads

extension AskDesk {
    /// Asks the question of the round.
    func ask() {
        guard var next = round else { return }
        next.number = nextNumber
        nextNumber += 1
        (next.course, next.isTakeOver) = (nil, false)
        let moment = GuideMoment.now
        let made = prompts.make(next.item, .dynamic, at: moment)
        next.text = made.text
        let hint = next.item.place?.hint ?? LocalText()
        next.hint = prompts.words(at: moment).best(hint, for: prompts.languages)?.text ?? ""
        round = next
        (state, listensAt) = (.asking, nil)
        let number = next.number
        guard settings.current.text(.askSpeak) != "off" else { return listen(number) }
        cues.say(made.text, language: made.language) { [unowned self] error in
            guard round?.number == number else { return }
            if let error { board.report("the question was not spoken: \(error)", of: "ask") }
            listensAt = Moment(nanoseconds: Moment.now.nanoseconds + AskDesk.echo)
        }
    }

    /// Nanoseconds between the end of a spoken question and its take: the room and the sound card still have its last word.
    private static let echo: UInt64 = 300_000_000

    /// Arms the take of the answer.
    func listen(_ number: UInt64) {
        listensAt = nil
        guard let now = round, now.number == number, state == .asking else { return }
        do throws(EngineError) {
            let request = try take(for: now)
            let verb: RecordingVerb = now.isThere ? .append : .rec
            state = .listening
            try recording.perform(verb, request, isRead: false) { [unowned self] result in
                guard round?.number == number else { return }
                if case .failure(let error) = result { refused(error) }
            }
        } catch {
            refused(error)
        }
    }

    /// The request of the take that records an answer.
    private func take(for round: Round) throws(EngineError) -> Request {
        var values: [ParameterKey: Value] = [
            .name: .text(round.name), .voice: .flag(true), .question: .text("\(round.sheet.name):\(round.item.id)"),
            // A standing count-in would sound between question and answer.
            .countIn: .int(0),
        ]
        if let hold = settings.current.time(.askSilence) {
            switch hold {
            case .seconds(let seconds): values[.voiceHold] = .double(seconds)
            case .frames(let frames): values[.voiceHold] = .int(frames)
            }
        }
        if !round.isThere { values[.draft] = .flag(true) }
        do throws(CommandError) {
            return try CommandTable.request(.recording(round.isThere ? .append : .rec), values)
        } catch {
            throw .refused(error.failure)
        }
    }

    /// Follows the running take: an answer has ended when its voice gate closes again.
    func follow() {
        guard let now = round, state == .listening || state == .answering else { return }
        if now.isTakeOver { return goOn() }
        switch recording.state {
        case .recording where isOwnTake: state = .answering
        case .armed where isOwnTake && state == .answering && now.course == nil: finish(.forward)
        // The take ended before its first sound, and not by this desk.
        case .idle where now.course == nil && recording.recalls.isEmpty: close()
        default: break
        }
    }

    /// True while the running take answers the question of the round.
    private var isOwnTake: Bool {
        guard let question = recording.current?.question, let round else { return false }
        return question.sheet == round.sheet.name && question.id == round.item.id
    }

    /// Ends the take of the answer, then goes on. A take without a sound is none.
    func finish(_ course: Course) {
        guard round?.course == nil, let number = round?.number else { return }
        round?.course = course
        do throws(EngineError) {
            let request: Request
            do throws(CommandError) { request = try CommandTable.request(.recording(.stop), [.what: .text("rec")]) } catch {
                throw .refused(error.failure)
            }
            try recording.perform(.stop, request, isRead: false) { [unowned self] _ in
                // Fails for a take without a sound. News of a file come after this: the next turn goes on.
                if round?.number == number { round?.isTakeOver = true }
            }
        } catch {
            // The take has ended by itself meanwhile.
            if round?.number == number { round?.isTakeOver = true }
        }
    }

    /// Takes a closed answer.
    func ended(_ summary: TakeSummary) {
        guard let now = round, let question = summary.segment.question, question.sheet == now.sheet.name,
            question.id == now.item.id, state == .listening || state == .answering
        else { return }
        round?.name = summary.name
        round?.isThere = true
        if summary.frames > 0 {
            round?.answered.insert(question.id)
            board.tell(
                .answerKept,
                [
                    "sheet": .text(now.sheet.name), "question_id": .text(question.id), "name": .text(summary.name),
                    "number": .int(Int64(now.index + 1)), "count": .int(Int64(now.sheet.questions.count)),
                    "segment_path": .text(summary.path(of: summary.segment.file)),
                ])
        }
        guard now.course == nil else { return }
        if summary.segment.endReason == .ended {
            // The answer was as long as a take may be (rec-limit).
            round?.course = .forward
            round?.isTakeOver = true
        } else {
            // The user stopped, the disk is full, or the engine ends.
            close()
        }
    }

    /// Goes on with the next question, or ends the round behind the last one.
    private func goOn() {
        guard let now = round, let course = now.course else { return }
        switch course {
        case .again: break
        case .back: round?.index = max(0, now.index - 1)
        case .forward:
            guard let next = open(after: now.index, now) else { return close() }
            round?.index = next
        }
        ask()
    }

    /// Index of the next question without an answer; nil behind the last one.
    func open(after index: Int, _ round: Round) -> Int? {
        round.sheet.questions.indices.first { $0 > index && !round.answered.contains(round.sheet.questions[$0].id) }
    }

    /// Goes to another question while one is spoken.
    func jump(_ course: Course) {
        round?.course = course
        // A late end of the speech belongs to an earlier asking.
        round?.number = nextNumber
        nextNumber += 1
        cues.endTalk()
        goOn()
    }

    /// Ends the round after a refusal of the take.
    private func refused(_ error: EngineError) {
        guard round?.course == nil else { return }
        board.report("the answer cannot be recorded: \(error)", of: "ask")
        close()
    }

    /// Ends the round and tells it. A recording with all required answers is completed.
    func close() {
        guard let now = round else { return }
        (round, listensAt) = (nil, nil)
        state = .idle
        cues.endTalk()
        let sums: Fields = [
            "sheet": .text(now.sheet.name), "name": .text(now.isThere ? now.name : ""),
            "answered": .int(Int64(now.sheet.questions.count { now.answered.contains($0.id) })),
            "count": .int(Int64(now.sheet.questions.count)), "required_left": .int(Int64(now.requiredLeft)),
        ]
        board.tell(.sheetEnded, sums)
        let callers = waiting
        waiting = []
        for caller in callers { caller(.success(Reply(sums))) }
        let isThrough = open(after: now.index, now) == nil
        guard isThrough, now.isThere, now.requiredLeft == 0 else { return }
        complete(now.name)
    }

    /// Completes the recording, as `dicta complete` does.
    private func complete(_ name: String) {
        do {
            let request = try CommandTable.request(.library(.complete), [.name: .text(name)])
            board.perform(request, by: .owner) { [unowned self] result in
                if case .failure(let error) = result { board.report("\(name) is not completed: \(error)", of: "ask") }
            }
        } catch {
            board.report("\(name) is not completed: \(error)", of: "ask")
        }
    }

    /// Pauses playback, which would be in the answers.
    func pausePlayback() {
        guard playing.intended == .playing, let time = jack.time else { return }
        do throws(EngineError) {
            try playing.pause(at: RealtimeCommand.atOnce, time) { _ in }
        } catch {
            EngineLog.say(.warning, .cues, "playback goes on beside the questions: \(error)")
        }
    }
}
