// The transcript: the sound above, its text below, and a line that is typed. Any thread; no clock, no I/O.
internal import Dictation
internal import Drawing
internal import Messages

/// The page of the words of the loaded recording: read along, play from a line, correct it, and type new ones.
struct TranscriptPanel: Panel {
    var title: String { tr("Transcript") }
    var contexts: [KeyContext] { entry == nil ? [.transcript, .list] : [.typing] }
    var takesText: Bool { entry != nil }
    let isMoving = true

    var rows = TranscriptRows()
    /// The waveform above, where no deck stands beside the page.
    private(set) var sound = TapePart()
    /// The line that is typed; nil for none.
    var entry: TranscriptEntry?
    /// A new line that was left before it was kept.
    var draft = ""
    /// The writes that wait for their answers, with their texts.
    var writes: [Int: TranscriptEntry] = [:]
    /// The requests that hold playback: nobody is told their failure.
    var holds: Set<Int> = []
    /// The words of the last failure; empty for none.
    private(set) var failure = ""
    /// True until the first answer for the recording.
    private(set) var isLoading = false
    /// Number of the line that is said, from 1; 0 for none.
    private var said = 0
    /// True if the selection follows the playhead.
    private var isFollowing = true
    /// The text that was asked for last.
    private var seen: Seen?
    private var asked: Int?

    /// A state of the text.
    private struct Seen: Equatable {
        let name: String
        let revision: Int64
        let change: Int64
    }

    /// The regions of the mouse beside those of the sound.
    enum Spot: Int {
        case text, entry
    }

    // MARK: Input

    mutating func take(_ input: PanelInput, _ context: inout FaceContext) -> Bool {
        switch input {
        case .action(let action):
            if entry != nil { return type(action, &context) }
            if rows.take(action) {
                isFollowing = false
                return true
            }
            return perform(action, &context)
        case .key(let key):
            guard entry?.field.take(key) == true else { return false }
            hold(&context)
            return true
        case .paste(let text):
            guard entry != nil else { return false }
            entry?.field.insert(text)
            hold(&context)
            return true
        case .mouse(let event, let spot, let area):
            if !sound.take(event, spot, area, &context) { take(event, Spot(rawValue: spot), area, &context) }
            return true
        case .told:
            removeLine(&context)
            return true
        }
    }

    private mutating func take(_ event: MouseEvent, _ spot: Spot?, _ area: Rectangle, _ context: inout FaceContext) {
        switch (spot, event.kind) {
        case (.entry?, .press):
            let stamp = Self.stamp(entry, context).count
            entry?.field.click(column: event.column - area.column - stamp, columns: area.columns - stamp)
        case (.text?, .wheelUp): rows.scroll(down: false)
        case (.text?, .wheelDown): rows.scroll(down: true)
        case (.text?, .press):
            guard let line = rows.line(atRow: event.row - area.row) else { return }
            let isSecond = line == rows.selected
            rows.select(line)
            isFollowing = false
            if isSecond, context.isFocused, entry == nil { _ = perform(.goTo, &context) }
        default: return
        }
        if spot == .text, event.kind != .press { isFollowing = false }
    }

    private mutating func perform(_ action: ScreenAction, _ context: inout FaceContext) -> Bool {
        let line = rows.lines.indices.contains(rows.selected) ? rows.lines[rows.selected] : nil
        switch action {
        case .goTo: if let line { play(line, &context) }
        case .editLine: if let line { begin(TranscriptEntry(line)) }
        case .newLine: openNew(&context)
        case .nextDoubtful: seekDoubtful(1, &context)
        case .previousDoubtful: seekDoubtful(-1, &context)
        case .delete:
            if let line { context.question(0, tr("Remove the words of this line?"), [line.shown], isWarning: true) }
        case .transcribe:
            if context.view.isLoaded {
                context.ask(
                    .library(.transcribe), [.name: .text(context.view.loadedReference), .background: .flag(true)])
            }
        default: return false
        }
        return true
    }

    /// Plays from a line, and follows the text again.
    private mutating func play(_ line: TranscriptLine, _ context: inout FaceContext) {
        isFollowing = true
        context.ask(.playing(.play), [.from: .text("\(line.start)f")])
    }

    /// Plays the next doubtful line before or after the selected one.
    private mutating func seekDoubtful(_ step: Int, _ context: inout FaceContext) {
        var index = rows.selected + step
        while rows.lines.indices.contains(index), !rows.lines[index].isDoubtful { index += step }
        guard rows.lines.indices.contains(index) else {
            return context.say(step > 0 ? tr("No doubtful word follows") : tr("No doubtful word is before"), .info)
        }
        rows.select(index)
        play(rows.lines[index], &context)
    }

    private func removeLine(_ context: inout FaceContext) {
        guard rows.lines.indices.contains(rows.selected) else { return }
        var empty = TranscriptEntry(rows.lines[rows.selected])
        empty.field = TextField()
        context.ask(
            .library(.transcript), empty.request(context.view.loadedReference, until: empty.end ?? empty.start + 1))
    }

    // MARK: The engine

    mutating func look(_ context: inout FaceContext) {
        let layout = TranscriptLayout(context.area, isTyping: entry != nil)
        rows.fit(columns: layout.textColumns, rows: layout.text.rows)
        guard context.view.isConnected, context.view.isLoaded else {
            // A text that is nowhere else stays for the next new line.
            let texts = [draft] + writes.values.map(\.field.text) + (entry.map { $0.isChanged ? [$0.field.text] : [] } ?? [])
            self = TranscriptPanel()
            draft = texts.filter { !$0.isEmpty }.joined(separator: " ")
            return
        }
        if layout.sound.rows > 0 { sound.look(DeckLayout(soundOf: layout.sound), &context) }
        follow(Int(clamping: context.view.words.line))
        let now = Seen(
            name: context.view.loadedReference, revision: context.view.words.revision, change: context.view.loadedRevision)
        guard asked == nil, now != seen else { return }
        if now.name != seen?.name {
            rows.take([])
            (isLoading, isFollowing, failure) = (true, true, "")
        }
        seen = now
        asked = context.ask(.library(.transcript), [.name: .text(now.name)])
    }

    /// Keeps the selection at the line that is said, unless the user has moved it away or types.
    private mutating func follow(_ line: Int) {
        // A line that is told again is none to go to: the playhead may be on its way to another one.
        guard line != said else { return }
        said = line
        if line == rows.selected + 1 { isFollowing = true }
        guard isFollowing, entry == nil, (1...max(1, rows.lines.count)).contains(line) else { return }
        rows.select(line - 1)
    }

    mutating func answer(_ ticket: Int, _ answer: Result<Reply, Failure>, _ context: inout FaceContext) {
        if let written = writes.removeValue(forKey: ticket) { return finish(written, answer, &context) }
        guard ticket == asked else {
            sound.answer(ticket, answer, &context)
            if case .failure(let failure) = answer, !holds.contains(ticket) { context.say(failure.words, .error) }
            holds.remove(ticket)
            return
        }
        asked = nil
        isLoading = false
        switch answer {
        case .success(let reply):
            failure = ""
            rows.take(reply.items.map(TranscriptLine.init))
            // The line that is said is known now.
            said = 0
        case .failure(let error):
            failure = error.words
            rows.take([])
        }
    }
}
