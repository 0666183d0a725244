// The verb `toggle`: one key whose meaning the state decides (P12). Control loop only.
internal import Control
internal import Dictation
internal import Messages
internal import Threads

/// Finds the command that a toggle stands for, and has it carried out with the rights of the same sender.
final class ToggleDesk: Desk {
    private let board: Switchboard
    private let recording: RecordingDesk
    private let playing: PlayingDesk
    private let lock: LockDesk

    init(_ board: Switchboard, _ recording: RecordingDesk, _ playing: PlayingDesk, _ lock: LockDesk) {
        self.board = board
        self.recording = recording
        self.playing = playing
        self.lock = lock
    }

    /// Carries out a toggle. `answer` is called once, with the answer of the command that it stands for, and `did`.
    func perform(
        _ request: Request, by authority: Authority, from sender: Sender?, _ answer: @escaping WholeAnswer
    ) throws(EngineError) {
        guard request.text(.what) == "play", !playing.isBusyOrLoaded, !playing.isArriving else {
            return run(try meaning(of: request), by: authority, from: sender, answer)
        }
        let newest = try Self.request(.library(.ls), [.limit: .int(1), .sort: .text("date")])
        board.perform(newest, by: authority) { [self] result in
            do throws(EngineError) {
                guard let name = try result.get().items.first?["name"]?.description else {
                    throw .wrongState(tr("Nothing is loaded, and the library is empty: record something (dicta rec)"))
                }
                let play = try Self.request(.playing(.play), [.name: .text(name)]).timed(like: request)
                run(play, by: authority, from: sender, answer)
            } catch {
                answer(.failure(error))
            }
        }
    }

    /// The command that a toggle stands for in the present state. Throws when it has no frame, and the toggle names one.
    func meaning(of request: Request) throws(EngineError) -> Request {
        let (verb, values): (Verb, [ParameterKey: Value]) =
            switch request.text(.what) {
            case "rec": (.recording(takeVerb(request)), [:])
            case "loop": (.playing(.loop), [.point: .text(playing.points.next)])
            case "lock": (.lock(.lock), [.state: .text(lock.isLocked ? "off" : "on")])
            default: playVerb
            }
        let meaning = try Self.request(verb, values)
        guard request.atFrame != nil else { return meaning }
        guard meaning.canWait else {
            let what = request.text(.what) ?? ""
            throw .usage(tr("toggle \(what): it acts at once; leave out --at-frame"))
        }
        return meaning.timed(like: request)
    }

    /// The verb for the take. With a frame, the state that the take has then decides.
    private func takeVerb(_ request: Request) -> RecordingVerb {
        switch request.atFrame == nil ? recording.state : recording.comingEdges.last?.state ?? recording.state {
        // The state `closing` or `waiting` refuses a new take in words of its own.
        case .idle, .closing, .waiting: .rec
        case .counting: .stop
        case .recording, .armed: .pause
        case .paused: .resume
        }
    }

    /// The command for the playback. A play whose recording is still being opened is cancelled.
    private var playVerb: (Verb, [ParameterKey: Value]) {
        if playing.isUnderWay { return (.recording(.pause), [.what: .text("play")]) }
        if let opening = playing.opening, opening.rolls, !opening.isQuiet { return (.recording(.stop), [.what: .text("play")]) }
        return (.playing(.play), [:])
    }

    private func run(_ meaning: Request, by authority: Authority, from sender: Sender?, _ answer: @escaping WholeAnswer) {
        let point = meaning.text(.point) ?? meaning.text(.state)
        let did = point.map { "\(meaning.name) \($0)" } ?? meaning.name
        board.perform(meaning, by: authority, from: sender) { result in
            answer(
                result.map { reply in
                    var told = reply
                    told.fields = ["did": .text(did)] + reply.fields
                    return told
                })
        }
    }

    private static func request(_ verb: Verb, _ values: [ParameterKey: Value]) throws(EngineError) -> Request {
        do throws(CommandError) { return try CommandTable.request(verb, values) } catch { throw .refused(error.failure) }
    }
}
