// The keys of prompts and question sheets. Any thread; constants.
internal import Messages

extension KeyTable {
    /// The keys of the prompt on the deck. The card has them on its buttons, so the footer leaves them out.
    static let prompt: [KeyRow] = [
        KeyRow(.anotherPrompt, .deck, "n", "Show another prompt.", "prompt --inspire"),
        KeyRow(.usePrompt, .deck, "u", "Record a take about the prompt.", "rec --prompt"),
        KeyRow(
            .favouritePrompt, .deck, "f", "Make the prompt a favourite, or a favourite no longer.", needsEngine: true),
        KeyRow(.hidePrompt, .deck, "x", "Hide the prompt until the next part of the day.", "prompt hide"),
    ]

    /// The keys of the page of question sheets.
    static let ask: [KeyRow] = [
        KeyRow(
            .goTo, .ask, "enter", hint: "begin", "Begin the sheet, or go on with it; on a question, play its answer.",
            needsEngine: true),
        KeyRow(.askStop, .ask, "s", hint: "stop", "End the questions, and keep the answers.", "ask stop"),
        KeyRow(.askSkip, .ask, "n", hint: "skip", "Leave the question open, and go to the next one.", "ask skip"),
        KeyRow(.askRepeat, .ask, "a", hint: "again", "Ask the question again.", "ask repeat"),
        KeyRow(.askBack, .ask, "b", hint: "back", "Go to the question before.", "ask back"),
        KeyRow(.askNew, .ask, "N", hint: "new", "Begin the sheet in a new recording.", needsEngine: true),
        KeyRow(.editLine, .ask, "e", hint: "type", "Type the answer to the question.", needsEngine: true),
        KeyRow(.less, .ask, "left h", "Go to the list of sheets."),
        KeyRow(.more, .ask, "right l", "Go to the questions of the sheet."),
    ]
}
