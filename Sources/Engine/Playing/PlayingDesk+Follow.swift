// Going on with the next recording of the queue without a gap (P11). Control loop only.
internal import Dictation
internal import JackClient
internal import Messages
internal import Playback
internal import Player
internal import Realtime
internal import Storage
internal import Stretch
internal import System
internal import Threads

/// The next recordings are opened ahead, and the reader goes on with them in the ring. The callback tells by the number of the
/// locate which of them is heard; then it becomes the loaded recording, as after a locate.
extension PlayingDesk {
    /// True when playback goes on by itself with the next recording of the queue. JACK's transport has one timeline only.
    private var mayFollow: Bool { jack.time != nil && !isLed && !isFollowing }

    /// True near the end of a recording that another one follows: the loop then looks more often at what is heard.
    var isNearJoint: Bool {
        guard let loaded, !following.plan.list.isEmpty, intended == .playing, let time = jack.time else { return false }
        return Double(framesLeft(of: loaded, from: position(time))) < Double(loaded.rate) * max(1, settings.stretch.rate)
    }

    // MARK: Opening ahead

    /// Opens the recordings that follow, closes those that do not any more, and tells the reader.
    func prepareFollowing() {
        guard mayFollow, let loaded = destination, let item = loaded.item, !loaded.isGrowing else {
            if !following.ahead.isEmpty { drop(from: 0) }
            return tellPlan()
        }
        following.item = item
        var last = item
        var seconds = 0.0
        var (index, kept) = (0, 0)
        while index < Following.most, seconds < Following.seconds, let next = playable(after: last) {
            if following.ahead.indices.contains(index), following.ahead[index].item != next { drop(from: index) }
            if index == following.ahead.count {
                guard following.mayOpen(Moment.now) else { break }
                openAhead(next)
            }
            kept = index + 1
            guard let target = following.ahead[index].target else { break }
            let frames = framesLeft(of: target, from: following.ahead[index].start)
            seconds += Double(frames) / Double(target.rate) / max(1, settings.stretch.rate)
            last = next.id
            index += 1
        }
        if following.ahead.count > kept { drop(from: kept) }
        tellPlan()
    }

    /// The next item of the queue that can be played; nil at the end.
    private func playable(after item: Int) -> PlayQueue.Item? { itemAfter(item, following.failed) }

    private func openAhead(_ item: PlayQueue.Item) {
        let found = Opening(
            id: nextLoad, name: item.name, from: nil, frame: RealtimeCommand.atOnce, item: item.id, answer: { _ in })
        nextLoad += 1
        following.ahead.append(Following.Ahead(item: item, load: found.id, found: found))
        library.post(LibraryOrder.open(id: found.id, name: item.name).ofLoaded(found.id, item.name, item.recording))
    }

    /// Takes the answers of the library about the recordings that follow.
    func hearOfFollowing(_ event: LibraryEvent) {
        switch event {
        case .opened(let id, let found):
            guard let index = following.ahead.firstIndex(where: { $0.load == id }) else { return }
            var next = following.ahead[index].found
            (next.name, next.path, next.whole, next.source) = (found.name, found.path, found.whole, found.source)
            (next.remembered, next.markers) = (found.position ?? 0, found.markers)
            (next.title, next.artist, next.listening) = (found.title, found.artist, found.listening)
            next.recordingID = found.recordingID
            following.ahead[index].found = next
            reader.post(.load(id: id, found.source))
        case .refused(let id, let error): _ = refuseFollowing(id, error)
        default: break
        }
    }

    /// Takes a recording that the reader has opened.
    func opened(_ id: UInt64, _ info: SegmentInfo) {
        guard let index = following.ahead.firstIndex(where: { $0.load == id }) else { return }
        let next = following.ahead[index].found
        let target = Loaded(
            id: id, name: next.name, path: next.path, source: next.source ?? .file(next.path), info: info, frames: info.frames,
            markers: next.markers, title: next.title, artist: next.artist, whole: next.whole, listening: next.listening,
            recordingID: next.recordingID, item: next.item)
        guard hasSound(target) else {
            _ = refuseFollowing(id, .wrongState(tr("it has no sound")))
            return
        }
        following.ahead[index].target = target
        following.ahead[index].start = (try? start(of: next, in: target)) ?? 0
    }

    /// False for a recording that has less than a frame at the rate of the server. A queue of nothing else would go round for
    /// ever without a frame to hear.
    private func hasSound(_ target: Loaded) -> Bool {
        Double(target.frames) * Double(jack.rate) >= Double(target.rate) * max(1, settings(of: target).stretch.rate)
    }

    /// Passes over a recording that cannot be opened. False for one that does not follow.
    func refuseFollowing(_ id: UInt64, _ error: EngineError) -> Bool {
        guard let index = following.ahead.firstIndex(where: { $0.load == id }) else { return false }
        let item = following.ahead[index].item
        following.failed.insert(item.id)
        drop(from: index)
        board.report("'\(item.name)' of the queue is passed over: \(error)", of: "queue")
        return true
    }

