// Loop, rate, pitch and gains of each recording, where the user wants that (`keep-per-recording`). Control loop only.
internal import Dictation
internal import Player
internal import Storage
internal import Stretch
internal import System

/// The recording or file that loop, rate, pitch and gains belong to.
struct Listener {
    /// Path of the recording, as of `Loaded`.
    var path: String
    /// True for a recording of the library that is complete: only these keep values.
    var keeps: Bool
    /// Values as they are saved; nil when that is not known.
    var kept: Listening?
    /// Time of the last save.
    var savedAt: Moment?
}

extension PlayingDesk {
    /// Least seconds between two saves: a fader moves often.
    private static let pause = 1.0

    /// Loop, rate, pitch and gains in force.
    private var listening: Listening {
        var now = Listening()
        now.loop = points
        (now.rate, now.cents) = (ownRate, settings.stretch.pitchCents)
        let gains = gains()
        (now.master, now.left, now.right) = (gains.master, gains.sides.left, gains.sides.right)
        return now
    }

    /// Takes over the values that `target` keeps. A recording that keeps none, and a file outside the library, begin as
    /// recorded.
    func takeListening(of target: Loaded) {
        guard keepsPerRecording else { return }
        let next = target.keptListening
        listener = Listener(path: target.path, keeps: canKeep(target), kept: next)
        points = next.loop
        settings.loop = points.loop
        (settings.stretch.rate, settings.stretch.pitchCents) = (next.rate, next.cents)
        setGains(next)
        tellSettings()
    }

    /// Has the library save values that have changed, once a second at most.
    func keepListening(_ now: Moment) {
        guard keepsPerRecording else { return }
        if underWay == nil, let loaded {
            // The setting was just switched on: the present values are now those of the loaded recording.
            let now = listener ?? Listener(path: loaded.path, keeps: canKeep(loaded), kept: loaded.listening ?? Listening())
            listener = now
            // A take that was heard while it was made becomes a recording.
            if now.path == loaded.path { listener?.keeps = canKeep(loaded) }
        }
        if let savedAt = listener?.savedAt, now.seconds(since: savedAt) < Self.pause { return }
        saveListening(now)
    }

    /// Has the library save values that have changed.
    func saveListening(_ now: Moment = Moment.now) {
        let listening = listening
        guard keepsPerRecording, let path = listener?.path, listener?.keeps == true, listener?.kept != listening else { return }
        listener?.kept = listening
        listener?.savedAt = now
        let order = LibraryOrder.rememberListening(path: path, listening)
        guard let loaded, loaded.path == path else { return library.post(order) }
        self.loaded?.listening = listening
        post(order, of: loaded)
    }

    /// True for a complete recording of the library.
    private func canKeep(_ target: Loaded) -> Bool { library.library.owns(target.path) && !target.isGrowing }

    /// Returns to the values of the loaded recording when a server went away before another one was entered.
    func returnListening() {
        if let loaded, let listener, listener.path != loaded.path { takeListening(of: loaded) }
    }

    /// Saves the values of the recording that is left.
    func leaveListening() {
        saveListening()
        listener = nil
    }

    /// Loop and gains for the answer to a play, if the recording has brought them.
    var changedListening: Fields {
        guard keepsPerRecording else { return [:] }
        var fields = settings.loop == nil ? [:] : loopFields
        let now = listening
        if now.master != 1 { fields.append("master", .double(now.master)) }
        for (key, value) in [("left_db", now.left), ("right_db", now.right)] where value != 0 {
            fields.append(key, .double(max(Decibel.floor, value)))
        }
        return fields
    }
}

extension Loaded {
    /// The values that the recording keeps, within its length; those with which it sounds as recorded if it keeps none.
    var keptListening: Listening {
        var kept = listening?.within(frames) ?? Listening()
        // Files changed by hand may have a loop that is shorter than any that can be set.
        guard let a = kept.loop.a, let b = kept.loop.b, Double(b - a) < LoopPoints.shortest * Double(rate) else { return kept }
        kept.loop = LoopPoints()
        return kept
    }
}
