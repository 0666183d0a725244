// Timeline, markers and undo steps in the JSON of a sidecar. Any thread; no I/O.
internal import JSON
internal import Messages

extension EditHistory {
    init(_ reader: inout JSONReader) throws(RecordingError) {
        let arrangement = try Arrangement(&reader, spans: "timeline")
        self.init(
            arrangement,
            undoable: try reader.list("undo") { (tree, place) throws(RecordingError) in try Step(tree, place) },
            redoable: try reader.list("redo") { (tree, place) throws(RecordingError) in try Step(tree, place) })
    }

    var json: [JSONTree.Member] {
        arrangement.json(spans: "timeline") + [
            .init("undo", .list(undoable.map(\.json))), .init("redo", .list(redoable.map(\.json))),
        ]
    }
}

extension EditHistory.Step {
    init(_ tree: JSONTree, _ place: String) throws(RecordingError) {
        var reader = try JSONReader(tree, place)
        let frame = try reader.needFrames("frame")
        let name: String = try reader.need("name")
        self.init(
            // Version 0.1 called a cut `delete`.
            name: name == "delete" ? "cut" : name, range: frame..<frame + (try reader.needFrames("length")),
            piece: try Arrangement(&reader, spans: "spans"))
        split = try reader.frames("split")
        words = reader.other("words")?.text.flatMap(Identifier.init)
        if words != nil { _ = reader.take("words") }
        others = reader.others
    }

    var json: JSONTree {
        .object(
            [
                .init("name", .text(name)), .init("frame", .integer(range.lowerBound)),
                .init("length", .integer(range.upperBound - range.lowerBound)),
            ] + piece.json(spans: "spans") + (split.map { [.init("split", .integer($0))] } ?? [])
                + (words.map { [.init("words", .text($0.description))] } ?? []) + others)
    }
}

extension Arrangement {
    init(_ reader: inout JSONReader, spans key: String) throws(RecordingError) {
        var frames: Int64 = 0
        let spans = try reader.list(key) { (tree, place) throws(RecordingError) in
            let span = try Span(tree, place)
            frames += span.length
            guard frames <= JSONReader.mostFrames else { throw .wrong(key: place, wanted: tr("a possible length")) }
            return span
        }
        let markers = try reader.list("markers") { (tree, place) throws(RecordingError) in try Marker(tree, place) }
        self.init(Timeline(spans), markers: markers)
    }

    func json(spans key: String) -> [JSONTree.Member] {
        [.init(key, .list(timeline.spans.map(\.json))), .init("markers", .list(markers.map(\.json)))]
    }
}

extension Span {
    init(_ tree: JSONTree, _ place: String) throws(RecordingError) {
        var reader = try JSONReader(tree, place)
        self.init(
            segment: try reader.need("segment"), first: try reader.needFrames("first"), length: try reader.needFrames("length"))
    }

    var json: JSONTree {
        .object([.init("segment", .text(segment)), .init("first", .integer(first)), .init("length", .integer(length))])
    }
}

extension Marker {
    init(_ tree: JSONTree, _ place: String) throws(RecordingError) {
        var reader = try JSONReader(tree, place)
        self.init(
            frame: try reader.needFrames("frame"), name: try reader.text("name") ?? "", note: try reader.text("note") ?? "",
            created: try reader.text("created") ?? "", id: reader.identifier())
        others = reader.others
    }

    var json: JSONTree {
        var members: [JSONTree.Member] = [.init("frame", .integer(frame)), .init("name", .text(name))]
        if !note.isEmpty { members.append(.init("note", .text(note))) }
        if !created.isEmpty { members.append(.init("created", .text(created))) }
        if !id.isUnset { members.append(.init("id", .text(id.description))) }
        return .object(members + others)
    }
}
