// Sessions: state saved and restored, for a session manager and for JACK sessions. Control loop only.
internal import Dictation
internal import JackClient
internal import Messages
internal import Session
internal import Stretch
internal import System

/// Saves and restores the loaded file and its sound, and keeps the session manager informed.
final class SessionDesk: Desk {
    let board: Switchboard
    let jack: JackDesk
    let connections: ConnectionDesk
    let recording: RecordingDesk
    let playing: PlayingDesk
    let mixer: MixerDesk
    let monitor: MonitorDesk
    let library: LibraryDesk
    let settings: SettingsDesk
    let options: EngineOptions
    /// Path of the control socket.
    let socket: String

    /// The seat at the session manager; nil without one.
    let seat: SessionSeat?
    /// Problems found while the engine was made, as sentences: shown in the log, at the manager and in `status`.
    let troubles: [StoredText]
    /// State saved by a session; nil without one.
    let restoredState: SessionState?
    /// True until the saved state is restored, which needs a client.
    var wantsRestore: Bool
    /// The queue. Set once by the engine.
    weak var queue: QueueDesk?
    /// The file that keeps the state of an engine outside sessions; nil for an engine that keeps none.
    var keeper: StateKeeper?

    init(
        _ board: Switchboard, _ jack: JackDesk, _ connections: ConnectionDesk, _ recording: RecordingDesk,
        _ playing: PlayingDesk, _ mixer: MixerDesk, _ monitor: MonitorDesk, _ library: LibraryDesk, _ settings: SettingsDesk,
        _ options: EngineOptions, seat: SessionSeat?, socket: String
    ) {
        self.board = board
        self.jack = jack
        self.connections = connections
        self.recording = recording
        self.playing = playing
        self.mixer = mixer
        self.monitor = monitor
        self.library = library
        self.settings = settings
        self.options = options
        self.seat = seat
        self.socket = socket
        troubles = options.troubles + [connections.startTrouble].compactMap(\.self)
        restoredState = options.state
        wantsRestore = options.state != nil
        keeper = options.keptPath.map { StateKeeper(path: $0, kept: options.state) }
    }

    /// Name of the engine.
    var engine: String { options.name }
    /// Record of the session parts that this user has saved; nil without a home folder.
    var records: SessionRecords? { options.records }

    /// Logs the problems found while the engine was made. An engine outside sessions takes over the sound of its earlier run.
    func start() {
        for trouble in troubles { EngineLog.say(.warning, .session, "trouble at the start: \(trouble)") }
        if keeper != nil { restoreOwnSound() }
    }

    var descriptors: [PollEntry] {
        seat.map { [PollEntry($0.connection.descriptor)] } ?? []
    }

    var timeout: Int32 { seat?.timeout ?? -1 }

    func turn(_ now: Moment) {
        if wantsRestore, keeper == nil, jack.client != nil { restoreState() }
        keepState(now)
        seat?.lookAfterTerminals()
        serveManager()
        serveJack()
    }

    func hear(_ news: News) {
        switch news {
        case .attached: if wantsRestore, keeper != nil { restoreOwnRecording() }
        case .event(let event, let fields): tell(of: event, fields)
        case .sessionAnswered(let order, let isSaved, let error): answered(order, isSaved, error)
        default: break
        }
    }

    func status(for authority: Authority) -> Fields {
        troubles.isEmpty ? [:] : ["start_problems": .text(troubles.map(\.description).joined(separator: "; "))]
    }
}
