// One recording on the screen. Any thread; a value.
internal import Dictation
internal import Drawing

/// A recording as `ls` and `search` list it. A field of another type reads as none.
struct RecordingView: Sendable, Equatable {
    let name: String
    let seconds: Double
    let rate: Int64
    let channels: Int64
    let container: String
    let bits: String
    let bytes: Int64
    let created: String
    let state: String
    let title: String
    let artist: String
    let tags: [String]
    let note: String
    let markers: Int64
    let segments: Int64
    /// Place of the last playback in seconds; nil for none.
    let position: Double?
    let problem: String
    let isFavourite: Bool
    /// Name of its group; empty for none.
    let group: String
    /// The number of recordings in the group; 0 while unknown.
    let groupCount: Int64
    /// The length of all recordings of the group in seconds.
    let groupSeconds: Double

    init(_ fields: Fields) {
        name = fields.text("name")
        let length = fields.number("seconds")
        seconds = length.isFinite ? max(0, min(TimeSpan.longestSeconds, length)) : 0
        rate = max(0, fields.count("rate"))
        channels = max(0, fields.count("channels"))
        container = fields.text("container")
        bits = fields.text("bits")
        bytes = max(0, fields.count("bytes"))
        created = fields.text("created")
        state = fields.text("state")
        title = fields.text("title")
        artist = fields.text("artist")
        tags = fields["tags"]?.texts ?? []
        note = fields.text("note")
        markers = max(0, fields.count("markers"))
        segments = max(0, fields.count("segments"))
        let place = fields.number("position_seconds")
        position = fields["position_seconds"] == nil || !place.isFinite ? nil : max(0, min(TimeSpan.longestSeconds, place))
        problem = fields.text("problem")
        isFavourite = fields.flag("favourite")
        group = fields.text("group")
        groupCount = max(0, fields.count("group_count"))
        let sum = fields.number("group_seconds")
        groupSeconds = sum.isFinite ? max(0, min(TimeSpan.longestSeconds, sum)) : 0
    }

    /// The group in words: `Asha`, `no artist`.
    func groupName(_ kind: String) -> String { group.isEmpty ? "no \(kind)" : group }

    /// The sums of the group: `12 recordings, 1h07m26s`.
    var groupWords: String {
        guard groupCount > 0 else { return "" }
        return (groupCount == 1 ? "1 recording" : "\(groupCount) recordings") + ", \(TimeSpan.counter(seconds: groupSeconds))"
    }

    /// The length as a counter shows it.
    var length: String { TimeSpan.counter(seconds: seconds) }

    /// The sample rate in kHz: `48`, `44.1`.
    private var kilohertz: String { (Double(rate) / 1000).short }

    /// The format in few cells: `WAV 24/48 stereo`.
    var shortFormat: String {
        guard !container.isEmpty else { return "" }
        let depth = bits.isEmpty ? kilohertz : "\(bits)/\(kilohertz)"
        return "\(container.uppercased()) \(depth) \(channelWord)"
    }

    /// The format in words: `WAV, 24 bit, 48 kHz, stereo`.
    var format: String {
        var parts = [container.uppercased()]
        if !bits.isEmpty { parts.append(bits.allSatisfy(\.isNumber) ? "\(bits) bit" : bits) }
        if rate > 0 { parts.append("\(kilohertz) kHz") }
        parts.append(channelWord)
        return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private var channelWord: String {
        switch channels {
        case 0: ""
        case 1: "mono"
        case 2: "stereo"
        default: "\(channels) ch"
        }
    }
}
