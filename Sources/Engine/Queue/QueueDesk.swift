// The queue: recordings that play one after another (P11). Control loop only.
internal import Catalogue
internal import Control
internal import Dictation
internal import JackClient
internal import Realtime
internal import System

/// Owns the queue, and carries out the verb `queue` and a play of several recordings. The player asks it what comes next.
final class QueueDesk: Desk {
    let board: Switchboard
    let jack: JackDesk
    let playing: PlayingDesk
    /// The queue.
    private(set) var queue = PlayQueue()
    /// Number of changes since the start.
    private(set) var revision: Int64 = 0

    init(_ board: Switchboard, _ jack: JackDesk, _ playing: PlayingDesk) {
        self.board = board
        self.jack = jack
        self.playing = playing
    }

    func turn(_ now: Moment) { look() }

    /// Notes the item that the player has come to.
    private func look() {
        guard let item = playing.loaded?.item, queue.current?.id != item, queue.item(item) != nil else { return }
        queue.enter(item)
        revision += 1
    }

    func hear(_ news: News) {
        guard case .library(.filesChanged(let file)) = news, queue.item(named: file.name) != nil else { return }
        switch file {
        case .renamed(let name, let newName, _): update { $0.rename(name, to: newName) }
        case .deleted(let name, _): update { queue in _ = queue.remove { $0.name == name } }
        case .replaced: break
        }
    }

    /// Changes the queue, and has the player look at what follows.
    func update(_ change: (inout PlayQueue) -> Void) {
        change(&queue)
        revision += 1
        playing.retryFollowing()
    }

    /// The item that the player goes on with behind this one, past those of the set `failed`. An item that was taken out is
    /// followed by the next one of the queue.
    func item(after id: Int, passing failed: Set<Int>) -> PlayQueue.Item? {
        queue.next(after: queue.item(id) == nil ? nil : id, passing: failed)
    }

    /// True if there is a next recording, also for applets.
    var hasNext: Bool { queue.next() != nil }
    /// True if there is a previous recording.
    var hasPrevious: Bool { queue.previous != nil }

    // MARK: State

    func status(for authority: Authority) -> Fields { queue.items.isEmpty ? [:] : fields }

    func fields(of topic: Topic) -> Fields { topic == .queue ? fields : [:] }

    /// True while a recording is loaded that was played by itself: the queue does not go on behind it.
    private var isPassedOver: Bool { playing.loaded.map { $0.item == nil } ?? false }

    private var fields: Fields {
        look()
        let number = isPassedOver ? nil : queue.number
        let next = isPassedOver ? nil : queue.next()
        return [
            "queue_count": .int(Int64(queue.items.count)), "queue_number": .int(Int64(number ?? 0)),
            "queue_next": .text(next?.name ?? ""), "queue_shuffle": .flag(queue.isShuffled),
            "queue_repeat": .flag(queue.repeats), "queue_revision": .int(revision),
        ]
    }

    /// The reply that lists the queue.
    var list: Reply {
        look()
        let current = isPassedOver ? nil : queue.current?.id
        let items: [Fields] = queue.items.enumerated().map { index, item in
            ["number": .int(Int64(index + 1)), "name": .text(item.name), "current": .flag(item.id == current)]
        }
        return Reply(fields, items: items)
    }

    /// Writes the queue into the saved state.
    func save(to state: inout SessionState) {
        state.queue = queue.items.map(\.name)
        (state.queueNumber, state.queueRepeats, state.queueIsShuffled) = (queue.number, queue.repeats, queue.isShuffled)
    }

    /// Takes the queue of an earlier run, unless there is one already.
    func restore(_ state: SessionState) {
        guard queue.items.isEmpty, !state.queue.isEmpty else { return }
        update {
            $0 = PlayQueue(
                names: state.queue, number: state.queueNumber, repeats: state.queueRepeats, isShuffled: state.queueIsShuffled)
        }
    }
}
