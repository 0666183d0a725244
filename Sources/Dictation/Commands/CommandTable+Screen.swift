// The command that shows the screen. Any thread; constants.
internal import Messages

extension CommandTable {
    static let tui = Command(
        .terminal(.tui), .control, needs: .owner,
        "Show the screen: waveform, meters, keys, library and all else, in the terminal.",
        details: "Starts an engine where none answers. The engine goes on when the screen ends (q). The key ? lists all keys. The"
            + " screen needs neither colours (NO_COLOR) nor UTF-8 nor a mouse, and takes any size of window. It waits for an engine"
            + " that is gone, and shows it again once it is back. With --remote it is a surface: the privileges are those of"
            + " osc-may. --plain prints a line for each change and takes a letter and Enter for each key: for screen readers and for"
            + " terminals that cannot move their cursor.",
        parameters: [
            .option(.plain, .flag, "Lines instead of a full screen, without escape sequences."),
            .option(.palette, .text, "Colours, instead of the setting.", choices: SettingsTable.palettes),
            .option(.glyphs, .text, "Characters of waveforms and bars, instead of the setting.", choices: SettingsTable.glyphs),
            .option(.window, .flag, "For a terminal window of its own: wait for Enter after an error."),
        ],
        example: "dicta tui --palette warm")
}
