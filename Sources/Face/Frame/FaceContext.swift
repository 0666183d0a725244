// All that a panel sees and does. Any thread; a value.
internal import Dictation
internal import Drawing

/// The surroundings of a panel: the engine, the terminal and the time, and the panel's requests, which are collected in it.
struct FaceContext: Sendable {
    /// The engine.
    let view: EngineView
    /// The terminal.
    let options: FaceOptions
    /// The keys in force.
    let keys: KeyBindings
    /// Values that an earlier screen stored.
    let memory: [String: String]
    /// The time, in seconds of a steady clock.
    let now: Double
    /// The area of the panel on the screen.
    let area: Rectangle
    /// The panel that acts.
    var owner: Owner
    /// The panel that opened this dialog.
    var opener: Owner
    /// True if the panel has the focus.
    let isFocused: Bool
    /// True in a window that has room for the most important parts only.
    let isSmall: Bool
    /// All that has been asked for so far.
    var outbox: Outbox

    /// Sends a request; its answer comes to this panel under the ticket.
    @discardableResult
    mutating func ask(_ request: Request) -> Int { outbox.ask(request, for: owner) }

    /// Sends a command as typed after `dicta`; its answer comes to this panel under the ticket. Nil, with a word to the user, if
    /// the line is no command.
    @discardableResult
    mutating func ask(_ line: String) -> Int? { outbox.ask(line, for: owner) }

    /// Sends a command, of which only a failure is shown.
    mutating func send(_ line: String) { outbox.ask(line, for: .screen(.action)) }

    /// Carries out an action as its key would in the panel that has the focus next, or says that it means nothing there.
    mutating func choose(_ action: ScreenAction) { outbox.moves.append(.choose(action)) }

    /// Carries out an action of the screen: no panel takes it.
    mutating func perform(_ action: ScreenAction) { outbox.moves.append(.perform(action)) }

    /// Opens a dialog over all others.
    mutating func open(_ panel: any Panel) { outbox.moves.append(.open(panel, from: owner)) }

    /// Closes this dialog.
    mutating func close() { if case .dialog(let number) = owner { outbox.moves.append(.close(number)) } }

    /// Shows a page.
    mutating func show(_ tab: Tab) { outbox.moves.append(.show(tab)) }

    /// Shows a line to the user for a while.
    mutating func say(_ text: String, _ role: Role = .info) { outbox.moves.append(.say(text, role)) }

    /// Asks again for what no topic tells: the status, or the markers of the recording.
    mutating func refresh(_ purpose: Owner.Purpose) { outbox.moves.append(.refresh(purpose)) }

    /// Shows the screen with a new value of the setting of palette or characters.
    mutating func look(_ key: ParameterKey, _ value: String) { outbox.moves.append(.look(key, value)) }

    /// Gives the panel that acts the answer to its question of that number.
    mutating func tell(question: Int, _ text: String) { outbox.moves.append(.tell(owner, question: question, text)) }

    /// Stores values for the next screen.
    mutating func remember(_ values: [String: String]) { outbox.moves.append(.remember(values)) }
}
