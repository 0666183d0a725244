// Playback: copies blocks of the playback ring to the outputs. JACK thread only.
internal import CJack
internal import Rings
internal import Synchronization

/// Plays the blocks of the wanted locate from the playback ring, exact to the frame, without clicks when playback starts,
/// stops, jumps or runs dry.
struct PlaybackCycle: ~Copyable {
    /// True while the playhead moves, or will move as soon as there is a block to play.
    private(set) var isRolling = false
    /// Timeline frame of the playhead: the one that is heard next. From a jump on it is the place that the jump leads to, also
    /// while old frames are heard because the reader has not rendered the new ones.
    var playhead: Double {
        @_noLocks @_noAllocation get { target ?? timeline }
    }
    /// Number of the latest locate.
    private(set) var generation: UInt32 = 0

    /// Fades at discontinuities.
    var declick: Declick
    /// The latest splice that was carried out, and the position in the playback ring of the first frame of its new edition; nil
    /// before the first one.
    var taken: (splice: Splice, start: Int)?
    /// Recent path of the playhead.
    var course = Course()
    /// The block being played, valid while `hasBlock` is true.
    private(set) var block = PlaybackBlock(
        position: 0, count: 0, timeline: 0, step: 1, generation: 0, edition: 0, isLast: true)
    /// True while there is a block being played.
    private(set) var hasBlock = false
    /// Position in the playback ring of the frame that is heard next, valid while `hasBlock` is true.
    private(set) var place = 0
    /// Timeline frame of the next frame of the block being played.
    private var timeline = 0.0
    /// Place that the latest locate jumps to, until its first block is heard; nil otherwise.
    private var target: Double?
    private var last = Frame.zero
    /// Timeline frames by which the block still heard has moved on the way to the latest locate; nil when that is a jump, and
    /// once its first block is there.
    private var shift: Double?
    /// True from `play` until the first sample is heard, and after an underrun.
    private var isWaiting = false
    private var playCommand: UInt32 = 0

    /// Frames that a freewheeling callback leaves in the ring, see `waitForReserve`.
    let reserve: Int

    /// Makes a stopped player. Allocates.
    ///
    /// - Parameters:
    ///   - curve: the rising half of the fade (see `Declick`).
    ///   - reserve: frames that a freewheeling callback leaves in the ring; at most half of what the reader keeps ahead.
    init(curve: [Float], reserve: Int) {
        declick = Declick(curve: curve)
        self.reserve = reserve
    }

    // MARK: Commands

    /// Starts playback. The `.done` event follows when the first sample is heard. A play that belongs to a locate which a later
    /// one has replaced has no effect, and is reported as cancelled.
    @_noLocks @_noAllocation
    mutating func play(_ command: RealtimeCommand, at frame: Int64, _ link: borrowing RealtimeLink) {
        guard command.generation == 0 || Int32(bitPattern: command.generation &- generation) >= 0 else {
            link.report(RealtimeEvent(.cancelled, frame: frame, id: command.id, generation: generation))
            return
        }
        confirmPlay(at: frame, link)
        playCommand = command.id
        roll()
    }

    /// Starts playback without a command, for JACK's transport.
    @_noLocks @_noAllocation
    mutating func roll() {
        guard !isRolling else { return }
        isRolling = true
        isWaiting = true
    }

    /// Stops playback. The playhead stays on the next frame, and a copy of the following frames fades out.
    @_noLocks @_noAllocation
    mutating func pause(at frame: Int64, _ link: borrowing RealtimeLink) {
        confirmPlay(at: frame, link)
        guard isRolling else { return }
        isRolling = false
        if !isWaiting { fall(link) }
    }

    /// Selects the blocks of another locate from now on. Returns false for a locate older than the latest one, which has no
    /// effect: a later locate for an earlier frame has overtaken it. With a shift the sound heard now goes on, and the playhead
    /// counts in the new timeline at once.
    @_noLocks @_noAllocation
    mutating func locate(_ command: RealtimeCommand) -> Bool {
        guard Int32(bitPattern: command.generation &- generation) > 0 else { return false }
        if let moved = command.shift.map(Double.init) {
            shift = (shift ?? 0) + moved
            if let place = target { target = place + moved } else { timeline += moved }
        } else {
            shift = nil
            target = Double(command.position)
        }
        generation = command.generation
        return true
    }

    // MARK: Sound

    /// True while frames of a block are heard.
    var isHeard: Bool {
        @_noLocks @_noAllocation get { isRolling && !isWaiting && hasBlock }
    }

    /// True when the playhead stands less than a frame from `wanted` with `frames` frames ready to play, or with all remaining
    /// frames of the timeline.
    @_noLocks @_noAllocation
    func stands(at wanted: Double, frames: Int, _ link: borrowing RealtimeLink) -> Bool {
        guard !isRolling, hasBlock, block.generation == generation, abs(playhead - wanted) < 1 else { return false }
        return block.isLast || link.playback.publishedPosition - place >= frames
    }

