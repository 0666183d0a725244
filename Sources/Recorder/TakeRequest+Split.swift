// The request for the next part of a take that is split. Any thread; no I/O.
internal import Dictation

extension TakeRequest {
    /// The next part, which begins at extended JACK frame `frame` after `written` frames of this file. Its name is that of the
    /// take with the next number.
    func next(at frame: Int64, after written: Int64, isPaused: Bool, created: String) -> TakeRequest? {
        guard var rule = splits else { return nil }
        rule.framesBefore = 0
        var next = self
        next.name = rule.base
        next.created = created
        (next.startFrame, next.preRollFrames, next.oldestFrame) = (frame, 0, frame)
        next.limitFrames = limitFrames.map { max(0, $0 - written) }
        next.splits = rule
        next.splitFrom = name
        next.part = part + 1
        next.firstNumber = number + 1
        next.transportFrame = transportFrame.map { $0 + frame - startFrame }
        next.isPaused = isPaused
        // The part is a recording of its own, and the take hands its edges over.
        next.stopFrame = nil
        next.edit = .append
        next.addsToRecording = false
        (next.lead, next.earlier, next.awayFrames) = (nil, nil, 0)
        return next
    }

    /// Number at the end of the name, as the library gives it to the second of a name: 1 for a name without one, and for one that
    /// a rename has given a number to which no take comes.
    private var number: Int {
        guard let base = splits?.base, name != base, name.hasSuffix(")"), let open = name.lastIndex(of: "("),
            let number = Int(name[name.index(after: open)...].dropLast()), (1..<1_000_000_000).contains(number)
        else { return 1 }
        return number
    }
}
