// The panel of rate and pitch. Any thread; no clock, no I/O.
internal import Dictation
internal import Drawing
internal import Messages

/// Digital pitch control: a fader for the rate, one for the pitch, a row of rates, quality and formants.
struct DPCPanel: Panel {
    var title: String { tr("Rate and pitch (DPC)") }
    let contexts = [KeyContext.dpc]

    /// The rows that can be chosen.
    enum Row: Int, CaseIterable {
        case rate, pitch, presets, quality, formants
    }

    /// The rates of one press.
    static let presets = [0.5, 0.75, 0.8, 0.9, 1, 1.25, 1.5, 2]

    /// The parts that the mouse can use; presets follow.
    private enum Spot {
        static let rate = 0
        static let pitch = 1
        static let quality = 2
        static let formants = 3
        static let preset = 10
    }

    private(set) var row = Row.rate

    func size(in space: Rectangle, _ context: FaceContext) -> (columns: Int, rows: Int) { (min(64, space.columns), 9) }

    private func fader(_ row: Row, _ view: EngineView) -> Fader {
        row == .pitch
            ? Fader(view.sound.cents, in: -1200...1200, neutral: 0, fine: 1, coarse: 100)
            : Fader(view.sound.rate, in: 0.5...2, neutral: 1, fine: 0.01, coarse: 0.1)
    }

    mutating func take(_ input: PanelInput, _ context: inout FaceContext) -> Bool {
        switch input {
        case .action(let action): return take(action, &context)
        case .mouse(let event, let spot, let area): take(event, spot, area, &context)
        case .key, .paste, .told: return false
        }
        return true
    }

    private mutating func take(_ action: ScreenAction, _ context: inout FaceContext) -> Bool {
        switch action {
        case .up: row = Row(rawValue: row.rawValue - 1) ?? row
        case .down: row = Row(rawValue: row.rawValue + 1) ?? row
        case .less: move(-1, isCoarse: false, &context)
        case .more: move(1, isCoarse: false, &context)
        case .muchLess: move(-1, isCoarse: true, &context)
        case .muchMore: move(1, isCoarse: true, &context)
        case .change: ask(&context)
        case .reset: context.perform(.normal)
        case .quality: toggle(.quality, &context)
        case .formants: toggle(.formants, &context)
        case .close: context.close()
        default: return false
        }
        return true
    }

    /// Moves the chosen row by a step.
    private func move(_ count: Int, isCoarse: Bool, _ context: inout FaceContext) {
        switch row {
        case .rate, .pitch:
            var fader = fader(row, context.view)
            fader.move(by: count, coarse: isCoarse)
            set(row, fader.value, &context)
        case .presets:
            let rate = context.view.sound.rate
            let next = count > 0 ? Self.presets.first { $0 > rate + 0.001 } : Self.presets.last { $0 < rate - 0.001 }
            if let next { set(.rate, next, &context) }
        case .quality, .formants: toggle(row, &context)
        }
    }

    private func set(_ row: Row, _ value: Double, _ context: inout FaceContext) {
        context.outbox.moves.append(row == .pitch ? .pitch(value) : .rate(value))
    }

    /// Changes a row with two values. Nothing is changed while the engine has not told the present one.
    private func toggle(_ row: Row, _ context: inout FaceContext) {
        let sound = context.view.sound
        if row == .quality, !sound.quality.isEmpty {
            context.send("dpc --quality \(sound.quality == "finer" ? "faster" : "finer")")
        } else if row == .formants, !sound.formants.isEmpty {
            context.send("dpc --formants \(sound.formants == "keep" ? "shift" : "keep")")
        }
    }

    /// Asks for a typed value; on the other rows, changes them.
    private func ask(_ context: inout FaceContext) {
        guard row == .rate || row == .pitch || row == .presets else { return toggle(row, &context) }
        let isPitch = row == .pitch
        let (title, words) =
            isPitch
            ? (tr("Pitch"), tr("Cents, from -1200 to 1200; 0 is as recorded."))
            : (tr("Rate", "of playback"), tr("From 0.5 to 2; 1 is as recorded."))
        let sound = context.view.sound
        let value = isPitch ? sound.cents.fixed(0) : sound.rate.localized(2)
        context.open(
            Prompt.text(title, [words], value) { text, context in
                let isInRange = Double(text).map { (isPitch ? -1200...1200 : 0.5...2).contains($0) } ?? false
                guard let number = Double(text), isInRange else {
                    context.say(
                        isPitch
                            ? tr("'\(text)' is no pitch: from -1200 to 1200") : tr("'\(text)' is no rate: from 0.5 to 2"),
                        .error)
                    return
                }
                context.outbox.moves.append(isPitch ? .pitch(number) : .rate(number))
            })
    }