    /// Renders `count` frames from extended `frame` on. Parts without playback are silent, except for a running fade-out.
    @_noLocks @_noAllocation
    mutating func render(
        _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int, at frame: Int64,
        _ link: borrowing RealtimeLink
    ) {
        skipStale(link)
        waitForReserve(count, link)
        var done = 0
        while done < count {
            var part = count - done
            obeySplice(link)
            if isRolling, nextBlock(link, at: frame + Int64(done)) {
                let step = target == nil ? block.step : 0
                course.go(at: frame + Int64(done), from: playhead, step: step, generation)
                part = min(min(part, block.position + block.count - place), framesToSplice(link))
                unsafe copy(left + done, right + done, part, link)
            } else {
                course.go(at: frame + Int64(done), from: playhead, step: 0, generation)
                unsafe rest(left + done, right + done, part)
            }
            done += part
        }
    }

    /// Makes sure that `block` has a frame to play. Returns false when no frame is available or the timeline has ended.
    @_noLocks @_noAllocation
    private mutating func nextBlock(_ link: borrowing RealtimeLink, at frame: Int64) -> Bool {
        while true {
            if hasBlock, place < block.position + block.count {
                if isWaiting { begin() }
                if block.generation == generation { confirmPlay(at: frame, link) }
                return true
            }
            if hasBlock, block.isLast, block.generation == generation {
                end(at: frame, link)
                return false
            }
            if let next = follower(link) {
                link.blocks.release(to: link.blocks.readPosition + 1)
                take(next)
            } else if link.isFreewheeling.load(ordering: .relaxed), !link.isReaderStarved.load(ordering: .relaxed),
                !hasNewer(link), waitForReader(link)
            {
                skipStale(link)
                obeySplice(link)
            } else {
                runDry(link)
                return false
            }
        }
    }

    /// Jumps to the first block of the wanted locate when it is available. Until then an audible old block plays on; inaudible
    /// old blocks are dropped to free the ring for the reader.
    @_noLocks @_noAllocation
    private mutating func skipStale(_ link: borrowing RealtimeLink) {
        guard !hasBlock || block.generation != generation else { return }
        let wasHeard = isHeard
        if hasBlock, !wasHeard { link.playback.release(to: block.position + block.count) }
        var candidate = link.blocks.readPosition
        let end = link.blocks.publishedPosition
        while candidate < end, isStale(link.blocks[candidate]) {
            if !wasHeard { link.playback.release(to: link.blocks[candidate].position + link.blocks[candidate].count) }
            candidate += 1
        }
        if candidate < end, link.blocks[candidate].generation == generation {
            if wasHeard { fall(link) }
            jump(to: candidate, link, skipping: heardSince(link.blocks[candidate]))
            if wasHeard { declick.rise() }
        } else if !wasHeard {
            hasBlock = false
            link.blocks.release(to: candidate)
        }
    }

    /// Frames of `first`, the first block of the latest locate, that were heard already while the reader rendered it. Playback
    /// went on in the old block meanwhile, so without this the seam would repeat some periods. 0 for a jump.
    @_noLocks @_noAllocation
    private func heardSince(_ first: PlaybackBlock) -> Int {
        guard shift != nil, first.step > 0 else { return 0 }
        let frames = (playhead - first.timeline) / first.step
        // More is no delay of the reader: a loop or a nudge has moved the old sound, and the locate counts.
        return frames > 0 && frames < 65_536 ? Int(frames + 0.5) : 0
    }

    /// Continues `frames` frames behind the start of block `index` of the block ring, as far as its edition is rendered, and
    /// drops everything before.
    @_noLocks @_noAllocation
    mutating func jump(to index: Int, _ link: borrowing RealtimeLink, skipping frames: Int = 0) {
        let edition = link.blocks[index].edition
        var index = index
        var rest = frames
        while rest >= link.blocks[index].count, index + 1 < link.blocks.publishedPosition,
            link.blocks[index + 1].edition == edition
        {
            rest -= link.blocks[index].count
            index += 1
        }
        take(link.blocks[index])
        link.blocks.release(to: index + 1)
        skip(rest)
        link.playback.release(to: place)
    }

    /// Advances the playhead within the block.
    @_noLocks @_noAllocation
    private mutating func skip(_ frames: Int) {
        let count = min(frames, block.count)
        place += count
        timeline += Double(count) * block.step
    }

    /// True for a block older than the wanted locate. A newer block waits for its command, which holds at a later frame.
    @_noLocks @_noAllocation
    private func isStale(_ block: PlaybackBlock) -> Bool { Int32(bitPattern: block.generation &- generation) < 0 }

