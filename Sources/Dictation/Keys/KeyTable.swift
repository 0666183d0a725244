// The table of all keys of the screen. Any thread; constants.
internal import Messages

/// All keys of the screen: the only source for their meaning, the footer, the help, the setting `keys` and the man page.
public enum KeyTable {
    /// All rows, in the order of the help; the first ones come first in the footer.
    public static let all: [KeyRow] = recorder + deck + prompt + parts + panels

    /// The keys of the recorder, in every part of the screen.
    static let recorder: [KeyRow] = [
        KeyRow(.play, .anywhere, "space", hint: "play", "Play or pause; without a loaded recording, the newest.", "toggle play"),
        KeyRow(.rec, .anywhere, "r", hint: "rec", "Record; pause and resume the take.", "toggle rec"),
        KeyRow(.stop, .anywhere, "s", hint: "stop", "Stop the take, else the playback.", "stop"),
        KeyRow(.mark, .anywhere, "m", hint: "mark", "Set a marker now.", "mark"),
        KeyRow(.rateDown, .anywhere, "[", "Play slower by 0.1.", needsEngine: true),
        KeyRow(.rateUp, .anywhere, "]", "Play faster by 0.1.", needsEngine: true),
        KeyRow(.pitchDown, .anywhere, "{", "Lower the pitch by 100 cents.", needsEngine: true),
        KeyRow(.pitchUp, .anywhere, "}", "Raise the pitch by 100 cents.", needsEngine: true),
        KeyRow(.normal, .anywhere, "backspace", "Play at rate 1 and pitch 0.", "dpc --off"),
        KeyRow(.softer, .anywhere, "(", "Lower the volume.", needsEngine: true),
        KeyRow(.louder, .anywhere, ")", "Raise the volume.", needsEngine: true),
        KeyRow(
            .clearClips, .anywhere, "c", "Clear the clip lamps and the held peaks.", "meters --reset", "gain --reset-clips"),
        KeyRow(
            .timerRun, .anywhere, "p", "Pause the timer, or let it go on; without a run, show its page.", needsEngine: true),
        KeyRow(.timerStop, .anywhere, "P", "Stop the timer.", "timer stop"),
        KeyRow(.startEngine, .anywhere, "E", "Start an engine where none answers."),
    ]

    /// The keys of the deck.
    static let deck: [KeyRow] = [
        KeyRow(.loop, .deck, "l down", hint: "A-B", "Set A, then B, then clear both.", "toggle loop"),
        KeyRow(.clearA, .deck, "A", "Clear A of the loop, and keep B.", "loop clear-a"),
        KeyRow(.clearB, .deck, "B", "Clear B of the loop, and keep A.", "loop clear-b"),
        KeyRow(.skip, .deck, "S", "Skip long silences, or play them.", "skip toggle"),
        KeyRow(.dpc, .deck, "d up", hint: "DPC", "Open the panel of rate and pitch."),
        KeyRow(.nudgeBack, .deck, "left", "Back by 10 s; held: review.", "nudge -10s"),
        KeyRow(.nudgeForward, .deck, "right", "Forward by 10 s; held: cue.", "nudge 10s"),
        KeyRow(.stepBack, .deck, "shift-left ,", "Back by 1 s.", "nudge -1s"),
        KeyRow(.stepForward, .deck, "shift-right .", "Forward by 1 s.", "nudge 1s"),
        KeyRow(.previousMarker, .deck, "pgup", "Go to the previous marker.", "previous"),
        KeyRow(.nextMarker, .deck, "pgdn", "Go to the next marker.", "next"),
        KeyRow(.previousRecording, .deck, "<", "Go to the previous recording of the queue.", "queue previous"),
        KeyRow(.nextRecording, .deck, ">", "Go to the next recording of the queue.", "queue next"),
        KeyRow(.goStart, .deck, "home", "Go to the start.", "locate 0"),
        KeyRow(.goEnd, .deck, "end", "Go to the end.", needsEngine: true),
        KeyRow(.zoomIn, .deck, "+ =", "Show less of the waveform, in finer detail."),
        KeyRow(.zoomOut, .deck, "-", "Show more of the waveform."),
        KeyRow(.whole, .deck, "w", "Show the whole tape, or the part around the playhead again."),
    ]

    /// The keys that change from one part of the screen to another, and those of the screen itself.
    static let parts: [KeyRow] = [
        KeyRow(.find, .anywhere, "/", hint: "find", "Search the library."),
        KeyRow(.library, .anywhere, "tab 2", hint: "library", "Show the library; from the library, the deck."),
        KeyRow(.options, .anywhere, "o 5", hint: "options", "Show the options."),
        KeyRow(.help, .anywhere, "? f1", hint: "keys", "Show all keys."),
        KeyRow(
            .lock, .anywhere, "L", hint: "lock", "Lock the transport. Hold the key for 2 s to unlock.", needsEngine: true),
        KeyRow(.deck, .anywhere, "1", "Show the deck."),
        KeyRow(.markers, .anywhere, "3", "Show the markers."),
        KeyRow(.operations, .anywhere, "4", "Show what the library works on."),
        KeyRow(.timer, .anywhere, "T 6", "Show the timer."),
        KeyRow(.queue, .anywhere, "7", "Show the queue."),
        KeyRow(.schedule, .anywhere, "8", "Show the scheduled takes."),
        KeyRow(.transcript, .anywhere, "9 W", "Show the transcript."),
        KeyRow(.ask, .anywhere, "0", "Show the question sheets."),
        KeyRow(.about, .anywhere, "i", "Show versions, server and licence."),
        KeyRow(.close, .anywhere, "escape", "Close the panel, or go back to the deck."),
        KeyRow(.redraw, .anywhere, "ctrl-l", "Draw the screen again."),
        KeyRow(.suspend, .anywhere, "ctrl-z", "Stop the screen as a job of the shell; the engine goes on."),
        KeyRow(.quit, .anywhere, "q ctrl-c", hint: "quit", "Leave the screen; the engine goes on."),
    ]

    /// The rows of an action, one for each part of the screen where it holds.
    public static func rows(of action: ScreenAction) -> [KeyRow] { byAction[action] ?? [] }

    private static let byAction: [ScreenAction: [KeyRow]] = Dictionary(grouping: all, by: \.action)

    /// The rows of a part of the screen. Kept, since a picture of the screen asks for them several times.
    static func rows(of context: KeyContext) -> [KeyRow] { byContext[context] ?? [] }

    private static let byContext: [KeyContext: [KeyRow]] = Dictionary(grouping: all, by: \.context)
}
