// Commands from the MIDI port, and the keys that give them. Control loop only.
internal import Control
internal import Dictation
internal import JackClient
internal import Realtime
internal import Rings
internal import System

/// Turns MIDI messages into requests, and learns which key gives which command.
final class MidiDesk: Desk {
    let board: Switchboard
    let jack: JackDesk
    let recording: RecordingDesk
    let playing: PlayingDesk
    let settings: SettingsDesk
    let toggles: ToggleDesk

    /// The bindings of keys to commands, and the lesson that waits for a key.
    let lessons: KeyLessons<MidiTrigger>
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
        lessons = KeyLessons(
            board, settings, .midi, sample: MidiTrigger(.note, channel: 1, number: 0),
            examples: ["note 1 60", "cc 1 64", "program 1 5"])
    }

    func turn(_ now: Moment) {
        if let time = jack.time { takeMidi(time.client, time) }
        lessons.turn(now)
    }

    func hear(_ news: News) {
        guard case .settings(let keys, let now) = news, keys.contains(.midi) else { return }
        for request in lessons.map.replace(now.texts(.midi)) {
            board.perform(request, by: .surface) { [self] in
                if case .failure(let error) = $0 { board.report(LogText(error), of: "midi") }
            }
        }
    }
}
