// Free space on the disk of the library. Control loop only.
internal import Control
internal import Dictation
internal import JackClient
internal import Messages
internal import Storage
internal import System
internal import Threads

/// Knows the free space on the library's disk, and never waits for that disk.
///
/// A thread of its own asks the file system, because an answer can take seconds or never come. Until then the last figure is
/// reported.
final class DiskDesk: Desk {
    private let board: Switchboard
    private let jack: JackDesk
    private let recording: RecordingDesk
    private let settings: SettingsDesk
    private let folder: String
    /// Bytes that recordings must leave free.
    private let reserve: Int64
    /// True in a session, whose manager is told of a full disk.
    private let isInSession: Bool
    private let worker: Worker<DiskGauge>
    private let events: Mailbox<DiskGauge.Figure>

    /// The last figure; nil before the first.
    private var figure: DiskGauge.Figure?
    /// True after the event `disk-low`, until there is clearly more space.
    private var isLow = false
    /// When a figure was asked for that has not come yet; nil if none is awaited.
    private var asked: Moment?
    /// Callers of `renew` who wait for a new figure, for `patience` at most.
    private var waiting: [(since: Moment, answer: () -> Void)] = []
    /// True if a caller came while a figure was awaited: that figure could be older than the question.
    private var isAskedAgain = false

    /// Milliseconds for which `status` waits for a new figure.
    private static let patience = 50
    /// Seconds without an answer after which `status` reports the silence.
    private static let silence = 1.0

    /// Starts the disk thread. Throws `EngineError.system` if the system refuses a thread.
    init(
        _ board: Switchboard, _ jack: JackDesk, _ recording: RecordingDesk, _ settings: SettingsDesk, _ options: EngineOptions,
        isInSession: Bool, wake: WakeDescriptor
    ) throws(EngineError) {
        self.board = board
        self.jack = jack
        self.recording = recording
        self.settings = settings
        let library = recording.library
        folder = library.folder
        reserve = options.reserve
        self.isInSession = isInSession
        (worker, events) = try Worker.reporting(to: wake, name: "dicta-disk", wake: WakeSemaphore()) {
            DiskGauge(library, outbox: $0)
        }
    }

    func turn(_ now: Moment) {
        for figure in events.take() { take(figure) }
        let overdue = waiting.prefix { now.seconds(since: $0.since) * 1000 >= Double(DiskDesk.patience) }
        waiting.removeFirst(overdue.count)
        for one in overdue { one.answer() }
        if isInSession || settings.current.text(HookEvent.diskLow.key) != nil { refresh(now) }
    }

    var timeout: Int32 {
        guard let first = waiting.first else { return -1 }
        let waited = min(Double(DiskDesk.patience), Moment.now.seconds(since: first.since) * 1000)
        return max(1, Int32(DiskDesk.patience) - Int32(waited))
    }

    /// Calls `answer` exactly once: with a figure newer than this call, or after `patience`.
    func renew(_ answer: @escaping () -> Void) {
        waiting.append((Moment.now, answer))
        if asked == nil { ask() } else { isAskedAgain = true }
    }

    /// True if a figure from after that time has room for a take.
    func hasRoom(since moment: Moment) -> Bool {
        guard let figure, moment < figure.moment, case .success(let space) = figure.space else { return false }
        // The close of a take frees some bytes itself.
        return space.available > reserve + max(reserve / 4, 1_000_000)
    }

    /// True if a figure from after that time is that of the library's disk, full or not.
    func isThere(since moment: Moment) -> Bool {
        guard let figure, moment < figure.moment, case .success = figure.space else { return false }
        return true
    }

    /// True if one of the `movedFiles` of the recording desk was back at the last figure.
    func isBack(_ file: String) -> Bool { figure?.files.contains(file) == true }

    /// Asks for a new figure if the last one is about a second old.
    private func refresh(_ now: Moment) {
        guard asked == nil, figure.map({ now.seconds(since: $0.moment) >= 0.9 }) ?? true else { return }
        ask()
    }

    /// Asks the disk thread for a figure.
    private func ask() {
        asked = Moment.now
        worker.post(.ask(files: recording.movedFiles))
    }

    /// Stores a figure and answers those who waited for it.
    private func take(_ figure: DiskGauge.Figure) {
        self.figure = figure
        asked = nil
        if isAskedAgain {
            isAskedAgain = false
            ask()
        } else {
            let answers = waiting
            waiting = []
            for one in answers { one.answer() }
        }
        watch(figure)
    }

    /// Sends the event `disk-low` once when the disk becomes almost full.
    private func watch(_ figure: DiskGauge.Figure) {
        guard case .success(let space) = figure.space else { return }
        let seconds = secondsLeft(space) ?? .infinity
        if seconds < 300 || space.available < 3 * reserve {
            if !isLow { board.tell(.diskLow, status(for: .owner)) }
            isLow = true
        } else if seconds > 600, space.available > 4 * reserve {
            isLow = false
        }
    }

    /// Seconds of recording that fit on the disk; nil without a server, because the rate is unknown.
    private func secondsLeft(_ space: DiskSpace) -> Double? {
        guard let rate = jack.client?.rate else { return nil }
        return space.secondsLeft(bytesPerSecond: recording.bytesPerSecond(rate), reserve: reserve)
    }

    func status(for authority: Authority) -> Fields {
        var fields: Fields = ["library": .text(folder)]
        switch figure?.space {
        case .success(let space)?:
            fields.append("disk_free_bytes", .int(space.available))
            if let left = secondsLeft(space) { fields.append("disk_seconds_left", .double(left.rounded())) }
        case .failure(let error)?: fields.append("disk_error", .text(error.description))
        case nil: break
        }
        if let asked, Moment.now.seconds(since: asked) > DiskDesk.silence {
            let seconds = Int(Moment.now.seconds(since: asked))
            fields.append(
                "disk_error",
                .text(tr("the file system of '\(folder)' has not answered for \(seconds) s: check if its disk or server hangs")))
        }
        return fields
    }

    func fields(of topic: Topic) -> Fields {
        guard topic == .disk else { return [:] }
        refresh(Moment.now)
        return status(for: .owner)
    }

    /// Ends the thread, or leaves it after half a second if the disk holds it.
    func quit() {
        worker.post(.quit)
        _ = worker.join(within: 0.5)
    }
}
