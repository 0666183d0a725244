// The topics of state messages, with their fields. Any thread; constants.

/// One kind of state message: `/dicta/state/NAME` with pairs of field name and value, always all fields and always in this
/// order: a surface may read them by name or by position.
public enum Topic: String, Sendable, CaseIterable {
    /// The raw value is the name of the topic; `summary` describes it.
    case transport, position, meters, gains, rate, loop, markers, operations, library, xruns, disk

    /// The OSC address of the messages.
    public var address: String { CommandTable.root + "state/" + rawValue }

    /// One sentence for the man page.
    public var summary: String {
        switch self {
        case .transport: "State of take, playback and JACK server."
        case .position: "Position of the playhead, and length and size of the take."
        case .meters: "Levels in dB: peak, average and held peak of inputs and outputs; silence is -200."
        case .gains: "Playback gains, and monitoring of the inputs."
        case .rate: "Rate and pitch of the playback."
        case .loop: "The loop points A and B (-1 when not set), and a running cue or review."
        case .markers: "Number of markers of the take or loaded recording, and the marker set last."
        case .operations: "The running background operation: its kind, its recording, and its progress."
        case .library: "A count of the library's changes, and the name of the recording changed last."
        case .xruns: "Counts of xruns, missed frames, lost frames and underruns."
        case .disk: "Free disk space, in bytes and in recording time."
        }
    }

    /// The fields, in the order of the messages.
    public var fields: [String] {
        switch self {
        case .transport: ["record_state", "play_state", "record_name", "play_name", "jack", "freewheel", "record_error"]
        case .position:
            [
                "position_frames", "position_seconds", "heard_frames", "heard_seconds", "duration_frames", "duration_seconds",
                "elapsed_frames", "elapsed_seconds", "size_bytes",
            ]
        case .meters:
            ["in", "out"].flatMap { place in
                ["left", "right"].flatMap { side in ["peak", "rms", "held"].map { "\(place)_\($0)_\(side)_db" } }
            }
        case .gains:
            [
                "master", "left_db", "right_db", "channels", "monitor", "monitor_pitch_cents", "monitor_level_db",
                "monitor_latency_frames",
            ]
        case .rate: ["play_rate", "pitch_cents", "effective_rate", "dpc_quality", "formants", "bypass"]
        case .loop: ["looping", "loop_a_frames", "loop_b_frames", "scan"]
        case .markers: ["count", "name", "frames", "recording"]
        case .operations: ["kind", "name", "percent"]
        case .library: ["revision", "changed"]
        case .xruns: ["xruns", "missed_frames", "lost_frames", "underruns"]
        case .disk: ["disk_free_bytes", "disk_seconds_left"]
        }
    }
}