    /// Lets go of the recordings from this one on.
    private func drop(from index: Int) {
        for next in following.ahead[index...] {
            library.post(.cancel(id: next.load))
            if next.found.source != nil { reader.post(.unload(id: next.load)) }
        }
        following.ahead.removeSubrange(index...)
    }

    /// Opens a recording of the queue again that was changed or deleted.
    func forgetFollowing(_ name: String) {
        if let index = following.ahead.firstIndex(where: { $0.item.name == name }) { drop(from: index) }
        // It may have sound now.
        retryFollowing()
    }

    /// Tries all items again: the queue was changed.
    func retryFollowing() { following.failed = [] }

    // MARK: The plan of the reader

    /// Tells the reader what follows a locate that it is told next.
    func tellPlan(of locate: Locates.Locate) {
        if following.item != locate.target.item { drop(from: 0) }
        following.item = locate.target.item
        (following.base, following.last, following.told) = (locate.generation, locate.generation, [:])
        for index in following.ahead.indices { following.ahead[index].generation = nil }
        following.plan = plan(for: locate.target)
        reader.post(.follow(following.plan))
    }

    /// Tells the reader what follows, if that has changed.
    private func tellPlan() {
        guard let loaded = destination, following.base != 0 else { return }
        let plan = plan(for: loaded)
        guard plan != following.plan else { return }
        following.plan = plan
        reader.post(.follow(plan))
    }

    /// The plan for the recordings that are open.
    private func plan(for loaded: Loaded) -> FollowPlan {
        var plan = FollowPlan(base: following.base)
        guard mayFollow, let item = loaded.item else { return plan }
        var last = item
        for index in following.ready.indices {
            guard let target = following.ahead[index].target else { break }
            if following.ahead[index].generation == nil {
                // The numbers of one locate are used up: the next recording is played by a locate of its own.
                guard following.last % Locates.stride < Locates.stride - 1 else { return plan }
                following.last += 1
                following.ahead[index].generation = following.last
                following.told[following.last] = target
            }
            guard let generation = following.ahead[index].generation else { break }
            plan.list.append(
                Follow(
                    load: target.id, frame: behindSilence(following.ahead[index].start, in: target), generation: generation,
                    settings: settings(of: target)))
            last = following.ahead[index].item.id
        }
        plan.isMore = playable(after: last) != nil
        return plan
    }

    /// Settings with which a recording begins that follows.
    private func settings(of target: Loaded) -> PlaySettings {
        var next = settings
        (next.loop, next.scan, next.gaps) = (nil, nil, gaps(in: target))
        guard keepsPerRecording else { return next }
        let own = target.keptListening
        next.loop = own.loop.loop
        (next.stretch.rate, next.stretch.pitchCents) = (own.rate, own.cents)
        return next
    }

    // MARK: The joint

    /// Makes the recording the loaded one that the callback has gone on with.
    func enterFollowing(_ time: GraphTime) {
        let heard = time.telemetry.generation
        // A locate whose effect is still to be handled comes first.
        guard let loaded, heard != following.base, let target = following.told[heard], loaded.id != target.id,
            locates.bound == nil
        else { return }
        var isOutdated = false
        // It was heard to its end, and so were those that ended between two looks.
        remember(0)
        if let index = following.ahead.firstIndex(where: { $0.generation == heard }) {
            for next in following.ahead[..<index] {
                library.post(.remember(path: next.found.path, frames: 0))
                release(next.load)
            }
            following.ahead.removeFirst(index + 1)
        } else {
            isOutdated = true
        }
        following.told = following.told.filter { Int32(bitPattern: $0.key &- heard) > 0 }
        following.item = target.item
        locates.follow(heard)
        leaveLoop(for: target)
        arrive(in: target, heard)
        // Settings now are those of the new recording.
        tellSettings()
        // The recording was changed while its first frames were in the ring.
        if isOutdated { reload(target.name) }
        guard let item = target.item, !hasItem(item) else { return }
        // The item was taken out of the queue while its first frames were in the ring.
        if playable(after: item) == nil { leave(because: nil, time) } else { playNext() }
    }

    /// Plays the next recording by a locate: behind the end of one that nothing followed in the ring.
    func playNext() {
        guard mayFollow, scan == nil, opening == nil, let loaded, let item = loaded.item else { return }
        if !hasSound(loaded) { following.failed.insert(item) }
        guard let next = playable(after: item) else { return }
        open(next.name, from: nil, at: RealtimeCommand.atOnce, item: next.id) { [self] result in
            guard case .failure(let error) = result else { return }
            if case .noServer = error { return }
            // A command has taken the place of this one, or ended it.
            if error.failure.code == .wrongState { return }
            following.failed.insert(next.id)
            board.report("'\(next.name)' of the queue is passed over: \(error)", of: "queue")
            playNext()
        }
    }
}
