// Commands from the MIDI port, and the keys that give them. Control loop only.
internal import Control
internal import Dictation
internal import JackClient
internal import Realtime
internal import Rings
internal import System

/// Turns MIDI messages into requests, and learns which key gives which command.
final class MidiDesk: Desk {
    /// A request `midi learn` that waits for a key.
    struct Lesson {
        let mode: MidiBinding.Mode
        let first: String
        let second: String?
        let start = Moment.now
        /// The sender of the request; nil for one that came by no socket.
        let asker: Sender?
        let answer: Answer
    }

    let board: Switchboard
    let jack: JackDesk
    let recording: RecordingDesk
    let playing: PlayingDesk
    let settings: SettingsDesk
    let toggles: ToggleDesk

    /// The bindings of keys to commands.
    var map = MidiMap()
    /// The lesson that waits for a key; nil if there is none.
    var lesson: Lesson?
    /// Number of messages since the start.
    var received: Int64 = 0
    /// The last message, in words for the user.
    var last = ""

    init(
        _ board: Switchboard, _ jack: JackDesk, _ recording: RecordingDesk, _ playing: PlayingDesk, _ settings: SettingsDesk,
        _ toggles: ToggleDesk
    ) {
        self.board = board
        self.jack = jack
        self.recording = recording
        self.playing = playing
        self.settings = settings
        self.toggles = toggles
    }

    func turn(_ now: Moment) {
        if let time = jack.time { takeMidi(time.client, time) }
        guard let lesson, now.seconds(since: lesson.start) > 30 else { return }
        endLesson(.failure(.wrongState("No key came within half a minute: ask again, then press one")))
    }

    func hear(_ news: News) {
        if case .settings(let keys, let now) = news, keys.contains(.midi) { map.replace(now.texts(.midi)) }
    }
}
