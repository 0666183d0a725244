// An engine's place in a session. Control loop, and the host between two engines.
internal import Glibc
internal import Session

/// An engine's place in a session: the manager, and what is open of it. Outlives engines, of which each project has one.
final class SessionSeat {
    let connection: NsmConnection
    /// What can be opened to show something.
    let terminalChoice: TerminalChoice?
    var terminal: SessionTerminal?
    /// What is to be opened once the engine that runs has closed its own.
    var next: NsmProject?
    var folder: SessionFolder?
    /// As the manager last knew it saved; nothing before the first project.
    var saved = SessionState()
    /// Since when a project has been opening.
    var openingSince: Moment?
    var isRestored = false
    /// To be told once it is open: what was not as it should be.
    var troubles: [String] = []

    init(_ connection: NsmConnection, _ terminalChoice: TerminalChoice?) {
        self.connection = connection
        self.terminalChoice = terminalChoice
    }

    /// Milliseconds to the next look, for poll(2); -1 for none.
    var timeout: Int32 {
        if openingSince != nil { return 50 }
        let wait = connection.timeout
        guard terminal != nil else { return wait }
        return wait < 0 ? 500 : min(wait, 500)
    }

    func endTerminal() {
        terminal?.end()
        terminal = nil
        _ = connection.tellShown(false)
    }
}
