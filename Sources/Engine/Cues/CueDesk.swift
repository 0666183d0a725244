// Cues: sounds on the outputs beside the playback. Control loop only.
internal import Dictation
internal import JackClient
internal import Player
internal import Realtime
internal import Rings
internal import Synchronization
internal import System
internal import Threads

/// Plays sounds at their frames, keeps the bed, and speaks. Other desks give it scores: see `CueDesk+Score`.
final class CueDesk: Desk {
    /// A request that waits for the samples of a source.
    typealias Prepared = (Result<CueSamples, EngineError>) -> Void

    /// Number of a score: the shots that belong together, and are cancelled together.
    typealias Score = UInt32

    /// A shot that waits, or sounds.
    struct Shot {
        let sound: CueSamples
        /// Extended JACK frame, or `CueCommand.atOnce`.
        let frame: Int64
        let level: Double
        let score: Score
        /// Called with the frame at which the shot began; never for a shot that was cancelled.
        let begun: ((Int64) -> Void)?
        /// Called once when the shot is over, was cancelled, or has no server any more.
        let ended: (() -> Void)?
    }

    /// The speech that is heard now, or is being made.
    struct Talk {
        let score: Score
        let text: String
        /// Frame of its first sample; nil until it sounds.
        var start: Int64?
        /// Length in frames; nil until it is made.
        var length: Int?
    }

    /// The bed that is heard, or is being opened.
    struct Bed {
        let id: UInt32
        let source: BedSource
        /// Level in dB.
        var level: Double
        /// True once the callback plays it.
        var isReady = false
        /// True while the timer holds it: it is then silent at its place.
        var isHeld = false
        /// Called once with the first frames there, or with the error.
        var answer: Answer?

        /// Level at which it is to be heard, in dB.
        var heardLevel: Double { isHeld ? Decibel.floor : level }
    }

    /// The count-in or the lead before a take.
    struct Counted {
        /// Extended JACK frame at which the take begins.
        let end: Int64
        /// Extended JACK frames at which the beats end, the last one at `end`; empty for playback that leads into the take.
        var beats: [Int64] = []
    }

    let board: Switchboard
    let jack: JackDesk
    let settings: SettingsDesk
    let maker: Worker<CueMaker>
    private let made: Mailbox<CueMaker.Event>
    let bedPlayer: Worker<BedPlayer>
    private let bedEvents: Mailbox<BedPlayer.Event>

    /// Samples kept for the next time, of the client's rate.
    var kept: [CueSource: CueSamples] = [:]
    /// Requests that wait for samples, by their number.
    var waiting: [UInt64: (source: CueSource, prepared: Prepared)] = [:]
    var nextRequest: UInt64 = 1

    /// Shots that are not sent yet, sorted by their frame.
    var coming: [Shot] = []
    /// Shots that the callback has, by their number.
    var sent: [UInt32: Shot] = [:]
    /// Numbers of the sent shots that sound.
    var sounding: Set<UInt32> = []
    /// Number of the next shot.
    var nextShot: UInt32 = 1
    /// Number of the next score; 0 is every score.
    var nextScore: Score = 1
    /// The bed; nil for none.
    var bed: Bed?
    /// The beds before it, oldest first, until it is heard: one of them stays if it is refused.
    var formerBeds: [Bed] = []
    /// Number of the next bed.
    var nextBed: UInt32 = 1
    /// The speech; nil for none.
    var talk: Talk?
    /// The count-in that is heard; nil without one. Set by recording.
    var counted: Counted?
    /// The sound that has the outputs (K7). Set by the timer.
    var outputSource: () -> String = { "none" }

    /// Starts the threads. Throws when one cannot start.
    init(
        _ board: Switchboard, _ jack: JackDesk, _ settings: SettingsDesk, semaphores: WakeSemaphores, wake: WakeDescriptor
    ) throws(EngineError) {
        self.board = board
        self.jack = jack
        self.settings = settings
        (maker, made) = try Worker.reporting(to: wake, name: "dicta-cues", wake: WakeSemaphore()) { CueMaker(outbox: $0) }
        (bedPlayer, bedEvents) = try Worker.reporting(to: wake, name: "dicta-bed", wake: semaphores.bed) {
            BedPlayer(outbox: $0)
        }
    }

    func turn(_ now: Moment) {
        for event in made.take() { handle(event) }
        for event in bedEvents.take() { handle(event) }
        send()
    }

    /// True while a count-in or a speech goes on.
    var isTicking: Bool { counted != nil || talk?.start != nil }

    func hear(_ news: News) {
        switch news {
        case .attached(let time):
            bedPlayer.post(.attach(time.client))
            tellCeiling()
            restoreBed()
        case .detaching:
            forgetClient()
            bedPlayer.post(.detach)
        case .realtime(let event, let time): handle(event, time)
        case .settings(let keys, _): if keys.contains(.cueLevel) { tellCeiling() }
        case .event(let event, let fields): confirm(event, fields)
        default: break
        }
    }

    // MARK: Quit

    /// Tells the threads to end. Returns at once.
    func quit() {
        maker.post(.quit)
        bedPlayer.post(.quit)
    }

    /// Waits for the threads to end and handles their last events. A speech program may take long, so its thread is waited for
    /// two seconds at most.
    func join() {
        _ = maker.join(within: 2)
        bedPlayer.join()
        turn(Moment.now)
    }

    /// Fails the callers that still wait.
    func giveUp(_ error: EngineError) {
        let requests = waiting.values
        waiting = [:]
        for request in requests { request.prepared(.failure(error)) }
        let answer = bed?.answer
        bed?.answer = nil
        answer?(.failure(error))
        endShots()
    }
}
