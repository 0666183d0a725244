// The analysis of a recording as JSON: in the sidecar, and as an answer. Any thread; no I/O.
public import JSON

extension RecordingAnalysis {
    /// Reads an analysis; nil for one in another form.
    public init?(_ tree: JSONTree) {
        guard tree["schema"]?.integer == Int64(Self.schema), let mark = tree["timeline"]?.text, let made = tree["made"]?.text,
            let seconds = Self.length(tree["seconds"]), let loudness = tree["loudness"].flatMap(LoudnessFigures.init)
        else { return nil }
        self.init(mark: mark, made: made, seconds: seconds, loudness: loudness)
        noiseFloor = LoudnessFigures.bounded(tree["noiseFloor"]?.double ?? LoudnessFigures.silence)
        if let part = tree["speech"] {
            speech.seconds = Self.length(part["seconds"]) ?? 0
            speech.pauses = Self.count(part["pauses"])
            speech.longestPause = Self.length(part["longestPause"]) ?? 0
            speech.medianPause = Self.length(part["medianPause"]) ?? 0
        }
        if let part = tree["clipped"] {
            clips = Self.count(part["stretches"])
            clippedSeconds = Self.length(part["seconds"]) ?? 0
            let places = (part["places"]?.list ?? []).compactMap(\.integer)
            clipPlaces = Array(places.filter { (0...Timeline.longest).contains($0) }.prefix(Self.mostPlaces))
        }
        if let part = tree["losses"] {
            losses = Self.count(part["count"])
            lostSeconds = Self.length(part["seconds"]) ?? 0
            dropouts = part["dropouts"].map(Self.count)
        }
        words = tree["words"].flatMap(WordFigures.init)
    }

    /// The analysis for a sidecar, and for people who ask for JSON.
    public var json: JSONTree {
        var lost: [JSONTree.Member] = [.init("count", .integer(losses)), .init("seconds", .decimal(lostSeconds))]
        if let dropouts { lost.append(.init("dropouts", .integer(dropouts))) }
        var members: [JSONTree.Member] = [
            .init("schema", .integer(Self.schema)), .init("timeline", .text(mark)), .init("made", .text(made)),
            .init("seconds", .decimal(seconds)), .init("loudness", loudness.json),
            .init(
                "speech",
                .object([
                    .init("share", .decimal((speechShare * 10_000).rounded() / 10_000)),
                    .init("seconds", .decimal(speech.seconds)), .init("pauses", .integer(speech.pauses)),
                    .init("longestPause", .decimal(speech.longestPause)), .init("medianPause", .decimal(speech.medianPause)),
                ])),
            .init("noiseFloor", .decimal(noiseFloor)),
            .init(
                "clipped",
                .object([
                    .init("stretches", .integer(clips)), .init("seconds", .decimal(clippedSeconds)),
                    .init("places", .list(clipPlaces.map { .integer($0) })),
                ])), .init("losses", .object(lost)),
        ]
        if let words { members.append(.init("words", words.json)) }
        return .object(members)
    }

    /// A length in seconds from outside; nil for any other value.
    private static func length(_ tree: JSONTree?) -> Double? {
        tree?.double.flatMap { (0...1e12).contains($0) ? $0 : nil }
    }

    /// A count from outside, 0 for any other value.
    private static func count(_ tree: JSONTree?) -> Int {
        tree?.integer.flatMap { (0...Timeline.longest).contains($0) ? Int($0) : nil } ?? 0
    }
}
