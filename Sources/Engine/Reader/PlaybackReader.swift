internal import Dictation
internal import Glibc
internal import JackClient
// State of the reader thread: what is loaded, and what the playback ring has of it. Its worker alone runs it.
internal import Playback
internal import Realtime
internal import Rings
internal import Storage
internal import Stretch
internal import Synchronization

/// Disk side of playing: renders the loaded recording from the playhead on and keeps the playback ring half full.
///
/// Half, so that after a locate the new sound fits in beside the old, which goes on until the new is there. Each locate is
/// answered with at least one block, be it an empty last one: a freewheeling callback waits for that.
struct PlaybackReader: ThreadState, ~Copyable {
    typealias Wake = WakeSemaphore

    /// Frames that are rendered at a time.
    static let chunk = 1024

    let progressWake: WakeSemaphore
    let outbox: Mailbox<ReaderEvent>
    private let quality: Resampler.Quality
    var client: JackClient?
    /// Recordings that were loaded and may still be asked for, by the load.
    var renderers: [UInt64: TimelineRenderer] = [:]
    /// The load that the playback ring is fed from.
    var playing: UInt64?
    var generation: UInt32 = 0
    var edition: UInt32 = 0
    var map = RingMap()
    var settings = PlaySettings()
    /// Nothing more to render: the end, or nothing was asked for.
    var isDone = true
    /// Start of a locate whose first block found no room yet. A later locate takes its place: only the last one counts.
    var awaited: Int64?
    /// Nothing more to render for now: a take that is being written has no more yet.
    var isStarved = false
    var change = PendingChange()
    var isHeldBack = false
    var buffer = [Frame](repeating: .zero, count: PlaybackReader.chunk)
    private var isQuitting = false

    init(progressWake: WakeSemaphore, outbox: Mailbox<ReaderEvent>, quality: Resampler.Quality) {
        self.progressWake = progressWake
        self.outbox = outbox
        self.quality = quality
    }

    /// Renders one chunk at most: messages are obeyed between two.
    mutating func turn() -> Int? {
        beginIfRoom()
        spliceIfDue()
        guard !isQuitting else { return nil }
        return fill() ? 0 : sleepTime
    }

    mutating func obey(_ message: ReaderMessage) {
        switch message {
        case .attach(let client):
            self.client = client
            // Refused, a splice is late where the machine is busy.
            _ = client.makeThisThreadRealtime()
            forget()
            becomeRealtime()
        case .detach:
            client = nil
            JackClient.makeThisThreadOrdinary()
            forget()
            // Made for this client's rate.
            renderers = [:]
            JackClient.makeThisThreadOrdinary()
            outbox.post(.detached)
        case .load(let id, let source):
            // To find out how long a damaged file is can take a second of work.
            JackClient.makeThisThreadOrdinary()
            load(id, source)
            becomeRealtime()
        case .unload(let id):
            renderers[id] = nil
            if playing == id { forget() }
        case .locate(let load, let frame, let generation, let settings):
            self.settings = settings
            locate(load, frame, generation)
        case .settings(let wanted): adopt(wanted)
        case .nudge(let id, let frames):
            // Many of them before the next splice stay inside 64 bits.
            change.shift = max(-TimeSpan.mostFrames, min(change.shift + frames, TimeSpan.mostFrames))
            change.nudges.append(id)
            change.isWanted = true
        case .grow(let load, let frames, let isComplete): grow(load, frames, isComplete)
        case .quit: isQuitting = true
        }
    }

    /// Right after a splice there is little ahead of what is heard, and other programs' work must not hold up the rest.
    /// Refused, it works as well as the machine is quiet.
    private func becomeRealtime() { _ = client?.makeThisThreadRealtime() }

    private mutating func forget() {
        playing = nil
        awaited = nil
        isDone = true
        setStarved(false)
        map.clear()
        change = PendingChange()
    }

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

    private mutating func locate(_ load: UInt64, _ frame: Int64, _ generation: UInt32) {
        self.generation = generation
        playing = load
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

    /// Renders the first block of the locate that came last. Without room for it nothing is written: the callback leaves what
    /// is stale, and then there is some.
    private mutating func beginIfRoom() {
        guard let frame = awaited, let client, hasRoom(client) else { return }
        awaited = nil
        attempt { (reader, renderer) throws(PlaybackError) in
            try renderer.begin(at: Double(frame), route: reader.route, settings: reader.stretch)
            try reader.render(renderer)
        }
    }
}
