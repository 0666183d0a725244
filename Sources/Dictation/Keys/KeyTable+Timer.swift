// The keys of the timer. Any thread; constants.
internal import Messages

extension KeyTable {
    /// The keys of the timer's page.
    static let timer: [KeyRow] = [
        KeyRow(.timerRun, .timer, "p", hint: "start", "Start the timer, pause it, or let it go on.", needsEngine: true),
        KeyRow(.timerStop, .timer, "P", hint: "stop", "Stop the timer.", "timer stop"),
        KeyRow(.less, .timer, "left h", hint: "less", "The value before, or a step less.", needsEngine: true),
        KeyRow(.more, .timer, "right", hint: "more", "The next value, or a step more.", needsEngine: true),
        KeyRow(.change, .timer, "enter", hint: "choose", "Type the value, or take the values of the preset.", needsEngine: true),
        KeyRow(.reset, .timer, "backspace", "Take the standard value.", needsEngine: true),
        KeyRow(.savePreset, .timer, "n", hint: "save", "Save the values as a preset.", needsEngine: true),
        KeyRow(.delete, .timer, "D delete", hint: "delete", "Delete the preset, after a question.", needsEngine: true),
    ]
}
