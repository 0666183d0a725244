// Exchanging the timeline of the loaded recording after an edit. Control loop only.
internal import Dictation
internal import JackClient
internal import Player
internal import Realtime
internal import Storage
internal import Threads

extension PlayingDesk {
    /// Loads the new timeline of recording `name` when that is the destination; playback continues with the sound heard now. Another
    /// recording that has this name now is refused. `verb` is the edit that made the timeline; nil for a take.
    func reload(_ name: String, by verb: LibraryVerb? = nil) {
        guard let loaded = destination, loaded.name == name, !loaded.isGrowing else { return }
        reloading = nextLoad
        reloadVerb = verb
        nextLoad += 1
        post(.open(id: nextLoad - 1, name: name), of: loaded, id: nextLoad - 1)
    }

    /// Handles the library's answer to a reload.
    func hearOfReload(_ event: LibraryEvent) {
        switch event {
        case .opened(let id, let found) where id == reloading:
            reloading = nil
            reopen(found, id)
        case .refused(let id, let error) where id == reloading:
            reloading = nil
            lastError = error
        default: break
        }
    }

    /// Has the reader open the new timeline.
    private func reopen(_ found: Playable, _ id: UInt64) {
        guard let loaded = destination, isSame(loaded, found.name, found.path) else { return }
        if let stale = reloaded { reader.post(.unload(id: stale.id)) }
        reloaded = Loaded(
            id: id, name: found.name, path: found.path, source: found.source, info: loaded.info, frames: loaded.frames,
            markers: found.markers, title: found.title, artist: found.artist, whole: found.whole,
            listening: found.listening, recordingID: found.recordingID, item: loaded.item)
        reader.post(.load(id: id, found.source))
    }

    /// Moves the playhead to the new timeline, which the reader has opened.
    func exchange(_ next: Loaded, _ info: SegmentInfo, _ time: GraphTime?) {
        reloaded = nil
        var target = next
        target.info = info
        target.frames = info.frames
        guard let loaded = destination, isSame(loaded, target.name, target.path) else {
            reader.post(.unload(id: target.id))
            return
        }
        keepPoints(within: target.frames)
        // A locate that has not taken effect comes first.
        let isAhead = locates.bound.map { $0.generation != time?.telemetry.generation } ?? false
        let old = time.map { (isAhead ? underWay : nil) ?? position($0) } ?? parkedPosition
        let place = place(in: target, after: loaded, from: old)
        guard let time else {
            parkedPosition = place
            self.loaded = target
            return
        }
        do throws(EngineError) {
            // Playback goes on where the next frame of the old timeline follows in the new one too; elsewhere it jumps.
            let goesOn =
                self.place(in: target, after: loaded, from: old + 1) == place + 1 && locates.isLatestAtOnce(time)
                && pendingShift(time) == 0
            try locate(in: target, to: place, at: RealtimeCommand.atOnce, shift: goesOn ? place - old : nil, time)
        } catch {
            reader.post(.unload(id: target.id))
            lastError = error
        }
    }

    /// True when a name and a path are those of `loaded`; a recording of the library may have got other files.
    private func isSame(_ loaded: Loaded, _ name: String, _ path: String) -> Bool {
        let library = library.library
        return loaded.path == path || loaded.name == name && library.owns(loaded.path) && library.owns(path)
    }

    /// Timeline frame of the playhead in the new timeline of `old`: behind the take that just ended, otherwise at the sound of
    /// frame `position`, or where the edit was undone or done again.
    private func place(in new: Loaded, after old: Loaded, from position: Int64) -> Int64 {
        if var take = recorded, take.name == new.name, !take.isReached {
            take.isReached = true
            recorded = take
            return min(take.place.upperBound, new.frames)
        }
        if reloadVerb == .move, let moved = TimelineChange.place(of: position, in: old, after: new) { return moved }
        let change = TimelineChange(from: old, to: new)
        return min(change?.place(of: position, by: intended == .playing ? nil : reloadVerb) ?? position, new.frames)
    }

    /// Stops playback and unloads a recording of which nothing can be played any more; nil as error for a deleted one.
    func leave(because error: EngineError?, _ time: GraphTime?) {
        guard let loaded = destination else { return }
        let unload = { [self] in
            reader.post(.unload(id: loaded.id))
            if self.loaded?.id == loaded.id { self.loaded = nil }
            takeState(.stopped)
            awaitsServer = false
            lastError = error
            leaveLoop()
        }
        guard let time else { return unload() }
        do throws(EngineError) {
            endScan()
            // A server that is lost before the next period gives an error, and the recording is gone all the same.
            try send(RealtimeCommand(.pause), time, state: .stopped, effect: {}) { [self] _ in
                unload()
                leaving -= 1
                performLeft()
            }
            leaving += 1
        } catch {
            unload()
        }
    }

    /// Calls `perform` once no recording is on its way out of the player, or at once where the server stands still.
    func whenLeft(_ perform: @escaping () -> Void) {
        left.append(perform)
        performLeft()
    }

    /// Calls what waits for recordings that leave the player.
    func performLeft() {
        guard leaving == 0 || jack.isStalled else { return }
        let waiting = left
        left = []
        for perform in waiting { perform() }
    }

    /// Clears loop points past the end; `frames` is the new length in timeline frames.
    private func keepPoints(within frames: Int64) {
        if let a = points.a, a >= frames { points.a = nil }
        if let b = points.b, b > frames { points.b = nil }
        settings.loop = points.loop
    }
}
