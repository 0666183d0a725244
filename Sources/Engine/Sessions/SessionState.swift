// A value; control loop, and the host before there is one.
internal import Dictation

/// What a session keeps beside recordings and settings: what is loaded and how it sounds. JSON, so that people and other
/// programs can read it; keys that are not known stay out.
struct SessionState: Equatable, Sendable {
    /// The recording (of this library, by its name) or file that is loaded.
    var recording: String?
    /// Not looked at where two states are compared: it moves by itself, and each recording remembers its own.
    var position: Int64 = 0
    var loop: [Int64?] = [nil, nil]
    var rate = 1.0
    var pitch = 0.0
    var quality = "finer"
    var formants = "shift"
    var master = 1.0
    var left = 0.0
    var right = 0.0
    var channels = "stereo"
    var monitor = "off"
    var monitorPitch = 0.0
    var monitorLevel = 0.0
    /// Whether the terminal is open.
    var isShown = false
    /// Where recordings and settings are, where that is not beside this file.
    var library: String?
    var settings: String?
    var socket: String?
    /// What was said on the command line, by key.
    var options: [String: String] = [:]

    /// What a save would change.
    func differs(from other: SessionState) -> Bool {
        var same = other
        same.position = position
        return self != same
    }

    // MARK: As a file

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
        if let library { members.append(.init("library", .text(library))) }
        if let socket { members.append(.init("socket", .text(socket))) }
        if !options.isEmpty {
            let sorted = options.sorted { $0.key < $1.key }
            members.append(.init("options", .object(sorted.map { .init($0.key, .text($0.value)) })))
        }
        if let settings { members.append(.init("settings", .text(settings))) }
        return JSONTree.object(members).printed
    }

    /// What is missing is as it comes; what is no state at all is refused.
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

    init() {}
}
