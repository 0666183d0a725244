// Draws meters and facts. Any thread; no I/O.
internal import Dictation
internal import Drawing
internal import Messages

extension DeckPanel {
    /// Draws the meters: of the outputs while something plays, else of the inputs.
    func drawMeters(_ sketch: inout Sketch, _ layout: DeckLayout, _ context: FaceContext) {
        guard layout.meters.rows > 1 else { return }
        let view = context.view
        let levels = view.hearsOutputs ? view.outputs : view.inputs
        for (number, label, level) in [(0, tr("L", "left channel"), levels.left), (1, tr("R", "right channel"), levels.right)] {
            MeterBar(
                label, average: level.average, peak: level.peak, held: level.held, isClipped: level.hasClipped
            ).draw(on: &sketch.canvas, in: layout.meter(number), context.options.glyphs)
        }
        sketch.button(layout.meters, .clearClips)
        guard layout.scale.rows > 0 else { return }
        MeterScale.draw(on: &sketch.canvas, in: layout.scale)
        if let threshold = view.voice.threshold, !view.hearsOutputs {
            MeterScale.mark(
                threshold, isLit: view.voice.isOpen, on: &sketch.canvas, in: layout.scale, context.options.glyphs)
        }
        let takes = view.voice.words ?? Self.peaks(view.position)
        let word = view.hearsOutputs ? tr("outputs") : !view.transport.hasTake ? tr("inputs") : takes
        let bar = MeterBar.bar(in: layout.scale)
        let end = layout.scale.column + layout.scale.columns
        let column = end - Cells.width(of: word)
        if column > bar.column + bar.columns { sketch.canvas.put(word, column: column, row: layout.scale.row, Style(.secondary)) }
    }

    /// Draws the lines of facts: the file, and where its sound comes from.
    func drawFacts(_ sketch: inout Sketch, _ layout: DeckLayout, _ context: FaceContext) {
        let glyphs = context.options.glyphs
        if layout.facts.rows > 0 {
            let line = Self.joined(fileWords(context.view, glyphs), layout.facts.columns, glyphs)
            sketch.canvas.put(line, column: layout.facts.column, row: layout.facts.row, .plain, width: layout.facts.columns)
        }
        guard layout.source.rows > 0 else { return }
        let losses = lossWords(context.view)
        let place = layout.source.column + layout.source.columns - Cells.width(of: losses)
        let isLoss = context.view.losses.xruns > 0 || context.view.losses.frames > 0
        let room = max(0, place - layout.source.column - 2)
        let source = Cells.shortened(sourceWords(context.view), to: room, gap: glyphs.gap)
        sketch.canvas.put(source, column: layout.source.column, row: layout.source.row, Style(.secondary), width: room)
        sketch.button(Rectangle(column: layout.source.column, row: layout.source.row, columns: room, rows: 1), .options)
        sketch.canvas.put(
            losses, column: max(layout.source.column, place), row: layout.source.row, Style(isLoss ? .warning : .secondary))
    }

    /// As many of the words as there is room for, the first ones first.
    private static func joined(_ words: [String], _ columns: Int, _ glyphs: FaceOptions.Glyphs) -> String {
        let parts = words.filter { !$0.isEmpty }.map(PrintableText.line)
        var line = parts.first.map { Cells.shortened($0, to: max(0, columns / 2), gap: glyphs.gap) } ?? ""
        for part in parts.dropFirst() {
            let longer = line + " \(glyphs.dot) " + part
            guard Cells.width(of: longer) <= columns else { break }
            line = longer
        }
        return line
    }

