// Moving the playhead to a place, at once or at a future frame. Control loop only.
internal import Dictation
internal import JackClient
internal import Player
internal import Realtime
internal import Storage
internal import Threads

extension PlayingDesk {
    /// The recording that the playhead will be in once the locate under way has taken effect; otherwise the loaded one.
    var destination: Loaded? { locates.bound?.target ?? loaded }

    /// Timeline frame of the destination to which the locate under way leads; nil when none is under way.
    var underWay: Int64? { locates.bound?.position }

    /// Moves the playhead to timeline frame `position` of `target`, at extended JACK frame `frame` or at once. With `shift`
    /// playback goes on there, moved by this number of timeline frames from the locate before. `answer` is called once. Throws
    /// when too many commands wait.
    func locate(
        in target: Loaded, to position: Int64, at frame: Int64, shift: Int64? = nil, _ time: GraphTime,
        _ answer: Answer? = nil
    ) throws(EngineError) {
        let locate = Locates.Locate(target: target, position: position, generation: locates.nextGeneration)
        let command = RealtimeCommand(
            .locate, at: frame, generation: locate.generation, position: position, shift: shift)
        let isAtOnce = frame == RealtimeCommand.atOnce
        let effect = { [self] in
            // The recording may have changed on the way.
            let target = locates.bound.flatMap { $0.target.id == target.id ? $0.target : nil } ?? target
            locates.finish(locate.generation)
            if !isAtOnce, loaded?.path != target.path { leaveLoop(for: target) }
            arrive(in: target, locate.generation)
        }
        try send(command, time, to: target.id, effect: effect, answer)
        // Commands behind a locate that holds at once are for its recording.
        if isAtOnce, destination?.path != target.path { leaveLoop(for: target) }
        if locates.begin(locate, at: frame, now: time.now, rate: time.client.rate) { tell(locate) }
    }

    /// Has the reader render a locate.
    private func tell(_ locate: Locates.Locate) {
        var settings = settings
        if locate.target.path != destination?.path {
            // The loop belongs to the recording that is left.
            settings.loop = nil
            settings.scan = nil
        }
        settings.gaps = gaps(in: locate.target)
        tellPlan(of: locate)
        reader.post(
            .locate(load: locate.target.id, frame: locate.position, generation: locate.generation, settings))
    }

    /// Tells the reader of locates that are due, and of a take that has grown.
    func tick(_ time: GraphTime) {
        enterFollowing(time)
        chase()
        for locate in locates.takeDue(time.now) { tell(locate) }
    }

    /// Makes `target` the loaded recording, after a locate has taken effect.
    func arrive(in target: Loaded, _ generation: UInt32) {
        leaveEnd()
        let left = loaded
        guard left?.id != target.id else { return }
        enter(target, generation)
        if let left { release(left.id) }
        if let end = completeTake(), end.addsToRecording { reload(target.name) }
    }

    /// Has the reader close a recording when it is not loaded and no command leads to it.
    func release(_ load: UInt64) {
        guard loaded?.id != load, locates.bound?.target.id != load, !sent.leads(to: load) else { return }
        reader.post(.unload(id: load))
    }

    /// Clears the loop and ends a cue or review: they belong to a recording that is left. The recording that is entered brings
    /// its own loop, rate, pitch and gains, if recordings keep them.
    func leaveLoop(for target: Loaded? = nil) {
        leaveListening()
        points = LoopPoints()
        settings.loop = nil
        endScan()
        if let target { takeListening(of: target) }
        tellSettings()
    }

    /// Takes the markers of recording `name` of this library, when that is loaded or the destination.
    func mark(_ markers: [Marker], in name: String) {
        func isMeant(_ recording: Loaded) -> Bool { recording.name == name && library.library.owns(recording.path) }
        if let loaded, isMeant(loaded) { self.loaded?.markers = markers }
        if let bound = locates.bound, isMeant(bound.target) { locates.mark(markers) }
    }
}
