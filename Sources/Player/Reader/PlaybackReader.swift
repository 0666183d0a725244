// State of the reader thread: loaded recordings and the content of the ring. Reader thread only; blocks on the disk.
internal import Dictation
internal import JackClient
internal import Playback
internal import Realtime
internal import Rings
internal import Storage
package import Stretch
internal import Synchronization
internal import System
package import Threads

/// Disk side of playback: renders the loaded recording from the playhead on, and keeps the playback ring half full.
///
/// The other half leaves room for the new sound after a locate; the old sound continues until the new sound is there. Each
/// locate is answered with at least one block, even if it is an empty last one: a freewheeling callback waits for it.
package struct PlaybackReader: ThreadState, ~Copyable {
    package typealias Wake = WakeSemaphore

    /// Frames rendered at a time.
    static let chunk = 1024

    let outbox: Mailbox<ReaderEvent>
    private let quality: Resampler.Quality
    /// JACK client that plays; nil without a server.
    var client: JackClient?
    /// Renderers of the loaded recordings, by the number of the load.
    var renderers: [UInt64: TimelineRenderer] = [:]
    /// True after one was closed: a stretcher leaves megabytes of free pages in the heap.
    var hasClosed = false
    /// Number of the load that feeds the playback ring; nil when nothing plays.
    var playing: UInt64?
    /// Number of the latest locate.
    var generation: UInt32 = 0
    /// Number of the latest edition: the frames rendered after one locate or splice, up to the next.
    var edition: UInt32 = 0
    /// Frames written to the ring and not heard yet.
    var map = RingMap()
    /// Settings asked for last. A quality that is set again is tried again.
    var settings = PlaySettings() {
        didSet { if settings.stretch.engine != oldValue.stretch.engine { limits = RenderLimits() } }
    }
    /// The works that the machine was too slow for.
    var limits = RenderLimits()
    /// Cost of the rendering at present.
    var renderLoad = RenderLoad()
    /// Engine that the control loop was told of.
    private var toldEngine = StretchSettings.Engine.finer
    /// Processor time of this thread.
    let processorTime = Clock.ofThisThread
    /// True when there is nothing more to render: at the end, or when nothing plays.
    var isDone = true
    /// Timeline frame of a locate whose first block has found no room yet. A later locate replaces it: only the last one
    /// counts.
    var awaited: Int64?
    /// True when there is nothing to render for now: a take being recorded has no more frames yet.
    var isStarved = false
    /// The change of the sound that is not heard yet.
    var change = PendingChange()
    /// The recordings that follow without a gap.
    var follow = FollowState()
    /// True while the rate is limited to 1, because playback has caught up with a take being recorded.
    var isHeldBack = false
    /// Memory for one rendered chunk.
    var buffer = [Frame](repeating: .zero, count: PlaybackReader.chunk)
    /// Realtime scheduling: right after a splice few frames are ready ahead of the playhead, and other programs must not delay
    /// the rest.
    var policy = RealtimePolicy(.reader)
    private var isQuitting = false

    /// Makes the state of a reader without a client; `quality` is for files of another sample rate than the server's.
    package init(outbox: Mailbox<ReaderEvent>, quality: Resampler.Quality) {
        self.outbox = outbox
        self.quality = quality
    }

    /// Renders one chunk at most, so that messages are handled between two chunks. Returns the sleep in milliseconds, or nil to
    /// end the thread.
    package mutating func turn() -> Int? {
        policy.follow(client)
        beginIfRoom()
        spliceIfDue()
        tellEngine()
        guard !isQuitting else { return nil }
        guard !fill() else { return 0 }
        policy.rest()
        if hasClosed { OwnHeap.giveBack() }
        hasClosed = false
        return sleepTime
    }

    /// Carries out one message.
    package mutating func obey(_ order: ReaderOrder) {
        switch order {
        case .attach(let client):
            self.client = client
            limits = RenderLimits()
            forget()
        case .detach:
            client = nil
            policy.giveUp()
            forget()
            // Renderers are made for the sample rate of one client.
            renderers = [:]
            hasClosed = true
            outbox.post(.detached)
        case .load(let id, let source):
            // Finding the length of a damaged file can take a second of work.
            policy.giveUp()
            load(id, source)
        case .unload(let id):
            if let client { forgetHeard(client) }
            // A recording that begins in the ring is heard before it is closed.
            guard !follow.isInRing(id) else {
                follow.unwanted.insert(id)
                return
            }
            renderers[id] = nil
            hasClosed = true
            if playing == id { forget() }
        case .locate(let load, let frame, let generation, let settings):
            self.settings = settings
            locate(load, frame, generation)
        case .settings(let wanted, let load): adopt(wanted, for: load)
        case .follow(let plan): take(plan)
        case .nudge(let id, let frames):
            // Limit the sum: many nudges before the next splice must not overflow 64 bits.
            change.shift = max(-TimeSpan.mostFrames, min(change.shift + frames, TimeSpan.mostFrames))
            change.nudges.append(id)
            change.isWanted = true
        case .grow(let load, let frames, let isComplete): grow(load, frames, isComplete)
        case .rename(let paths): for renderer in renderers.values { renderer.timeline.rename(paths) }
        case .quit: isQuitting = true
        }
    }

    /// Tells the control loop with which engine rate and pitch are made.
    private mutating func tellEngine() {
        let engine = stretch.engine
        guard engine != toldEngine else { return }
        toldEngine = engine
        outbox.post(.rendering(engine))
    }

    /// Forgets the recording that plays, and the content of the ring. Nudges that wait for a splice are answered.
    private mutating func forget() {
        answerNudges(at: nil)
        playing = nil
        awaited = nil
        isDone = true
        setStarved(false)
        map.clear()
        change = PendingChange()
        follow.begun = []
        closeUnwanted()
        follow = FollowState()
    }

    /// Opens a source beside the one that plays, and reports the result.
    private mutating func load(_ id: UInt64, _ source: TimelineSource) {
        guard let rate = client?.rate else {
            outbox.post(.refused(id: id, .noServer))
            return
        }
        do throws(PlaybackError) {
            let timeline = try source.open()
            renderers[id] = try TimelineRenderer(timeline: timeline, outputRate: rate, quality: quality)
            outbox.post(.loaded(id: id, timeline.info))
        } catch {
            outbox.post(.refused(id: id, .playback(error)))
        }
    }

    /// Starts a new edition at timeline frame `frame` of a load.
    private mutating func locate(_ load: UInt64, _ frame: Int64, _ generation: UInt32) {
        self.generation = generation
        playing = load
        follow.locate(generation)
        closeUnwanted()
        edition &+= 1
        isDone = false
        setStarved(false)
        isHeldBack = false
        answerNudges(at: nil)
        change = PendingChange(cost: change.cost)
        // A locate past the loop plays straight on.
        change.leavesLoop = settings.loop.map { frame >= $0.b } ?? false
        awaited = frame
        beginIfRoom()
    }

    /// Renders the first block of the latest locate. Without room nothing is written: the callback gives stale frames back, and
    /// then there is room.
    private mutating func beginIfRoom() {
        guard let frame = awaited, let client, hasRoom(client) else { return }
        awaited = nil
        attempt { (reader, renderer) throws(PlaybackError) in
            try renderer.begin(at: Double(frame), route: reader.route, settings: reader.stretch)
            try reader.render(renderer)
        }
    }
}
