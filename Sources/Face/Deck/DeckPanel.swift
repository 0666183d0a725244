// The deck: waveform, meters, facts and pad. Any thread; no clock, no I/O.
internal import Dictation
internal import Drawing
internal import Messages

/// The main page.
struct DeckPanel: Panel {
    var title: String { tr("Deck") }
    let contexts = [KeyContext.deck]
    let isMoving = true
    /// The tape with its waveform.
    var part = TapePart()
    /// The question for another prompt that is under way.
    private var asked: Int?

    mutating func take(_ input: PanelInput, _ context: inout FaceContext) -> Bool {
        switch input {
        case .action(.zoomIn): part.tape.zoom(in: true)
        case .action(.zoomOut): part.tape.zoom(in: false)
        case .action(.whole): part.tape.toggleWhole()
        case .action(.anotherPrompt): asked = context.ask(.guide(.prompt), [.inspire: .flag(true)])
        case .action(.usePrompt): context.send("rec --prompt")
        case .action(.favouritePrompt):
            context.send(context.view.prompt.isFavourite ? "prompt favourite --off" : "prompt favourite")
        case .action(.hidePrompt): context.send("prompt hide")
        case .mouse(let event, let spot, let area): _ = part.take(event, spot, area, &context)
        case .action, .key, .paste, .told: return false
        }
        return true
    }

    mutating func answer(_ ticket: Int, _ answer: Result<Reply, Failure>, _ context: inout FaceContext) {
        guard ticket == asked else { return part.answer(ticket, answer, &context) }
        asked = nil
        switch answer {
        case .failure(let failure): context.say(failure.words, .error)
        case .success(let reply):
            // The card shows it, where there is one.
            var view = context.view
            view.prompt = PromptView(reply.fields)
            view.prompt.isCard = context.view.prompt.isCard
            if layout(context.area, context, view).card.rows == 0, !view.prompt.text.isEmpty { context.say(view.prompt.text) }
        }
    }

    mutating func look(_ context: inout FaceContext) {
        if !context.view.isConnected { asked = nil }
        part.look(layout(context.area, context), &context)
    }

    private func layout(_ area: Rectangle, _ context: FaceContext, _ view: EngineView? = nil) -> DeckLayout {
        DeckLayout(area, isSmall: context.isSmall, card: DeckCard(view ?? context.view, columns: area.columns - 2))
    }

    func draw(_ sketch: inout Sketch, _ area: Rectangle, _ context: FaceContext) {
        let layout = layout(area, context)
        part.draw(&sketch, layout, context)
        drawCountIn(&sketch, layout, context)
        drawMeters(&sketch, layout, context)
        drawFacts(&sketch, layout, context)
        drawCard(&sketch, layout.card, context)
        drawPad(&sketch, layout.pad, context)
    }
}