    private mutating func take(_ event: MouseEvent, _ spot: Int, _ area: Rectangle, _ context: inout FaceContext) {
        let chosen: Row? =
            switch spot {
            case Spot.rate: .rate
            case Spot.pitch: .pitch
            case Spot.quality: .quality
            case Spot.formants: .formants
            default: .presets
            }
        guard let chosen else { return }
        switch event.kind {
        case .wheelUp, .wheelDown:
            row = chosen
            if chosen == .rate || chosen == .pitch { move(event.kind == .wheelUp ? 1 : -1, isCoarse: false, &context) }
        case .press, .drag:
            row = chosen
            if chosen == .rate || chosen == .pitch {
                let cell = max(0, min(area.columns - 1, event.column - area.column))
                set(chosen, fader(chosen, context.view).value(atCell: cell, of: area.columns), &context)
            } else if event.kind == .press, chosen == .presets, Self.presets.indices.contains(spot - Spot.preset) {
                set(.rate, Self.presets[spot - Spot.preset], &context)
            } else if event.kind == .press {
                toggle(chosen, &context)
            }
        case .release, .menu: break
        }
    }

    func draw(_ sketch: inout Sketch, _ area: Rectangle, _ context: FaceContext) {
        let (view, glyphs) = (context.view, context.options.glyphs)
        let sound = view.sound
        let pitch = Cells.padded((sound.cents > 0 ? "+" : "") + sound.cents.fixed(0), 5, right: true)
        let faders: [(Row, Int, String, String, Int)] = [
            (.rate, 0, tr("Rate", "of playback"), " " + sound.rate.localized(2), Spot.rate),
            (.pitch, 2, tr("Pitch"), tr("\(pitch) c"), Spot.pitch),
        ]
        for (row, line, label, value, spot) in faders {
            put(label, row, &sketch, area, line)
            let bar = Rectangle(column: area.column + 10, row: area.row + line, columns: area.columns - 20, rows: 1)
            fader(row, view).draw(on: &sketch.canvas, in: bar, glyphs, isFocused: self.row == row)
            sketch.spot(bar, spot)
            let place = area.column + area.columns - 9
            sketch.button(
                Cells.padded(value, 9, right: true), .change, column: place, row: area.row + line,
                Style(.text, bold: self.row == row))
        }
        put(tr("Presets"), .presets, &sketch, area, 4)
        var column = area.column + 10
        for (index, preset) in Self.presets.enumerated() {
            let words = " \(preset.short) "
            guard column + words.count <= area.column + area.columns else { break }
            let isSet = abs(preset - sound.rate) < 0.001
            let end = sketch.canvas.put(
                words, column: column, row: area.row + 4,
                isSet ? Style(.text, on: .selection, bold: true) : Style(.text, on: .raised))
            sketch.spot(Rectangle(column: column, row: area.row + 4, columns: end - column, rows: 1), Spot.preset + index)
            column = end + 1
        }
        for (row, line, label, value, spot) in [
            (Row.quality, 5, tr("Quality"), sound.qualityWords, Spot.quality),
            (.formants, 6, tr("Formants"), sound.formants, Spot.formants),
        ] {
            put(label, row, &sketch, area, line)
            let end = sketch.canvas.put(
                value.isEmpty ? tr("unknown") : value, column: area.column + 10, row: area.row + line, .plain,
                width: area.columns - 10)
            sketch.spot(
                Rectangle(column: area.column + 10, row: area.row + line, columns: end - area.column - 10, rows: 1), spot)
        }
        let words = sound.isBypassed ? tr("The sound passes untouched, bit for bit.") : tr("The sound is stretched.")
        sketch.canvas.put(words, column: area.column, row: area.row + 8, Style(.secondary), width: area.columns - 10)
        sketch.button(
            " " + tr("normal") + " ", .normal, column: area.column + area.columns - 8, row: area.row + 8,
            Style(.text, on: .raised))
    }

    private func put(_ label: String, _ row: Row, _ sketch: inout Sketch, _ area: Rectangle, _ line: Int) {
        sketch.canvas.put(
            label, column: area.column, row: area.row + line,
            self.row == row ? Style(.text, on: .selection, bold: true) : Style(.secondary), width: 9)
    }
}