    /// File, format, size, the time that is left on the disk, and the next scheduled take.
    private func fileWords(_ view: EngineView, _ glyphs: FaceOptions.Glyphs) -> [String] {
        let left = view.disk.secondsLeft.map(Self.left) ?? ""
        let coming = Cells.shortened(PrintableText.line(view.schedule.words), to: 32, gap: glyphs.gap)
        let (soon, later) = view.schedule.isNear ? (coming, "") : ("", coming)
        switch part.tape.source {
        case .take:
            let status = view.status
            return [
                Self.file(status), soon,
                view.position.remaining.map(Self.end) ?? "",
                Self.format(
                    status.text("format"), status.text("bits"), view.rate, status.count("channels"), status.count("bitrate")),
                Words.size(view.position.bytes), left, later,
            ]
        case .loaded(let name):
            let fields = part.facts.fields
            let time = TimeSpan.counter(seconds: view.position.durationSeconds)
            let length = tr("\(time) long")
            guard fields["container"] != nil else {
                return [name, soon, length, view.loop.silenceWords, view.queue.words, left, later]
            }
            let file = Self.file(fields)
            let format = Self.format(
                fields.text("container"), fields.text("bits"), fields.number("rate"), fields.count("channels"),
                fields.count("bitrate"))
            return [
                file.isEmpty ? name : file, soon, format, Words.size(fields.count("bytes")), length, view.loop.silenceWords,
                view.queue.words, left, later,
            ]
        case .inputs:
            return [soon, left, later]
        }
    }

    /// The time that is left: minutes are enough above an hour, and do not change all the time.
    private static func left(_ seconds: Double) -> String {
        let words = TimeSpan.counter(seconds: seconds)
        let time = seconds < 3600 ? words : String(words.prefix { $0 != "m" }) + "m"
        return tr("\(time) left", "remaining time")
    }

    /// The time until a take ends by itself.
    private static func end(_ seconds: Double) -> String {
        let time = TimeSpan.counter(seconds: seconds.rounded(.up))
        return tr("ends in \(time)")
    }

    /// The file of a recording that is all in one file, else its name.
    private static func file(_ fields: Fields) -> String {
        let path = fields.text("path").isEmpty ? fields.text("segment_path") : fields.text("path")
        return path.split(separator: "/").last.map(String.init) ?? fields.text("name")
    }

    /// The highest levels of a take so far, in fixed places: `take peak   -3  -12`.
    private static func peaks(_ place: PositionView) -> String {
        let (left, right) = (MeterBar.number(place.takePeakLeft), MeterBar.number(place.takePeakRight))
        return tr("take peak \(left) \(right)")
    }

    /// `WAV 24 bit 48 kHz stereo`, `OGG 160 kbit/s 48 kHz stereo`.
    private static func format(
        _ container: String, _ bits: String, _ rate: Double, _ channels: Int64, _ bitRate: Int64
    ) -> String {
        var words = [container.uppercased()]
        if !bits.isEmpty { words.append(Int(bits) == nil ? bits : tr("\(bits) bit")) }
        // The bit rate of a lossless format follows from the rest.
        if bitRate > 0, AudioFormat.Container(rawValue: container.lowercased())?.isLossless != true {
            words.append(tr("\(bitRate) kbit/s"))
        }
        let kilohertz = (rate / 1000).localized
        if rate > 0 { words.append(tr("\(kilohertz) kHz")) }
        if channels == 1 { words.append(tr("mono")) } else if channels == 2 { words.append(tr("stereo")) }
        return words.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The ports that feed the inputs.
    private func sourceWords(_ view: EngineView) -> String {
        guard view.isConnected else { return "" }
        let words = view.sourceWords
        return words.isEmpty ? tr("source  none") : tr("source  \(words)")
    }

    /// Counts in fixed places: they change while nothing else does.
    private func lossWords(_ view: EngineView) -> String {
        [
            (tr("xruns"), view.losses.xruns), (tr("missed", "sound"), view.losses.missed),
            (tr("lost", "sound"), view.losses.lost),
        ].map { name, count in
            name + " " + Cells.padded(Self.count(count), 4)
        }.joined(separator: "  ")
    }

    /// A count in four cells: `12k` above 9999.
    private static func count(_ count: Int64) -> String {
        count < 10_000 ? "\(count)" : count < 1_000_000 ? "\(count / 1000)k" : "\(min(999, count / 1_000_000))M"
    }
}
