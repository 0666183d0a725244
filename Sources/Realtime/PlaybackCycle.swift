// Playback ring to the outputs. JACK thread only.
internal import CJack
internal import Rings
internal import Synchronization

/// Plays the blocks of the wanted generation out of the playback ring, exact to the frame, without a click where it starts,
/// stops, jumps or runs dry.
struct PlaybackCycle: ~Copyable {
    /// Whether the playhead moves, or will as soon as there is something to play.
    private(set) var isRolling = false
    /// Timeline frame that is heard next.
    private(set) var timeline = 0.0
    private(set) var generation: UInt32 = 0

    var declick: Declick
    var course = Course()
    private(set) var block = PlaybackBlock(
        position: 0, count: 0, timeline: 0, step: 1, generation: 0, edition: 0, isLast: true)
    private(set) var hasBlock = false
    /// Place in the playback ring of the frame that is heard next, while there is a block.
    private(set) var place = 0
    private var last = Frame.zero
    /// True from `play` until the first sample is heard, and after running dry.
    private var isWaiting = false
    private var playCommand: UInt32 = 0

    init(curve: [Float]) { declick = Declick(curve: curve) }

    // MARK: Commands

    @_noLocks @_noAllocation
    mutating func play(_ command: RealtimeCommand, at frame: Int64, _ link: borrowing RealtimeLink) {
        confirmPlay(at: frame, link)
        playCommand = command.id
        roll()
    }

    /// Also without a command: with JACK's transport.
    @_noLocks @_noAllocation
    mutating func roll() {
        guard !isRolling else { return }
        isRolling = true
        isWaiting = true
    }

    /// The playhead stays on the frame that would have been heard next; a copy of what follows fades out.
    @_noLocks @_noAllocation
    mutating func pause(at frame: Int64, _ link: borrowing RealtimeLink) {
        confirmPlay(at: frame, link)
        guard isRolling else { return }
        isRolling = false
        if !isWaiting { fall(link) }
    }

    /// A locate that was overtaken by a later one, which was for an earlier frame, is void.
    @_noLocks @_noAllocation
    mutating func locate(_ command: RealtimeCommand) {
        guard Int32(bitPattern: command.generation &- generation) > 0 else { return }
        generation = command.generation
        if !isRolling || isWaiting { timeline = Double(command.position) }
    }

    // MARK: Sound

    /// Whether a block's sound comes out at this moment.
    var isHeard: Bool {
        @_noLocks @_noAllocation get { isRolling && !isWaiting && hasBlock }
    }

    /// Whether the playhead rests at `timeline` (less than a frame away), with so many frames to play from there, or all
    /// there are.
    @_noLocks @_noAllocation
    func stands(at wanted: Double, frames: Int, _ link: borrowing RealtimeLink) -> Bool {
        guard !isRolling, hasBlock, block.generation == generation, abs(timeline - wanted) < 1 else { return false }
        return block.isLast || link.playback.publishedPosition - place >= frames
    }

    /// Renders `count` frames from extended `frame` on. What is not playing is silence (and the end of a fade).
    @_noLocks @_noAllocation
    mutating func render(
        _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int, at frame: Int64,
        _ link: borrowing RealtimeLink
    ) {
        skipStale(link)
        var done = 0
        while done < count {
            var part = count - done
            obeySplice(link)
            if isRolling, nextBlock(link, at: frame + Int64(done)) {
                course.go(at: frame + Int64(done), from: timeline, step: block.step, block.generation)
                part = min(min(part, block.position + block.count - place), framesToSplice(link))
                unsafe copy(left + done, right + done, part, link)
            } else {
                course.go(at: frame + Int64(done), from: timeline, step: 0, generation)
                unsafe rest(left + done, right + done, part)
            }
            done += part
        }
    }

    /// Makes `block` one that has a frame to play; false when there is none yet, or the end was reached.
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

