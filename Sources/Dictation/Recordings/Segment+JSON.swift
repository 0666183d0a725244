// Segments, joints and gaps in the JSON of a sidecar. Any thread; no I/O.
internal import JSON
internal import Messages

extension Segment {
    init(_ tree: JSONTree, _ place: String) throws(RecordingError) {
        var reader = try JSONReader(tree, place)
        try self.init(&reader, file: Self.fileName(try reader.need("file"), reader))
        others = reader.others
    }

    /// Reads a segment, or a take of schema 1, which has the same keys but no `file`.
    init(_ reader: inout JSONReader, file: String) throws(RecordingError) {
        guard let rate = try reader.integer("rate", Int64(Self.rates.lowerBound)...Int64(Self.rates.upperBound)) else {
            throw .missing(key: "rate")
        }
        guard let channels = try reader.integer("channels", 1...1024) else { throw .missing(key: "channels") }
        self.init(
            file: file, created: try reader.text("created") ?? "", container: try reader.need("container"),
            encoding: try reader.need("encoding"), rate: Int(rate), channels: Int(channels))
        id = reader.identifier()
        bitRate = try reader.integer("bitRate", 1...1_000_000).map(Int.init)
        frames = try reader.frames("frames") ?? 0
        bytes = try reader.frames("bytes") ?? 0
        startFrame = try reader.natural("startFrame") ?? 0
        transportFrame = try reader.frames("transportFrame")
        preRollFrames = try reader.frames("preRollFrames") ?? 0
        joints = try reader.list("joints") { (tree, place) throws(RecordingError) in try Joint(tree, place) }
        gaps = try reader.list("gaps") { (tree, place) throws(RecordingError) in try Gap(tree, place) }
        peaks = try reader.list("peaks") { (tree, place) throws(RecordingError) in
            guard let peak = tree.float else { throw .wrong(key: place, wanted: tr("a list of numbers")) }
            return peak
        }
        xruns = Int(try reader.integer("xruns", 0...JSONReader.mostFrames) ?? 0)
        clips = try reader.integer("clips", 0...JSONReader.mostFrames) ?? 0
        inputLatency = try reader.integer("inputLatency", -JSONReader.mostFrames...JSONReader.mostFrames) ?? 0
        if let count = try reader.integer("dropoutCount", 0...JSONReader.mostFrames) {
            dropoutCount = Int(count)
            dropouts = try reader.list("dropouts") { (tree, place) throws(RecordingError) in try Dropout(tree, place) }
        }
        // Figures in a form of a newer version are kept among the other keys.
        if let figures = reader.other("loudness").flatMap(LoudnessFigures.init) {
            loudness = figures
            _ = reader.take("loudness")
        }
        preset = try reader.text("preset")
        prompt = try reader.text("prompt")
        question = try reader.take("question").map { (tree) throws(RecordingError) in try AskedQuestion(tree, "question") }
        inode = reader.take("inode")?.text
        if let text = reader.other("source")?.text, let found = Identifier(text) {
            source = found
            _ = reader.take("source")
        }
        // A reason known to a newer version only is kept among the other keys.
        if let reason = reader.other("endReason")?.text.flatMap(EndReason.init) {
            endReason = reason
            _ = reader.take("endReason")
        }
    }

    /// Checks a file name: a sidecar must not lead out of the library to files of others.
    private static func fileName(_ name: String, _ reader: JSONReader) throws(RecordingError) -> String {
        let isPlain = !name.isEmpty && !name.hasSlash && !name.hasBytes(first: ".")
        guard isPlain || name.hasBytes(first: "/"), !name.utf8.contains(0) else {
            throw reader.wrong("file", tr("the name of a file in the same folder, or an absolute path"))
        }
        return name
    }

    var json: JSONTree {
        var members: [JSONTree.Member] = [
            .init("file", .text(file)), .init("created", .text(created)), .init("container", .text(container)),
            .init("encoding", .text(encoding)), .init("rate", .integer(rate)), .init("channels", .integer(channels)),
            .init("frames", .integer(frames)), .init("bytes", .integer(bytes)), .init("startFrame", .integer(startFrame)),
            .init("preRollFrames", .integer(preRollFrames)), .init("joints", .list(joints.map(\.json))),
            .init("gaps", .list(gaps.map(\.json))), .init("peaks", .list(peaks.map(JSONTree.float))),
            .init("xruns", .integer(xruns)),
        ]
        if !id.isUnset { members.append(.init("id", .text(id.description))) }
        if clips > 0 { members.append(.init("clips", .integer(clips))) }
        if let transportFrame { members.append(.init("transportFrame", .integer(transportFrame))) }
        if let bitRate { members.append(.init("bitRate", .integer(bitRate))) }
        if inputLatency != 0 { members.append(.init("inputLatency", .integer(inputLatency))) }
        if let dropouts {
            members += [.init("dropoutCount", .integer(dropoutCount)), .init("dropouts", .list(dropouts.map(\.json)))]
        }
        if let loudness { members.append(.init("loudness", loudness.json)) }
        if let preset { members.append(.init("preset", .text(preset))) }
        if let prompt { members.append(.init("prompt", .text(prompt))) }
        if let question { members.append(.init("question", question.json)) }
        if let source { members.append(.init("source", .text(source.description))) }
        if let inode { members.append(.init("inode", .text(inode))) }
        if let endReason { members.append(.init("endReason", .text(endReason.rawValue))) }
        // When a value was set since reading, the newer version's one is wrong.
        let replaced = [endReason == nil ? nil : "endReason", loudness == nil ? nil : "loudness"]
        return .object(members + others.filter { !replaced.contains($0.key) })
    }
}

extension Segment.Joint {
    init(_ tree: JSONTree, _ place: String) throws(RecordingError) {
        var reader = try JSONReader(tree, place)
        self.init(
            position: try reader.needFrames("position"), paused: try reader.needFrames("paused"), time: try reader.text("time"))
    }

    var json: JSONTree {
        .object(
            [.init("position", .integer(position)), .init("paused", .integer(paused))]
                + (time.map { [.init("time", .text($0))] } ?? []))
    }
}

extension Segment.Gap {
    init(_ tree: JSONTree, _ place: String) throws(RecordingError) {
        var reader = try JSONReader(tree, place)
        guard let cause = Cause(rawValue: try reader.need("cause")) else {
            throw reader.wrong("cause", noneOf: ["missed", "lost", "away"])
        }
        self.init(position: try reader.needFrames("position"), length: try reader.needFrames("length"), cause: cause)
        count = try reader.integer("count", 1...JSONReader.mostFrames) ?? 1
    }

    var json: JSONTree {
        .object(
            [.init("position", .integer(position)), .init("length", .integer(length)), .init("cause", .text(cause.rawValue))]
                + (count > 1 ? [.init("count", .integer(count))] : []))
    }
}
