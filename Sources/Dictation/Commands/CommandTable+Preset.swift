// The command that lists and changes presets. Any thread; constants.
internal import Messages

extension CommandTable {
    static let preset = Command(
        .settings(.preset), .engine, needs: .look, "List the quality presets, or keep one of your own.",
        details: "A preset is a name for options of rec: format, bits, bitrate, channels, deliver (m4a) and limit (as --for)."
            + " Built in are low (Ogg Vorbis, 64 kbit/s, mono), medium (FLAC, 16 bits), high (WAV as JACK delivers it) and memo"
            + " (low, three minutes at most). 'dicta rec --preset NAME' takes one, and the setting rec-preset is the one of all"
            + " takes. Other options of rec come before the preset, the preset before single settings. One of your own is kept"
            + " in the settings (preset) and may replace a built-in one.",
        parameters: [
            .positional(.name, .text, "The preset.", required: false, word: "PRESET"),
            .positional(
                .line, .text, "What it sets, as KEY=VALUE; without one the preset is shown.", required: false, word: "KEY=VALUE",
                repeatable: true
            ).needing(.always(.settings)),
            .option(.remove, .flag, "Remove a preset of your own.").needing(.always(.settings)),
        ],
        failures: [.refused, .notFound, .storage, .diskFull], lists: true, worksAlone: true,
        example: "dicta preset voice format=flac bits=24 channels=1 deliver=m4a")

    static let takePreset = CommandParameter.option(
        .preset, .text,
        "Quality preset: low, medium, high, memo, one of your own, or none; default: the setting rec-preset.", word: "PRESET")
}
