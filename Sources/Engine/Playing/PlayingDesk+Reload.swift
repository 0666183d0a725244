// Exchanging the timeline of the loaded recording after an edit. Control loop only.
internal import JackClient
internal import Realtime
internal import Storage

extension PlayingDesk {
    /// Loads the new timeline of recording `name` when that is the destination; playback continues at the frame heard now.
    func reload(_ name: String) {
        guard let loaded = destination, loaded.name == name, !loaded.isGrowing else { return }
        reloading = nextLoad
        nextLoad += 1
        library.post(.open(id: nextLoad - 1, name: name))
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
        guard let loaded = destination, loaded.path == found.path else { return }
        if let stale = reloaded { reader.post(.unload(id: stale.id)) }
        reloaded = Loaded(
            id: id, name: found.name, path: found.path, source: found.source, info: loaded.info, frames: loaded.frames,
            markers: found.markers, title: found.title, artist: found.artist)
        reader.post(.load(id: id, found.source))
    }

    /// Moves the playhead to the new timeline, which the reader has opened.
    func exchange(_ next: Loaded, _ info: SegmentInfo, _ time: GraphTime?) {
        reloaded = nil
        var target = next
        target.info = info
        target.frames = info.frames
        guard let loaded = destination, loaded.path == target.path else {
            reader.post(.unload(id: target.id))
            return
        }
        keepPoints(within: target.frames)
        guard let time else {
            parkedPosition = min(parkedPosition, target.frames)
            self.loaded = target
            return
        }
        do throws(EngineError) {
            try locate(in: target, to: min(underWay ?? position(time), target.frames), at: RealtimeCommand.atOnce, time)
        } catch {
            reader.post(.unload(id: target.id))
            lastError = error
        }
    }

    /// Stops playback and unloads a recording of which nothing can be played any more.
    func leave(because error: EngineError, _ time: GraphTime?) {
        guard let loaded else { return }
        let unload = { [self] in
            reader.post(.unload(id: loaded.id))
            if self.loaded?.id == loaded.id { self.loaded = nil }
            lastError = error
        }
        guard let time else { return unload() }
        do throws(EngineError) {
            endScan()
            try send(RealtimeCommand(.pause), time, state: .stopped, effect: unload)
        } catch {
            unload()
        }
    }

    /// Clears loop points past the end; `frames` is the new length in timeline frames.
    private func keepPoints(within frames: Int64) {
        if let a = points.a, a >= frames { points.a = nil }
        if let b = points.b, b > frames { points.b = nil }
        settings.loop = points.loop
    }
}
