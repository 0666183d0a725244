// The commands that examine the system and that carry out links. Any thread; constants.
internal import Messages

extension CommandTable {
    /// The exit code of `doctor` when it has found a problem.
    public static let problemCode: Int32 = 4

    static let doctor = Command(
        .terminal(.doctor), .engine, needs: .owner, "Look at everything that can be wrong, and say what to do.",
        details: "One line for each check: ok, note or problem, the finding, and the next step. It looks at realtime scheduling"
            + " and memory locks, the JACK server, the engine, its ports, the library and its disk, ffmpeg, recognisers, the speech"
            + " program, D-Bus, systemd, pedals, MIDI, the terminal, the settings, clock and locale, and the end of the last engine."
            + " Nothing is changed and no engine is started; a check that takes too long is told as a problem. The exit code is 0"
            + " when nothing is a problem, else 4.",
        parameters: [],
        lists: true, example: "dicta doctor")

    static let open = Command(
        .terminal(.open), .control, needs: .owner, "Carry out a link such as dicta://record?autorun=1&name=idea.",
        details: "For web pages, widgets and other programs: the desktop hands links with dicta:// over. Without autorun=1 it"
            + " only says what the link would do. With it, the setting link-may decides; it is off at first, so that no link does"
            + " anything. Links can ask for \(LinkVerb.summary). A value is one line, percent-encoded, of 200 bytes at most. Nothing else is possible: no other option, no path,"
            + " no setting, no deletion. Without a terminal the answer is shown as a notification of the desktop.",
        parameters: [.positional(.link, .text, "The link.", required: true, word: "LINK")],
        failures: [.refused], example: "dicta open 'dicta://record?autorun=1&name=idea'")
}
