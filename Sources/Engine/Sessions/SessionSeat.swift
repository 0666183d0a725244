// Membership of an engine in a session. Control loop, or the host between two engines.
internal import Messages
internal import Session
internal import System

/// The engine's seat in a session: the connection to the manager and the open project. It outlives engines, because each
/// project gets its own.
final class SessionSeat {
    /// The connection to the session manager.
    let connection: NsmConnection
    /// The terminal program to show the engine in; nil if there is none.
    let terminalChoice: TerminalChoice?
    /// The open terminal; nil if it is closed.
    var terminal: SessionTerminal?
    /// Terminals that were told to end and have not ended yet.
    private var endingTerminals: [SessionTerminal] = []
    /// The project to open after the running engine has closed; nil if the engine should just end.
    var next: NsmProject?
    /// The failure of the project that was to replace the one that is opened again; nil for none.
    var refusal: (failure: NsmFailure, kept: NsmProject)?
    /// Folder of the open project; nil if none is open.
    var folder: SessionFolder?
    /// State at the last save or opening.
    var saved = SessionState()
    /// When the opening of a project began; nil if none is being opened.
    var openingSince: Moment?
    /// True once the project's saved state is restored.
    var isRestored = false
    /// Problems found while the project was opened, shown at the manager once it is open.
    var troubles: [StoredText] = []

    /// Makes a seat without an open project.
    init(_ connection: NsmConnection, _ terminalChoice: TerminalChoice?) {
        self.connection = connection
        self.terminalChoice = terminalChoice
    }

    /// Milliseconds to the next look, for poll(2); -1 for none.
    var timeout: Int32 {
        if openingSince != nil { return 50 }
        let looks = [endingTerminals.isEmpty ? -1 : 50, terminal == nil ? -1 : 500, connection.timeout]
        return looks.filter { $0 >= 0 }.min() ?? -1
    }

    /// Asks the terminal to end, and tells the manager. Returns before the terminal has ended: see `lookAfterTerminals`.
    func endTerminal() {
        if let terminal {
            terminal.end()
            endingTerminals.append(terminal)
        }
        terminal = nil
        _ = connection.tellShown(false)
    }

    /// Forgets the terminals that were told to end and have ended, and kills those that take too long. Never blocks.
    func lookAfterTerminals() { endingTerminals.removeAll { $0.hasEnded() } }

    /// Waits until the terminals that were told to end have ended. Blocks for 350 ms at most.
    func finishTerminals() {
        for _ in 0..<70 where !endingTerminals.isEmpty {
            lookAfterTerminals()
            ThisProcess.sleep(milliseconds: 5)
        }
    }
}
