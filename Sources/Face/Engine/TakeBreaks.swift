// Pauses and losses of a take, as they are seen to happen. Any thread; a value.
internal import Dictation

/// A place where the sound does not follow what was before it.
struct TapeBreak: Sendable, Equatable {
    /// The cause.
    enum Kind: String, Sendable {
        /// The take was paused.
        case pause
        /// Frames never came, or the ring to the disk was full.
        case lost
        /// The JACK server was gone.
        case away
    }

    /// The first frame after it; the first silent frame for a loss.
    var frame: Int64
    /// The cause.
    var kind: Kind
    /// Its length in seconds; nil while it lasts.
    var seconds: Double?
}

/// The breaks of the running take as the screen sees them happen: the engine tells their exact places with the next waveform.
struct TakeBreaks: Sendable, Equatable {
    /// Most breaks that are kept.
    private static let most = 500

    private(set) var all: [TapeBreak] = []
    private var name = ""
    private var begun: Double?

    /// Follows the state of the take.
    mutating func follow(_ transport: TransportView, end: Int64, at now: Double) {
        if transport.recordName != name { (all, name, begun) = ([], transport.recordName, nil) }
        switch transport.record {
        // An armed take that has no sound yet has no pause.
        case .armed where end == 0: break
        case .paused, .waiting, .armed:
            guard begun == nil else { return }
            begun = now
            add(TapeBreak(frame: end, kind: transport.record == .waiting ? .away : .pause))
        case .recording:
            guard let begun, !all.isEmpty else { return }
            all[all.count - 1].seconds = max(0, now - begun)
            self.begun = nil
        case .idle, .counting, .closing: break
        }
    }

    /// Notes frames that were lost while a take runs.
    mutating func lose(_ frames: Int64, rate: Double, end: Int64, _ transport: TransportView) {
        guard transport.record == .recording else { return }
        add(TapeBreak(frame: end, kind: .lost, seconds: Double(frames) / max(1, rate)))
    }

    /// The breaks that the engine told with the waveform up to a frame, and those that were seen after it. A break is seen up to
    /// half a second late.
    func after(_ told: [TapeBreak], until end: Int64, rate: Double) -> [TapeBreak] {
        guard let last = told.last?.frame else { return all }
        let slack = Int64(nearest: rate)
        return told + all.filter { $0.frame > end.boundedSum(-slack) && $0.frame > last.boundedSum(slack) }
    }

    private mutating func add(_ item: TapeBreak) { if all.count < Self.most { all.append(item) } }
}
