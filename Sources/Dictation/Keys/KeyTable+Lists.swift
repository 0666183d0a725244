// The keys of the queue and of the schedule. Any thread; constants.
internal import Messages

extension KeyTable {
    /// The keys of the queue.
    static let queue: [KeyRow] = [
        KeyRow(.goTo, .queue, "enter", hint: "play", "Play the queue from the recording on.", needsEngine: true),
        KeyRow(.delete, .queue, "D delete", hint: "remove", "Take the recording out of the queue.", needsEngine: true),
        KeyRow(.moveUp, .queue, "shift-up K", hint: "move up", "Let the recording play one place earlier.", needsEngine: true),
        KeyRow(.moveDown, .queue, "shift-down J", "Let the recording play one place later.", needsEngine: true),
        KeyRow(.shuffle, .queue, "S", hint: "shuffle", "Order by chance, or as added.", needsEngine: true),
        KeyRow(.repeats, .queue, "R", hint: "repeat", "Begin again after the last recording, or end there.", needsEngine: true),
        KeyRow(.clear, .queue, "C", hint: "clear", "Empty the queue, after a question.", needsEngine: true),
        KeyRow(.previousRecording, .queue, "<", "Go to the previous recording of the queue.", "queue previous"),
        KeyRow(.nextRecording, .queue, ">", "Go to the next recording of the queue.", "queue next"),
    ]

    /// The keys of the schedule.
    static let schedule: [KeyRow] = [
        KeyRow(.add, .schedule, "n", hint: "new", "Schedule a take.", needsEngine: true),
        KeyRow(
            .cancel, .schedule, "D delete x", hint: "cancel", "Cancel the scheduled take, after a question.", needsEngine: true),
    ]
}
