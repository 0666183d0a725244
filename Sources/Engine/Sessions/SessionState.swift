// State of a session. Any thread; a value.
internal import Dictation
internal import JSON

/// The loaded file and its sound, saved by a session beside recordings and settings. Stored as JSON, which people and other
/// programs can read; unknown keys are dropped.
struct SessionState: Equatable, Sendable {
    /// The loaded recording by its name in this library, or the path of a file elsewhere; nil if none is loaded.
    var recording: String?
    /// Play position in frames. Ignored by `differs`: it changes by itself, and each recording stores its own.
    var position: Int64 = 0
    /// Points A and B of the loop in frames; nil for a point that is not set.
    var loop: [Int64?] = [nil, nil]
    /// The queue: names of recordings, or paths of files.
    var queue: [String] = []
    /// Number of the queue's current item; nil for none.
    var queueNumber: Int?
    /// True if the queue begins again at its end.
    var queueRepeats = false
    /// True if the order of the queue was made by chance.
    var queueIsShuffled = false
    /// Playback rate; 1 is normal.
    var rate = 1.0
    /// Pitch shift in cents.
    var pitch = 0.0
    /// Quality of the stretching: `finer` or `faster`.
    var quality = "finer"
    /// `keep` or `shift`.
    var formants = "shift"
    /// Linear master gain.
    var master = 1.0
    /// Gain of the left channel in dB.
    var left = 0.0
    /// Gain of the right channel in dB.
    var right = 0.0
    /// Channel mode of the mixer.
    var channels = "stereo"
    /// Mode of monitoring.
    var monitor = "off"
    /// Pitch shift of monitoring in cents.
    var monitorPitch = 0.0
    /// Level of monitoring in dB.
    var monitorLevel = 0.0
    /// True if the terminal is open.
    var isShown = false
    /// Path of the library, if it is not beside this file; nil otherwise.
    var library: String?
    /// Path of the settings, if they are not beside this file; nil otherwise.
    var settings: String?
    /// Path of the control socket, if it was given; nil otherwise.
    var socket: String?
    /// Options of the command line, by key.
    var options: [String: String] = [:]

    /// Takes the queue of an earlier state, unless there is another one.
    mutating func keepQueue(of earlier: SessionState) {
        guard queue.isEmpty else { return }
        (queue, queueNumber) = (earlier.queue, earlier.queueNumber)
        (queueRepeats, queueIsShuffled) = (earlier.queueRepeats, earlier.queueIsShuffled)
    }

    /// True if a save would change more than the play position.
    func differs(from other: SessionState) -> Bool {
        var same = other
        same.position = position
        return self != same
    }

    // MARK: File

    /// The state as the text of a JSON file.
    var text: [UInt8] {
        func number(_ value: Double) -> JSONTree {
            value.isFinite ? .number(value.description) : .text(value < 0 ? "-inf" : "inf")
        }
        var members: [JSONTree.Member] = [
            .init("schema", .integer(1)), .init("program", .text("dicta \(Version.text)")),
            .init("recording", recording.map(JSONTree.text) ?? .none), .init("position_frames", .integer(position)),
            .init("loop_frames", .list(loop.map { $0.map { JSONTree.integer($0) } ?? .none })),
            .init("rate", number(rate)), .init("pitch_cents", number(pitch)), .init("dpc_quality", .text(quality)),
            .init("formants", .text(formants)), .init("master", number(master)), .init("left_db", number(left)),
            .init("right_db", number(right)), .init("channels", .text(channels)), .init("monitor", .text(monitor)),
            .init("monitor_pitch_cents", number(monitorPitch)), .init("monitor_level_db", number(monitorLevel)),
            .init("gui", .flag(isShown)),
        ]
        if !queue.isEmpty {
            members += [
                .init("queue", .list(queue.map(JSONTree.text))), .init("queue_number", .integer(Int64(queueNumber ?? 0))),
                .init("queue_repeat", .flag(queueRepeats)), .init("queue_shuffle", .flag(queueIsShuffled)),
            ]
        }
        if let library { members.append(.init("library", .text(library))) }
        if let socket { members.append(.init("socket", .text(socket))) }
        if !options.isEmpty {
            let sorted = options.sorted { $0.key < $1.key }
            members.append(.init("options", .object(sorted.map { .init($0.key, .text($0.value)) })))
        }
        if let settings { members.append(.init("settings", .text(settings))) }
        return JSONTree.object(members).printed
    }

    /// Parses the text of a file. Missing keys get standard values; nil if the text is not a saved state.
    init?(_ text: String) {
        let tree: JSONTree
        do throws(JSONError) { tree = try JSONTree(parsing: Array(text.utf8)) } catch { return nil }
        guard case .object = tree, tree["schema"]?.integer == 1 else { return nil }
        func number(_ key: String) -> Double? {
            switch tree[key] {
            case .number(let digits)?: Double(digits)
            case .text("-inf")?: -Double.infinity
            default: nil
            }
        }
        recording = tree["recording"]?.text
        position = max(0, tree["position_frames"]?.integer ?? 0)
        let points = tree["loop_frames"]?.list ?? []
        if points.count == 2 { loop = points.map { $0.integer.flatMap { $0 < 0 ? nil : $0 } } }
        queue = (tree["queue"]?.list ?? []).compactMap(\.text)
        queueNumber = tree["queue_number"]?.integer.flatMap { $0 > 0 ? Int(clamping: $0) : nil }
        (queueRepeats, queueIsShuffled) = (tree["queue_repeat"] == .flag(true), tree["queue_shuffle"] == .flag(true))
        rate = number("rate") ?? rate
        pitch = number("pitch_cents") ?? pitch
        quality = tree["dpc_quality"]?.text ?? quality
        formants = tree["formants"]?.text ?? formants
        master = number("master") ?? master
        left = number("left_db") ?? left
        right = number("right_db") ?? right
        channels = tree["channels"]?.text ?? channels
        monitor = tree["monitor"]?.text ?? monitor
        monitorPitch = number("monitor_pitch_cents") ?? monitorPitch
        monitorLevel = number("monitor_level_db") ?? monitorLevel
        isShown = tree["gui"] == .flag(true)
        library = tree["library"]?.text
        settings = tree["settings"]?.text
        socket = tree["socket"]?.text
        if case .object(let members)? = tree["options"] {
            for member in members { options[member.key] = member.value.text }
        }
    }

    /// Makes the state of a new session.
    init() {}
}
