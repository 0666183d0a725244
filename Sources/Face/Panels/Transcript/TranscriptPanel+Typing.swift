// Typing a line of the transcript. Any thread; no I/O.
internal import Dictation
internal import Drawing
internal import Messages

extension TranscriptPanel {
    /// Opens a line for typing.
    mutating func begin(_ entry: TranscriptEntry) {
        self.entry = entry
        self.entry?.begin()
    }

    /// Opens a new line at the playhead. Words that are there already are edited, and never written over by a new line.
    mutating func openNew(_ context: inout FaceContext) {
        guard context.view.isLoaded else { return }
        let place = context.view.position.heard
        guard let there = line(at: place) else { return begin(TranscriptEntry(at: place, draft)) }
        rows.select(there)
        let key = context.keys.key(of: .editLine, in: [.transcript])?.name ?? ""
        context.say(tr("Words are there already: press \(key) to edit the line"), .info)
    }

    /// The line that has words at a frame; nil for none.
    private func line(at frame: Int64) -> Int? {
        rows.lines.firstIndex { $0.start <= frame && frame < $0.end }
    }

    /// Takes an action while a line is typed. False if the screen carries it out.
    mutating func type(_ action: ScreenAction, _ context: inout FaceContext) -> Bool {
        switch action {
        case .accept: keep(&context)
        case .close:
            // A new line is there again at the next one; an edited one has its old text.
            if let entry, entry.before == nil { draft = entry.field.text }
            entry = nil
        default: return false
        }
        return true
    }

    /// Writes the line. After a new one the next begins where it ends.
    private mutating func keep(_ context: inout FaceContext) {
        guard let typed = entry else { return }
        let isNew = typed.before == nil
        guard typed.isChanged else {
            if !isNew { entry = nil }
            return
        }
        let view = context.view
        let end = typed.end(
            at: view.position.heard, rows.lines, rate: view.loadedRate, length: view.position.duration)
        writes[context.ask(.library(.transcript), typed.request(view.loadedReference, until: end)) ?? 0] = typed
        draft = ""
        entry = nil
        let next = max(end, view.position.heard)
        if isNew, line(at: next) == nil { begin(TranscriptEntry(at: next)) }
    }

    /// Takes the answer to a written line. A text that was refused comes back: into its line, or before the next one.
    mutating func finish(
        _ written: TranscriptEntry, _ answer: Result<Reply, Failure>, _ context: inout FaceContext
    ) {
        guard case .failure(let failure) = answer else { return }
        context.say(failure.words, .error)
        guard let now = entry else { return begin(written) }
        if now.before == nil, written.before == nil {
            let joined = [written.field.text, now.field.text].filter { !$0.isEmpty }.joined(separator: " ")
            begin(TranscriptEntry(at: written.start, joined))
        } else {
            draft = written.field.text
        }
    }

    /// Holds playback while a line is typed.
    mutating func hold(_ context: inout FaceContext) {
        let view = context.view
        guard view.isLoaded, view.transport.play == .playing || view.loop.isTyping else { return }
        if let ticket = context.ask("typing") { holds.insert(ticket) }
    }

    /// The time before a line that is typed.
    static func stamp(_ entry: TranscriptEntry?, _ context: FaceContext) -> String {
        guard let entry else { return "" }
        return "[" + TimeSpan.place(Double(entry.start) / context.view.loadedRate, isExact: false) + "] "
    }
}