    /// The next block, if it continues the current one. A block of a later locate or edition has to wait.
    @_noLocks @_noAllocation
    private func follower(_ link: borrowing RealtimeLink) -> PlaybackBlock? {
        guard link.blocks.readableCount > 0 else { return nil }
        let next = link.blocks[link.blocks.readPosition]
        guard !hasBlock || next.edition == block.edition else { return nil }
        if hasBlock, next.follows, Int32(bitPattern: next.generation &- block.generation) > 0 { return next }
        return next.generation == (hasBlock ? block.generation : generation) ? next : nil
    }

    /// True when the reader already serves a locate whose command has not arrived. Waiting for more blocks of the old locate
    /// would be in vain; the command arrives with the next period.
    @_noLocks @_noAllocation
    func hasNewer(_ link: borrowing RealtimeLink) -> Bool {
        guard link.blocks.readableCount > 0 else { return false }
        return Int32(bitPattern: link.blocks[link.blocks.readPosition].generation &- generation) > 0
    }

    /// Makes `next` the current block, at its first frame.
    @_noLocks @_noAllocation
    private mutating func take(_ next: PlaybackBlock) {
        block = next
        hasBlock = true
        place = next.position
        // A later locate that waits for its first block stays in force.
        if next.follows, Int32(bitPattern: next.generation &- generation) > 0 { generation = next.generation }
        if next.generation == generation { (shift, target) = (nil, nil) }
        timeline = next.timeline + (shift ?? 0)
    }

    /// Begins to be heard, with a fade-in except at the start of the timeline.
    @_noLocks @_noAllocation
    private mutating func begin() {
        isWaiting = false
        // The first frame of a file is not faded: it plays as it was recorded.
        if timeline > 0 { declick.rise() }
    }

    /// Reports a play command as done: its sound is heard from `frame` on, or another command has replaced it.
    @_noLocks @_noAllocation
    private mutating func confirmPlay(at frame: Int64, _ link: borrowing RealtimeLink) {
        guard playCommand != 0 else { return }
        link.report(RealtimeEvent(.done, frame: frame, id: playCommand, generation: generation))
        playCommand = 0
    }

    /// Stops playback at the end of the timeline and reports it.
    @_noLocks @_noAllocation
    private mutating func end(at frame: Int64, _ link: borrowing RealtimeLink) {
        isRolling = false
        confirmPlay(at: frame, link)
        link.report(RealtimeEvent(.ended, frame: frame, generation: generation))
    }

    /// Fades out at the end of the available blocks and counts an underrun, except while the reader waits for a running take.
    @_noLocks @_noAllocation
    private mutating func runDry(_ link: borrowing RealtimeLink) {
        guard !isWaiting else { return }
        isWaiting = true
        fall(link)
        guard !link.isReaderStarved.load(ordering: .relaxed) else { return }
        link.underruns.store(link.underruns.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
    }

    /// Fades out a copy of the coming frames in the ring, as many as are available.
    @_noLocks @_noAllocation
    mutating func fall(_ link: borrowing RealtimeLink) {
        // When the block has too few frames left for the fade, the frames of the following blocks continue it.
        var end = hasBlock ? block.position + block.count : place
        var next = link.blocks.readPosition
        while hasBlock, end - place < declick.length, next < link.blocks.publishedPosition,
            link.blocks[next].edition == block.edition, link.blocks[next].position == end
        {
            end += link.blocks[next].count
            next += 1
        }
        declick.fall(link.playback, from: place, count: max(0, end - place), or: last)
    }

    /// Copies `count` frames of the ring to the outputs, with any fade.
    @_noLocks @_noAllocation
    private mutating func copy(
        _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int,
        _ link: borrowing RealtimeLink
    ) {
        if declick.isIdle {
            for i in 0..<count {
                let frame = link.playback[place + i]
                unsafe left[i] = frame[0]
                unsafe right[i] = frame[1]
            }
        } else {
            for i in 0..<count {
                let frame = declick.shape(link.playback[place + i])
                unsafe left[i] = frame[0]
                unsafe right[i] = frame[1]
            }
        }
        skip(count)
        last = unsafe Frame(left[count - 1], right[count - 1])
        link.playback.release(to: place)
    }

    /// Renders `count` frames of silence, with any fade-out.
    @_noLocks @_noAllocation
    private mutating func rest(
        _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int
    ) {
        last = .zero
        guard !declick.isIdle else {
            unsafe left.update(repeating: 0, count: count)
            unsafe right.update(repeating: 0, count: count)
            return
        }
        for i in 0..<count {
            let frame = declick.shape(.zero)
            unsafe left[i] = frame[0]
            unsafe right[i] = frame[1]
        }
    }
}
