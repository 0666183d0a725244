// Sessions: state that is saved and brought back, for a session manager and for JACK's own sessions. Control loop only.
internal import Dictation
internal import Glibc
internal import JackClient
internal import Session
internal import Stretch

/// Saves and restores what is loaded and how it sounds, and keeps the session manager told.
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

    /// The session manager; nil where there is none.
    let seat: SessionSeat?
    /// Troubles found while the engine was made: told to log, manager and `status`.
    let troubles: [String]
    /// State that a session had saved; nil where there is none.
    let restoredState: SessionState?
    /// The saved state has not been brought back yet: it waits for a client.
    var wantsRestore: Bool

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
    }

    var engine: String { options.name }
    var records: SessionRecords? { options.records }

    /// Tells the log what was not as it should be.
    func start() {
        for trouble in troubles { EngineLog.say(trouble) }
    }

    var descriptors: [pollfd] {
        seat.map { [pollfd(fd: $0.connection.descriptor, events: Int16(POLLIN), revents: 0)] } ?? []
    }

    var timeout: Int32 { seat?.timeout ?? -1 }

    func turn(_ now: Moment) {
        if wantsRestore, jack.client != nil { restoreState() }
        serveManager()
        serveJack()
    }

    func hear(_ news: News) {
        switch news {
        case .event(let event, let fields): tell(of: event, fields)
        case .sessionAnswered(let order, let isSaved, let error): answered(order, isSaved, error)
        default: break
        }
    }

    func status(for authority: Authority) -> Fields {
        troubles.isEmpty ? [:] : ["start_problems": .text(troubles.joined(separator: "; "))]
    }
}
