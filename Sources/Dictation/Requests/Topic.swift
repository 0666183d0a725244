// Any thread; constants. What can be subscribed to, and in which order each message tells its fields.

/// One kind of state message: `/dicta/state/NAME`, followed by name and value of each field in turn, always all of them and
/// always in this order, so that a surface may read by name or by place.
public enum Topic: String, Sendable, CaseIterable {
    case transport, position, meters, gains, rate, loop, markers, operations, library, xruns, disk

    /// Where its messages are sent.
    public var address: String { CommandTable.root + "state/" + rawValue }

    /// One sentence.
    public var summary: String {
        switch self {
        case .transport: "What records and plays, and whether a JACK server runs."
        case .position: "Where the playhead is, and how long the take has become."
        case .meters: "Levels in dB: peak, average and held peak of inputs and outputs; silence is -200."
        case .gains: "How loud the recording is played, and how the inputs are monitored."
        case .rate: "Tempo and pitch of what plays."
        case .loop: "The points A and B (-1 where one is not set), and a held cue or review."
        case .markers: "How many markers the take or what is loaded has, and the one that was set last."
        case .operations: "What works in the background: its kind, what it is done to, and how far it is."
        case .library: "Counts up with every change of the library, and names what changed last."
        case .xruns: "What JACK and the disk could not do in time, counted apart."
        case .disk: "Room that is left for recordings, as bytes and as time."
        }
    }

    /// The fields, in the order in which they are sent.
    public var fields: [String] {
        switch self {
        case .transport: ["record_state", "play_state", "record_name", "play_name", "jack", "freewheel", "record_error"]
        case .position:
            [
                "position_frames", "position_seconds", "heard_frames", "heard_seconds", "duration_frames", "duration_seconds",
                "elapsed_frames", "elapsed_seconds",
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
