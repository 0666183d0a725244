// The keys of the transcript. Any thread; constants.
internal import Messages

extension KeyTable {
    /// The keys of the transcript's page.
    static let transcript: [KeyRow] = [
        KeyRow(.goTo, .transcript, "enter", hint: "play", "Play from the line.", needsEngine: true),
        KeyRow(.shuttleBack, .transcript, "j", hint: "slower", "Play slower, then rewind.", "shuttle back"),
        KeyRow(.shuttleStop, .transcript, "k", hint: "pause", "Pause, at the rate that was set.", "shuttle stop"),
        KeyRow(.shuttleForward, .transcript, "l", hint: "faster", "Play, faster with each press.", "shuttle forward"),
        KeyRow(.editLine, .transcript, "e", hint: "edit", "Type the text of the line anew.", needsEngine: true),
        KeyRow(.newLine, .transcript, "n", hint: "new", "Type a new line that begins at the playhead.", needsEngine: true),
        KeyRow(.nextDoubtful, .transcript, "u", hint: "doubtful", "Play the next line with a doubtful word.", needsEngine: true),
        KeyRow(.previousDoubtful, .transcript, "U", "Play the previous line with a doubtful word.", needsEngine: true),
        KeyRow(.delete, .transcript, "D delete", "Remove the words of the line, after a question.", needsEngine: true),
        KeyRow(.transcribe, .transcript, "t", hint: "transcribe", "Write down the speech of the recording.", needsEngine: true),
        KeyRow(.nudgeBack, .transcript, "left", "Back by 10 s; held: review.", "nudge -10s"),
        KeyRow(.nudgeForward, .transcript, "right", "Forward by 10 s; held: cue.", "nudge 10s"),
        KeyRow(.stepBack, .transcript, "shift-left ,", "Back by 1 s.", "nudge -1s"),
        KeyRow(.stepForward, .transcript, "shift-right .", "Forward by 1 s.", "nudge 1s"),
    ]

    /// The keys while a line is typed: playback pauses meanwhile, and goes on by itself.
    static let typing: [KeyRow] = [
        KeyRow(.accept, .typing, "enter", hint: "keep", "Keep the line; a new one begins at the playhead."),
        KeyRow(.close, .typing, "escape", hint: "end", "Leave the line; a new one is there again at the next one."),
        KeyRow(.play, .typing, "tab", hint: "play", "Play or pause.", "toggle play"),
        KeyRow(.stepBack, .typing, "pgup", hint: "back", "Back by 1 s.", "nudge -1s"),
        KeyRow(.stepForward, .typing, "pgdn", "Forward by 1 s.", "nudge 1s"),
        KeyRow(.shuttleBack, .typing, "alt-j", "Play slower, then rewind.", "shuttle back"),
        KeyRow(.shuttleStop, .typing, "alt-k", "Pause, at the rate that was set.", "shuttle stop"),
        KeyRow(.shuttleForward, .typing, "alt-l", "Play, faster with each press.", "shuttle forward"),
    ]
}
