// The byte sequences that begin and end the full screen. Any thread; constants of one terminal.

/// The sequences of a terminal for the alternate screen, the mouse and pasted text.
///
/// The mouse and pasted text have no strings in terminfo that all systems share: they are the private modes of xterm, which every
/// terminal with a mouse understands. A terminal without a mouse in its description, such as the console, gets none of them.
struct TerminalModes {
    /// Begins the full screen.
    let greeting: [UInt8]
    /// Ends it, and leaves nothing behind.
    let farewell: [UInt8]

    init() {
        let hasMouse = Curses.string("kmous") != nil
        let on = hasMouse ? "\u{1b}[?1000h\u{1b}[?1002h\u{1b}[?1006h\u{1b}[?2004h" : ""
        let off = hasMouse ? "\u{1b}[?2004l\u{1b}[?1006l\u{1b}[?1002l\u{1b}[?1000l" : ""
        let enter = Curses.string("smcup") ?? []
        greeting = enter + Array(on.utf8) + (Curses.string("civis") ?? [])
        let colours = (Curses.string("sgr0") ?? []) + (Curses.string("op") ?? [])
        // A terminal without an alternate screen is left clean.
        let leave = Curses.string("rmcup") ?? Curses.string("clear") ?? []
        farewell = Array(off.utf8) + colours + leave + (Curses.string("cnorm") ?? [])
    }

    /// CAN: ends a sequence of which a part was written already.
    static let cancel: UInt8 = 0x18
}
