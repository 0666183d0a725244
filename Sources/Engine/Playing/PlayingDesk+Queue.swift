// Playing and loading items of the queue. Control loop only.
internal import Dictation
internal import Realtime

extension PlayingDesk {
    /// Plays an item of the queue, at extended JACK frame `frame` or at once. `answer` is called once.
    func play(_ item: PlayQueue.Item, from: Place?, at frame: Int64, _ answer: @escaping Answer) {
        recorded = nil
        open(item.name, from: from, at: frame, item: item.id, as: item.recording) { [self] result in
            answer(result.map { $0 + changedSound })
        }
    }

    /// Loads an item of the queue without playing it. `answer` is called once.
    func load(_ item: PlayQueue.Item, _ answer: @escaping Answer) {
        recorded = nil
        open(item.name, from: nil, at: RealtimeCommand.atOnce, item: item.id, as: item.recording) { [self] result in
            answer(result.map { $0 + changedSound })
        }
        opening?.rolls = false
        opening?.halts = true
    }
}
