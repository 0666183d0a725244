// Gongs before and after a guided recording. Control loop only.
internal import Catalogue
internal import Control
internal import Dictation
internal import JackClient
internal import Messages
internal import Player
internal import Realtime
internal import System
internal import Threads

/// Plays a recording between two gongs: the start sound of the timer is heard and fades, then the recording begins at the very
/// next frame, and the finish sound follows its end. The gongs have the outputs as the recording has them: the timer pauses (K7).
final class GongDesk: Desk {
    /// A playback between gongs.
    private struct Guide {
        /// Name of the recording; nil until it is loaded.
        var name: String?
        /// The sound after the end; nil for none.
        let finish: CueSamples?
        /// Score of the first gong.
        var score: CueDesk.Score
        /// True once the recording plays.
        var isPlaying = false
    }

    private let jack: JackDesk
    private let playing: PlayingDesk
    private let cues: CueDesk
    private let timer: TimerDesk
    private let settings: SettingsDesk
    /// The playback that is under way; nil for none.
    private var guide: Guide?
    /// Number of the latest start: an earlier one whose sounds come late is given up.
    private var starts: UInt64 = 0

    init(_ jack: JackDesk, _ playing: PlayingDesk, _ cues: CueDesk, _ timer: TimerDesk, _ settings: SettingsDesk) {
        self.jack = jack
        self.playing = playing
        self.cues = cues
        self.timer = timer
        self.settings = settings
    }

    /// True while the first gong has the outputs.
    var isSounding: Bool { guide.map { !$0.isPlaying } ?? false }

    func turn(_ now: Moment) {
        guard let now = guide else { return }
        if now.isPlaying {
            // A stop before the end, or another recording: the finish sound is not for it.
            let isOther = playing.destination.map { $0.name != now.name } ?? true
            if isOther || playing.state == .stopped { guide = nil }
        } else if playing.state == .playing, now.name != nil {
            // Somebody has begun the playback before its time.
            cues.cancel(now.score)
        }
    }

    func hear(_ news: News) {
        switch news {
        case .realtime(let event, _) where event.kind == .ended: finish()
        case .library(.filesChanged(let file)):
            if case .renamed(let name, let newName, _) = file, guide?.name == name { guide?.name = newName }
        default: break
        }
    }

    /// Plays a recording between gongs. Throws if the request is refused at once; otherwise `answer` is called once, when the
    /// recording plays.
    func play(_ request: Request, by authority: Authority, _ answer: @escaping Answer) throws(EngineError) {
        guard !request.isForQueue, request.text(.atWord) == nil else {
            throw .usage(tr("play: --gongs is for one recording from its beginning, its remembered place or --from"))
        }
        _ = try jack.graph()
        if request.text(.name) == nil {
            guard let loaded = playing.destination else { throw playing.empty() }
            guard playing.intended != .playing else {
                throw .wrongState(tr("\(loaded.name) plays already: pause it first, or name a recording"))
            }
        }
        starts += 1
        let number = starts
        let sources = try (source(.timerStartSound), source(.timerFinishSound))
        try cues.prepare([sources.0, sources.1].compactMap(\.self)) { [unowned self] result in
            do throws(EngineError) {
                let samples = try result.get()
                try refuse(number)
                let first = sources.0 == nil ? nil : samples.first
                let finish = sources.1 == nil ? nil : samples.last
                try load(request, by: authority) { [unowned self] loaded in
                    do throws(EngineError) {
                        _ = try loaded.get()
                        try refuse(number)
                        try begin(request, first, finish, answer)
                    } catch {
                        answer(.failure(error))
                    }
                }
            } catch {
                answer(.failure(error))
            }
        }
    }

    /// Throws for a start that a later one has replaced.
    private func refuse(_ number: UInt64) throws(EngineError) {
        guard starts == number else { throw .wrongState(tr("A later play replaced this one")) }
    }

    /// The source of a sound, as the setting names it; nil for none.
    private func source(_ key: ParameterKey) throws(EngineError) -> CueSource? {
        let name = settings.current.text(key) ?? "bowl"
        return name == "none" ? nil : try CueSource(named: name)
    }

    /// Loads the recording that the request names, without playing it. `done` is called once.
    private func load(_ request: Request, by authority: Authority, _ done: @escaping Answer) throws(EngineError) {
        guard let name = request.values[.name] else { return done(.success([:])) }
        var values: [ParameterKey: Value] = [.name: name]
        values[.from] = request.values[.from]
        let load: Request
        do throws(CommandError) { load = try CommandTable.request(.playing(.load), values) } catch {
            throw .refused(error.failure)
        }
        try playing.perform(.load, load, by: authority, done)
    }

    /// Sounds the first gong, and has the recording played at the frame after its end.
    private func begin(
        _ request: Request, _ first: CueSamples?, _ finish: CueSamples?, _ answer: @escaping Answer
    ) throws(EngineError) {
        let time = try jack.graph()
        let start = try request.atFrame == nil ? time.now + 2 * Int64(time.client.bufferSize) : time.frame(named: request.atFrame)
        if let guide { cues.cancel(guide.score) }
        let score = cues.newScore()
        guide = Guide(name: playing.destination?.name, finish: finish, score: score)
        timer.makeWay(time)
        if let first { cues.play(first, at: start, score: score) }
        let from = request.text(.name) == nil ? request.place(.from) : nil
        do throws(EngineError) {
            try playing.resume(from: from, at: start + Int64(first?.frames ?? 0), time) { [unowned self] result in
                if guide?.score == score {
                    switch result {
                    case .success: guide?.isPlaying = true
                    case .failure:
                        cues.cancel(score)
                        guide = nil
                    }
                }
                answer(result.map { [unowned self] in $0 + playing.changedSound })
            }
        } catch {
            cues.cancel(score)
            guide = nil
            throw error
        }
    }

    /// Sounds the gong after the end, unless something follows.
    private func finish() {
        guard let ended = guide, ended.isPlaying, playing.isAtEnd, playing.intended != .playing else { return }
        guide = nil
        guard let sound = ended.finish else { return }
        cues.play(sound, score: cues.newScore())
    }
}
