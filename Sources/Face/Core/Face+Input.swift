// Keys, mouse and text. Any thread; no I/O.
internal import Dictation
internal import Drawing
internal import Messages

extension Face {
    /// Actions that are possible while the transport is locked.
    static let allowedWhileLocked: Set<ScreenAction> = [.lock, .quit, .redraw, .suspend, .help]

    /// Actions of the screen that are possible while a question is open, beside its answers.
    static let allowedWhileAsked: Set<ScreenAction> = [.quit, .redraw, .suspend, .help]

    /// True while only a few actions are taken.
    var isLocked: Bool { view.lock.isLocked }

    /// True while a question waits for its answer, also below the help.
    var isAsked: Bool { dialogs.contains { $0.panel.isModal } }

    /// True while the help is on top.
    var isHelp: Bool { dialogs.last?.panel is HelpPanel }

    /// Takes one input of the terminal.
    mutating func take(_ input: InputEvent, _ now: Double) {
        switch input {
        case .resize(let columns, let rows):
            let wasFull = size == .full
            self.columns = max(0, min(4096, columns))
            self.rows = max(0, min(4096, rows))
            guard wasFull, size == .small else { return }
            note = Note(text: tr("A small window: all keys work"), role: .info, until: now + Self.noteSeconds)
        case .key(let key): take(key, now)
        case .paste(let text):
            if !isLocked { with(focus, now) { panel, context in _ = panel.take(.paste(text), &context) } }
        case .mouse(let event): take(event, now)
        }
    }

    /// Takes a key: the panel with the focus comes first, then the screen. While text is typed, a key that edits it is no other
    /// action.
    private mutating func take(_ key: Key, _ now: Double) {
        let takesText = panel(focus)?.takesText == true
        let near = takesText ? panel(focus)?.contexts ?? [] : contexts
        let action = takesText && key.isText ? nil : keys.action(of: key, in: near)
        guard !isLocked else {
            if let action = action ?? keys.action(of: key, in: [.anywhere]) { dispatch(action, now) }
            return
        }
        if let action {
            dispatch(action, now)
        } else if with(focus, now, { panel, context in panel.take(.key(key), &context) }) != true, takesText, !key.isText,
            let action = keys.action(of: key, in: [.anywhere])
        {
            perform(action, now)
        }
    }

    /// Gives an action to the panel with the focus, else carries it out. False if it means nothing now.
    @discardableResult
    mutating func dispatch(_ action: ScreenAction, _ now: Double) -> Bool {
        if allows(action), with(focus, now, { panel, context in panel.take(.action(action), &context) }) == true { return true }
        return perform(action, now)
    }

    /// Takes the mouse: what is drawn now decides what it means.
    private mutating func take(_ event: MouseEvent, _ now: Double) {
        if event.kind == .drag || event.kind == .release {
            let region = grabbed
            if event.kind == .release {
                grabbed = nil
                unlock(unlocking.release())
                letGo()
            }
            if let region { hand(event, region, now) }
            return
        }
        grabbed = nil
        letGo()
        let region = sketch(now).region(column: event.column, row: event.row)
        guard let region else { return }
        if event.kind == .press { grabbed = region }
        if case .action(_, .lock) = region.target, isLocked {
            if event.kind == .press { unlock(unlocking.grab(now)) }
            return
        }
        hand(event, region, now)
    }

    /// Gives the mouse to the part that it belongs to.
    private mutating func hand(_ event: MouseEvent, _ region: Region, _ now: Double) {
        switch region.target {
        case .nothing: break
        case .action(.page(.deck), let action) where action == .nudgeBack || action == .nudgeForward:
            if event.kind == .press { grab(action, now) }
        case .action(let owner, let action): if event.kind == .press { click(action, of: owner, now) }
        case .spot(let owner, let number):
            guard !isLocked || isHelp else { return }
            if event.kind == .press, case .page(let page) = owner, dialogs.isEmpty { focus(page) }
            with(owner, now) { panel, context in _ = panel.take(.mouse(event, spot: number, in: region.area), &context) }
        }
    }

    /// Carries out the action of a button: the panel that drew it comes first, also beside the one with the focus.
    private mutating func click(_ action: ScreenAction, of owner: Owner, _ now: Double) {
        guard allows(action), panel(owner) != nil else {
            dispatch(action, now)
            return
        }
        guard with(owner, now, { panel, context in panel.take(.action(action), &context) }) == true else {
            perform(action, now)
            return
        }
        if case .page(let page) = owner, dialogs.isEmpty { focus(page) }
    }

    /// Carries out a change of the hold that unlocks.
    mutating func unlock(_ change: HeldLock.Change) {
        guard isLocked, change != .none else { return }
        // A surface has to hold at the engine, which counts by itself; the owner's own screen counts here.
        switch (change, options.isRemote) {
        case (.began, true): outbox.ask("lock hold", for: .screen(.action))
        case (.released, true): outbox.ask("lock release", for: .screen(.action))
        case (.unlocked, false): outbox.ask("lock off", for: .screen(.action))
        default: break
        }
    }
}
