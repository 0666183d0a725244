// Calls of panels, and the changes that they ask for. Any thread; no I/O.
internal import Dictation
internal import Drawing

extension Face {
    /// The panel that has the focus.
    var focus: Owner { dialogs.last.map { .dialog($0.number) } ?? .page(tab) }

    /// All panels, pages first.
    var owners: [Owner] {
        Tab.allCases.filter { pages[$0] != nil }.map(Owner.page) + dialogs.map { .dialog($0.number) }
    }

    /// The panel of an owner; nil if it was closed.
    func panel(_ owner: Owner) -> (any Panel)? {
        switch owner {
        case .page(let tab): pages[tab]
        case .dialog(let number): dialogs.first { $0.number == number }?.panel
        case .screen: nil
        }
    }

    /// The parts of the table of keys that hold now, the nearest first.
    var contexts: [KeyContext] { (panel(focus)?.contexts ?? []) + [.anywhere] }

    /// The surroundings of a panel.
    func context(_ owner: Owner, _ now: Double, area: Rectangle? = nil) -> FaceContext {
        var opener = Owner.page(tab)
        if case .dialog(let number) = owner, let dialog = dialogs.first(where: { $0.number == number }) { opener = dialog.opener }
        return FaceContext(
            view: view, options: options, keys: keys, memory: memory, now: now, area: area ?? self.area(of: owner), owner: owner,
            opener: opener, isFocused: owner == focus, isSmall: size != .full, outbox: outbox)
    }

    /// Lets a panel act, and keeps what it asks for. Nil if there is no such panel.
    @discardableResult
    mutating func with<Result>(
        _ owner: Owner, _ now: Double, _ act: (inout any Panel, inout FaceContext) -> Result
    ) -> Result? {
        guard var panel = panel(owner) else { return nil }
        var context = context(owner, now)
        let result = act(&panel, &context)
        outbox = context.outbox
        switch owner {
        case .page(let tab): pages[tab] = panel
        case .dialog(let number):
            if let index = dialogs.firstIndex(where: { $0.number == number }) { dialogs[index].panel = panel }
        case .screen: break
        }
        return result
    }

    /// Carries out the changes of the screen that panels have asked for, until none is left.
    mutating func move(_ now: Double) {
        // A panel that asks for a change at each change would never end.
        var rounds = 0
        while !outbox.moves.isEmpty, rounds < 8 {
            let moves = outbox.moves
            outbox.moves = []
            rounds += 1
            changes += 1
            for move in moves { carryOut(move, now) }
        }
        outbox.moves = []
    }

    private mutating func carryOut(_ move: Outbox.Move, _ now: Double) {
        switch move {
        case .perform(let action): perform(action, now)
        case .choose(let action): choose(action, now)
        case .open(let panel, let opener): open(panel, from: opener)
        case .close(let number): dialogs.removeAll { $0.number == number }
        case .show(let tab): show(tab)
        case .say(let text, let role): note = Note(text: text, role: role, until: now + Self.noteSeconds)
        case .rate(let rate): setRate(rate)
        case .pitch(let cents): setPitch(cents)
        case .look(let key, let value): takeLook(key, value)
        case .refresh(let purpose): refresh(purpose)
        case .tell(let owner, let question, let text):
            with(owner, now) { panel, context in _ = panel.take(.told(question: question, text), &context) }
        case .remember(let values):
            memory.merge(values) { _, new in new }
            outbox.commands.append(.remember(values))
        }
    }

    /// Opens a dialog over all others.
    mutating func open(_ panel: any Panel, from opener: Owner) {
        dialogs.append(Dialog(number: nextDialog, opener: opener, panel: panel))
        nextDialog += 1
    }

    /// Gives the focus to a page that is there.
    mutating func focus(_ tab: Tab) {
        self.tab = tab
        if tab != .deck { lastTab = tab }
    }

    /// Shows a page, and closes all dialogs.
    mutating func show(_ tab: Tab) {
        dialogs = []
        if pages[tab] == nil {
            pages[tab] = Pages.make(tab)
            if tab == .transcript, view.isConnected { follow() }
        }
        if pages[tab] != nil { focus(tab) }
    }
}
