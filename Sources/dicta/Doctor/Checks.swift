// The list of the checks of `dicta doctor`. Any thread; constants.
import Messages

/// One check: it looks at a part of the system and changes nothing.
struct Check: Sendable {
    /// Name of the part, as it is printed; the answer has it in English.
    let name: Message
    /// Looks at the part. May block for any time: the doctor goes on after its limit.
    let look: @Sendable (Patient) -> [Finding]
}

extension Check {
    /// All checks, in the order in which they are told. A new check is one more line here.
    static let all: [Check] = [
        Check(name: Message("realtime"), look: realtime),
        Check(name: Message("memory lock"), look: memoryLock),
        Check(name: Message("JACK server"), look: jackServer),
        Check(name: Message("engine"), look: engine),
        Check(name: Message("last engine"), look: lastEngine),
        Check(name: Message("ports"), look: ports),
        Check(name: Message("MIDI"), look: midi),
        Check(name: Message("pedals"), look: pedals),
        Check(name: Message("library"), look: library),
        Check(name: Message("disk"), look: disk),
        Check(name: Message("index"), look: index),
        Check(name: Message("ffmpeg"), look: ffmpeg),
        Check(name: Message("recogniser"), look: recogniser),
        Check(name: Message("speech"), look: speech),
        Check(name: Message("desktop"), look: desktop),
        Check(name: Message("service"), look: service),
        Check(name: Message("terminal"), look: terminal),
        Check(name: Message("settings"), look: settingsFiles),
        Check(name: Message("clock"), look: clock),
        Check(name: Message("locale"), look: locale),
    ]
}
