// The list of the checks of `dicta doctor`. Any thread; constants.

/// One check: it looks at a part of the system and changes nothing.
struct Check: Sendable {
    /// Name of the part, as it is printed.
    let name: String
    /// Looks at the part. May block for any time: the doctor goes on after its limit.
    let look: @Sendable (Patient) -> [Finding]
}

extension Check {
    /// All checks, in the order in which they are told. A new check is one more line here.
    static let all: [Check] = [
        Check(name: "realtime", look: realtime),
        Check(name: "memory lock", look: memoryLock),
        Check(name: "JACK server", look: jackServer),
        Check(name: "engine", look: engine),
        Check(name: "last engine", look: lastEngine),
        Check(name: "ports", look: ports),
        Check(name: "MIDI", look: midi),
        Check(name: "pedals", look: pedals),
        Check(name: "library", look: library),
        Check(name: "disk", look: disk),
        Check(name: "index", look: index),
        Check(name: "ffmpeg", look: ffmpeg),
        Check(name: "recogniser", look: recogniser),
        Check(name: "speech", look: speech),
        Check(name: "desktop", look: desktop),
        Check(name: "service", look: service),
        Check(name: "terminal", look: terminal),
        Check(name: "settings", look: settingsFiles),
        Check(name: "clock", look: clock),
        Check(name: "locale", look: locale),
    ]
}
