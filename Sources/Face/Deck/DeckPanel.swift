// The deck: waveform, meters, facts and pad. Any thread; no clock, no I/O.
internal import Dictation
internal import Drawing

/// The main page.
struct DeckPanel: Panel {
    let title = "Deck"
    let contexts = [KeyContext.deck]
    let isMoving = true
    /// The tape with its waveform.
    var part = TapePart()

    mutating func take(_ input: PanelInput, _ context: inout FaceContext) -> Bool {
        switch input {
        case .action(.zoomIn): part.tape.zoom(in: true)
        case .action(.zoomOut): part.tape.zoom(in: false)
        case .action(.whole): part.tape.toggleWhole()
        case .mouse(let event, let spot, let area): _ = part.take(event, spot, area, &context)
        case .action, .key, .paste, .told: return false
        }
        return true
    }

    mutating func answer(_ ticket: Int, _ answer: Result<Reply, Failure>, _ context: inout FaceContext) {
        part.answer(ticket, answer, &context)
    }

    mutating func look(_ context: inout FaceContext) {
        part.look(DeckLayout(context.area, isSmall: context.isSmall), &context)
    }

    func draw(_ sketch: inout Sketch, _ area: Rectangle, _ context: FaceContext) {
        let layout = DeckLayout(area, isSmall: context.isSmall)
        part.draw(&sketch, layout, context)
        drawCountIn(&sketch, layout, context)
        drawMeters(&sketch, layout, context)
        drawFacts(&sketch, layout, context)
        drawPad(&sketch, layout.pad, context)
    }
}
