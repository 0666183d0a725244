// A writer on a capture ring that a test fills. One thread: the test's.
import Dictation
import Realtime
import Speech
import Storage
import TestSupport

@testable import Engine
@testable import Recorder
@testable import Threads

/// A writer on a capture ring that the test fills; both samples of frame n are n, unless the test gives sound and silence.
struct WriterFixture: ~Copyable {
    let folder = TempFolder()
    let ring = RingBox(frames: 400_000)
    let outbox = Mailbox<WriterEvent> {}
    let progress = TakeProgress()
    var writer: TakeWriter
    /// Number of the frame that comes next.
    private(set) var captured = 1
    var splits: [TakeRequest] = []
    var closed: [TakeSummary] = []
    var dropped: [TakeRequest] = []
    var refused: [String] = []
    /// Reasons for which armed takes ended without a sound.
    var unheard: [Segment.EndReason] = []
    /// Frames that were left at each warning.
    var warnings: [Int64] = []

    /// Frames of the hold of an armed take, and those from before a sound that belong to it.
    static let (hold, lead): (Int64, Int64) = (24_000, 12_000)

    /// Makes a writer into a library of its own, or into that folder; `reserve` in bytes.
    init(library: String? = nil, reserve: Int64 = 0) throws {
        writer = TakeWriter(
            library: try Library(folder: library ?? folder.path), reserve: reserve, preRollSeconds: 1, progress: progress,
            outbox: outbox)
        writer.stream = unsafe CaptureStream(link: ring.link, rate: 48_000, historyFrames: 48_000)
        ring.capture(1)
    }

    private func request(_ rule: SplitRule?, limit: Int64?) throws -> TakeRequest {
        var request = TakeRequest(
            id: 1, name: "take", path: "", format: try AudioFormat(rate: 48_000), created: "2026-01-01T00:00:00Z",
            startFrame: 1, preRollFrames: 0, limitFrames: limit)
        request.splits = rule
        return request
    }

    /// Begins a take of that rule at frame 1.
    mutating func begin(_ rule: SplitRule?, limit: Int64? = nil) throws {
        writer.obey(.begin(try request(rule, limit: limit)))
    }

    /// Arms a take of that rule: the first sound begins it, with `lead`, and silence of `hold` pauses it or, if it `splits`, ends
    /// its recording.
    mutating func arm(
        _ rule: SplitRule? = nil, splits: Bool = false, isNamed: Bool = true, limit: Int64? = nil,
        _ change: (inout TakeRequest) -> Void = { _ in }
    ) throws {
        var request = try request(rule, limit: limit)
        request.voice = VoiceOrder(
            options: VoiceOptions(threshold: .fixed(-40), holdSeconds: Double(Self.hold) / 48_000),
            leadSeconds: Double(Self.lead) / 48_000, isArmed: true, splits: splits, isNamed: isNamed, noisySeconds: 0)
        change(&request)
        writer.obey(.arm(request))
    }

    mutating func capture(_ frames: Int) {
        ring.capture(frames)
        captured += frames
        turn()
    }

    /// Captures silence up to that frame.
    mutating func silence(to end: Int) { fill(to: end, 0) }

    /// Captures a tone up to that frame.
    mutating func sound(to end: Int, amplitude: Float = 0.5) { fill(to: end, amplitude) }

    private mutating func fill(to end: Int, _ amplitude: Float) {
        while captured < end {
            let count = min(4_000, end - captured)
            ring.capture(count) { $0 / 24 % 2 == 0 ? amplitude : -amplitude }
            captured += count
            turn()
        }
    }

    /// One turn of the writer, or several where one has not the time for all frames.
    mutating func turn() {
        repeat { _ = writer.turn() } while writer.isBehind
        hear()
    }

    mutating func edge(_ frame: Int64, _ kind: Take.Edge.Kind) { writer.obey(.edge(Take.Edge(frame: frame, kind: kind))) }

    /// Sets a marker at that frame.
    mutating func mark(_ frame: Int64) throws {
        let request = try CommandTable.command(named: "mark").check(named: [])
        writer.obey(.mark(TakeMark(id: 1, request: MarkerRequest(request, created: ""), frame: frame)))
    }

    mutating func hear() {
        for event in outbox.take() {
            switch event {
            case .split(let request, _): splits.append(request)
            case .notSplit(_, let error): refused.append(error.description)
            case .closed(let summary): closed.append(summary)
            case .dropped(let request, _, _): dropped.append(request)
            case .unheard(_, let reason, _): unheard.append(reason)
            case .warning(_, let left): warnings.append(left)
            default: break
            }
        }
    }

    /// Stops the take behind the last frame that was captured.
    mutating func stop() {
        edge(Int64(captured), .stop(.stopped))
        capture(10)
    }

    /// Left samples of all closed parts, in their order.
    func heard() throws -> [[Float]] {
        try closed.map { summary in
            let reader = try SegmentReader(path: summary.path)
            var frames = [Frame](repeating: .zero, count: Int(reader.info.frames) + 1)
            let count = unsafe try frames.withUnsafeMutableBufferPointer { buffer in try unsafe reader.read(into: buffer) }
            return frames[..<count].map { $0[0] }
        }
    }
}