    /// Jumps to the first block of the wanted generation once it is there. Until then the old one goes on where it is
    /// heard, and is thrown away where it is not, to make room for the reader.
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
            jump(to: candidate, link)
            if wasHeard { declick.rise() }
        } else if !wasHeard {
            hasBlock = false
            link.blocks.release(to: candidate)
        }
    }

    /// Leaves everything before block `index` of the block ring behind.
    @_noLocks @_noAllocation
    mutating func jump(to index: Int, _ link: borrowing RealtimeLink, skipping frames: Int = 0) {
        take(link.blocks[index])
        link.blocks.release(to: index + 1)
        skip(frames)
        link.playback.release(to: place)
    }

    /// Goes on in the block, unheard.
    @_noLocks @_noAllocation
    private mutating func skip(_ frames: Int) {
        let count = min(frames, block.count)
        place += count
        timeline += Double(count) * block.step
    }

    /// Older than what is wanted. A newer one waits for its command, which holds at a frame to come.
    @_noLocks @_noAllocation
    private func isStale(_ block: PlaybackBlock) -> Bool { Int32(bitPattern: block.generation &- generation) < 0 }

    /// The next block, if it goes on where this one ends; one of a generation or edition not yet asked for has to wait.
    @_noLocks @_noAllocation
    private func follower(_ link: borrowing RealtimeLink) -> PlaybackBlock? {
        guard link.blocks.readableCount > 0 else { return nil }
        let next = link.blocks[link.blocks.readPosition]
        guard next.generation == (hasBlock ? block.generation : generation) else { return nil }
        guard !hasBlock || next.edition == block.edition else { return nil }
        return next
    }

    /// The reader is at a locate whose command is not here yet: what is waited for now never comes, and the command does with
    /// the next period.
    @_noLocks @_noAllocation
    private func hasNewer(_ link: borrowing RealtimeLink) -> Bool {
        guard link.blocks.readableCount > 0 else { return false }
        return Int32(bitPattern: link.blocks[link.blocks.readPosition].generation &- generation) > 0
    }

    @_noLocks @_noAllocation
    private mutating func take(_ next: PlaybackBlock) {
        block = next
        hasBlock = true
        place = next.position
        timeline = next.timeline
    }

    @_noLocks @_noAllocation
    private mutating func begin() {
        isWaiting = false
        // The very beginning of a file is not faded: it begins as it was recorded.
        if timeline > 0 { declick.rise() }
    }

    /// Who asked to play is told: what was asked for is heard from `frame` on, or something else came in between.
    @_noLocks @_noAllocation
    private mutating func confirmPlay(at frame: Int64, _ link: borrowing RealtimeLink) {
        guard playCommand != 0 else { return }
        link.report(RealtimeEvent(.done, frame: frame, id: playCommand, generation: generation))
        playCommand = 0
    }

    @_noLocks @_noAllocation
    private mutating func end(at frame: Int64, _ link: borrowing RealtimeLink) {
        isRolling = false
        confirmPlay(at: frame, link)
        link.report(RealtimeEvent(.ended, frame: frame, generation: generation))
    }

    @_noLocks @_noAllocation
    private mutating func runDry(_ link: borrowing RealtimeLink) {
        guard !isWaiting else { return }
        isWaiting = true
        fall(link)
        guard !link.isReaderStarved.load(ordering: .relaxed) else { return }
        link.underruns.store(link.underruns.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
    }

    /// Lets the coming frames of the ring (as far as they are there) fade out.
    @_noLocks @_noAllocation
    mutating func fall(_ link: borrowing RealtimeLink) {
        // A block may have a few frames left, or none: those of the next ones go on where it ends.
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

    @_noLocks @_noAllocation
    private mutating func rest(
        _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int
    ) {
        for i in 0..<count {
            let frame = declick.isIdle ? .zero : declick.shape(.zero)
            unsafe left[i] = frame[0]
            unsafe right[i] = frame[1]
        }
        last = .zero
    }

    /// Freewheel only: the callback outruns the reader there. Up to ten seconds without any progress.
    @_noLocks @_noAllocation
    private func waitForReader(_ link: borrowing RealtimeLink) -> Bool {
        let splices = link.splices.publishedPosition
        let blocks = link.blocks.publishedPosition
        var patience = 100
        while link.splices.publishedPosition == splices, link.blocks.publishedPosition == blocks, patience > 0 {
            link.readerWake.post()
            patience = link.progress.wait(milliseconds: 100) ? 100 : patience - 1
        }
        return patience > 0
    }
}
