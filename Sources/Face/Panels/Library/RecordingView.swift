// One recording on the screen. Any thread; a value.
internal import Dictation
internal import Drawing
internal import Messages

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

    /// The state in words.
    var stateWord: String { Self.word(ofState: state) }

    private static func word(ofState state: String) -> String {
        switch state {
        case "draft": tr("draft", "a recording")
        case "completed": tr("completed", "a recording")
        case "recording": tr("recording", "a recording")
        case "left open": tr("left open", "a recording")
        default: state
        }
    }

    /// The group in words: `Asha`, `no artist`.
    func groupName(_ kind: String) -> String {
        guard group.isEmpty else { return kind == "state" ? Self.word(ofState: group) : group }
        return switch kind {
        case "artist": tr("no artist")
        case "tag": tr("no tag")
        case "day": tr("no day")
        case "state": tr("no state")
        default: ""
        }
    }

    /// The sums of the group: `12 recordings, 1h07m26s`.
    var groupWords: String {
        guard groupCount > 0 else { return "" }
        let length = TimeSpan.counter(seconds: groupSeconds)
        return tr(groupCount, "\(groupCount) recording, \(length)", "\(groupCount) recordings, \(length)")
    }

    /// The length as a counter shows it.
    var length: String { TimeSpan.counter(seconds: seconds) }

    /// The sample rate in kHz: `48`, `44.1`.
    private var kilohertz: String { (Double(rate) / 1000).localized }

    /// The format in few cells: `WAV 24/48 stereo`.
    var shortFormat: String {
        guard !container.isEmpty else { return "" }
        let depth = bits.isEmpty ? kilohertz : "\(bits)/\(kilohertz)"
        return "\(container.uppercased()) \(depth) \(channelWord)"
    }

    /// The format in words: `WAV, 24 bit, 48 kHz, stereo`.
    var format: String {
        var parts = [container.uppercased()]
        if !bits.isEmpty { parts.append(bits.allSatisfy(\.isNumber) ? tr("\(bits) bit") : bits) }
        if rate > 0 { parts.append(tr("\(kilohertz) kHz")) }
        parts.append(channelWord)
        return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private var channelWord: String {
        switch channels {
        case 0: ""
        case 1: tr("mono")
        case 2: tr("stereo")
        default: tr("\(channels) ch")
        }
    }
}
