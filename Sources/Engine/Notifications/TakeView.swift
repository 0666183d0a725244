// The take as its notification shows it. Control loop only; a value.
internal import Desktop
internal import Dictation
internal import Messages
internal import Recorder

/// The state of the running take in a notification: a change of it changes the notification, and nothing else of the take does.
struct TakeView: Equatable {
    /// States that a person tells apart.
    enum State {
        case recording, paused
        /// The take records what is heard, and pauses in silence. Sounds and silences follow each other too fast to be shown.
        case listening
        /// No JACK server runs.
        case waiting
    }

    /// Number of the take.
    let take: UInt64
    /// State of the take.
    let state: State
    /// Name of the recording; empty if it is not known yet.
    let name: String
    /// Reason for which the button could not stop the take; empty if it was not pressed, or if the take has changed since.
    var refusal = ""

    /// The view of the running take; nil if no take runs, or its file is not there yet. `before` is the last one: a take that is
    /// closing stays as it was.
    init?(of recording: RecordingDesk, before: TakeView?) {
        guard let current = recording.current, let name = Self.name(of: current, recording) else { return nil }
        take = recording.takes
        let running: State = current.voice == nil ? .recording : .listening
        switch recording.state {
        case .idle, .counting: return nil
        case .recording, .armed: state = running
        case .paused: state = .paused
        case .waiting: state = .waiting
        case .closing: state = before.flatMap { $0.take == recording.takes ? $0.state : nil } ?? running
        }
        self.name = name
        if let before, before.take == take, before.state == state, before.name == name { refusal = before.refusal }
    }

    /// The name as long as it is the same: a take that makes a recording of each sound has one name, or none. Nil until a take
    /// without voice activation has its file, and with it the name that was free.
    private static func name(of current: TakeRequest, _ recording: RecordingDesk) -> String? {
        guard let voice = current.voice else { return recording.isOpen ? current.name : nil }
        if voice.splits { return voice.isNamed ? recording.armed?.name ?? current.name : "" }
        return recording.isOpen || voice.isNamed ? current.name : ""
    }

    /// The notification, in the user's language.
    var notification: DesktopNotification {
        let summary =
            switch state {
            case .recording: tr("Dicta is recording")
            case .listening: tr("Dicta is recording with voice activation")
            case .paused: tr("The take is paused")
            case .waiting: tr("The take waits for a JACK server")
            }
        let lines = [PrintableText.line(name), refusal].filter { !$0.isEmpty }
        return DesktopNotification(
            subject: take, summary: summary, body: PrintableText.markup(lines.joined(separator: "\n")),
            button: tr("Stop", "a button that ends the take"))
    }
}
