// The settings of the terminal screen. Any thread; constants.
internal import Messages

extension SettingsTable {
    /// Names of the palettes.
    public static let palettes = ["dark", "light", "warm", "warm-dark"]
    /// Names of the sets of characters, from the finest to the plainest.
    static let glyphs = ["braille", "blocks", "ascii"]

    /// The settings of the terminal screen.
    static let screen: [Setting] = [
        Setting(
            .palette, .text, "Colours of the screen (dicta tui).", standard: .text("dark"), .atOnce, needs: .surface,
            choices: palettes),
        Setting(
            .glyphs, .text,
            "Characters of waveforms and bars on the screen: 'auto' looks at the locale and the terminal.",
            standard: .text("auto"), .atOnce, needs: .surface, choices: ["auto"] + glyphs),
        Setting(
            .keys, .text,
            "Other keys for the screen: ACTION=KEY, separated by commas, such as 'mark=t, rec=R'. 'dicta help --keys' lists actions"
                + " and keys.",
            .atOnce, needs: .owner, word: "ACTION=KEY[,...]"),
    ]
}
