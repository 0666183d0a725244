// The keys of lists and panels. Any thread; constants.
internal import Messages

extension KeyTable {
    /// The keys of lists and panels.
    static let panels: [KeyRow] =
        lists + library + search + markers + operations + options + timer + queue + schedule + transcript + ask
        + typing + text + dpc + prompts + entries

    /// The keys of each list.
    private static let lists: [KeyRow] = [
        KeyRow(.up, .list, "up k", "One row up."),
        KeyRow(.down, .list, "down j", "One row down."),
        KeyRow(.pageUp, .list, "pgup", "One page up."),
        KeyRow(.pageDown, .list, "pgdn", "One page down."),
        KeyRow(.first, .list, "home g", "The first row."),
        KeyRow(.last, .list, "end G", "The last row."),
    ]

    /// The keys of text that scrolls.
    private static let text: [KeyRow] = [
        KeyRow(.up, .text, "up k", hint: "up", "One line up."),
        KeyRow(.down, .text, "down j", hint: "down", "One line down."),
        KeyRow(.pageUp, .text, "pgup b", "One page up."),
        KeyRow(.pageDown, .text, "pgdn f", hint: "page", "One page down."),
        KeyRow(.first, .text, "home g", "The first line."),
        KeyRow(.last, .text, "end G", "The last line."),
        KeyRow(.close, .text, "escape", hint: "close", "Close it."),
    ]

    /// The keys of the panel of rate and pitch.
    private static let dpc: [KeyRow] = [
        KeyRow(.up, .dpc, "up k", hint: "choose", "The row above."),
        KeyRow(.down, .dpc, "down j", "The row below."),
        KeyRow(.less, .dpc, "left h", hint: "less", "Less, by a fine step: 0.01 of the rate, 1 cent of the pitch."),
        KeyRow(.more, .dpc, "right", hint: "more", "More, by a fine step."),
        KeyRow(.muchLess, .dpc, "shift-left", "Less, by a coarse step: 0.1 of the rate, 100 cents of the pitch."),
        KeyRow(.muchMore, .dpc, "shift-right", "More, by a coarse step."),
        KeyRow(.change, .dpc, "enter", hint: "type", "Type a value."),
        KeyRow(.reset, .dpc, "backspace", hint: "normal", "Play at rate 1 and pitch 0.", "dpc --off"),
        KeyRow(.quality, .dpc, "Q", "Better sound, or less processor time.", needsEngine: true),
        KeyRow(.formants, .dpc, "F", "Keep the formants of voices, or shift them.", needsEngine: true),
        KeyRow(.close, .dpc, "escape d", hint: "close", "Close it."),
    ]

    /// The keys of questions of yes or no.
    private static let prompts: [KeyRow] = [
        KeyRow(.accept, .prompt, "enter y", hint: "yes", "Answer yes."),
        KeyRow(.close, .prompt, "escape n", hint: "no", "Answer no: nothing is done."),
    ]

    /// The keys of typed texts and of the choice of a source.
    private static let entries: [KeyRow] = [
        KeyRow(.accept, .entry, "enter", hint: "ok", "Take the text or the choice."),
        KeyRow(.close, .entry, "escape", hint: "cancel", "Leave all as it is."),
    ]
}
