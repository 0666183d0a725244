// Asks helper processes about foreign files, before this process opens them. Any thread; blocks until the answer or a limit.
internal import Dictation
internal import Messages
internal import Synchronization
import System

/// The helper processes of this process, and what they have said.
///
/// A file that hangs or crashes a decoder costs one helper, and is refused. The answer holds until the file changes. A helper serves
/// one question at a time. It ends after it, unless many files are looked at: `Stay` keeps it for the next one then.
public enum SoundHelpers {
    /// Keeps helpers between questions as long as it lives: 5,000 files take one start.
    public final class Stay: Sendable {
        /// Begins a stay. Starts nothing.
        public init() { SoundHelpers.state.withLock { $0.stays += 1 } }

        deinit {
            let idle = SoundHelpers.state.withLock { state in
                state.stays -= 1
                guard state.stays == 0 else { return [Helper]() }
                defer { state.idle = [] }
                return state.idle
            }
            for helper in idle { helper.end() }
        }
    }

    /// A helper that runs.
    struct Helper: Sendable {
        let pid: Int32
        let connection: Int32

        /// Ends the helper, and takes its result. Blocks for a moment. Nil for a helper that waits for a disk: it ends with the disk
        /// only, and its result is taken later.
        @discardableResult
        func end() -> ProcessEnd? {
            File.close(connection)
            SignalNumber.send(SignalNumber.kill, to: pid)
            _ = ProcessWatch(pid)?.hasEnded(within: 1000)
            if let end = taken { return end }
            SoundHelpers.state.withLock { $0.stuck.append(self) }
            return nil
        }

        /// The result of the helper; nil while it runs.
        var taken: ProcessEnd? { try? ProcessEnd.look(at: pid) }
    }

    /// A file as it was when it was asked about.
    private struct Key: Hashable {
        let identity: FileStatus.Identity
        let bytes: Int64
        let times: [Int]

        init(_ status: FileStatus) {
            (identity, bytes) = (status.identity, status.bytes)
            let (changed, touched) = (status.modificationTime, status.statusTime)
            times = [changed.seconds, changed.nanoseconds, touched.seconds, touched.nanoseconds]
        }
    }

    private struct State {
        var stays = 0
        var started = 0
        var idle: [Helper] = []
        /// Helpers that were ended, and have not ended yet.
        var stuck: [Helper] = []
        var known: [Key: Answer] = [:]
    }

    private static let state = Mutex(State())
    /// Number of helpers that were started, for tests.
    static var started: Int { state.withLock { $0.started } }
    /// Number of files that are remembered, some hundred bytes each.
    private static let most = 10_000
    /// Waiting time for a disk that stands still, in milliseconds. A decoder that does is ended by its own limit.
    private static let patience: Int32 = 30_000

    /// Returns what the bytes say of the length that a file claims. Throws `notAudio` for a file that a decoder refuses, hangs in or
    /// crashes on. The descriptor is at its beginning before and afterwards. Blocks.
    static func found(
        _ descriptor: Int32, _ path: String, _ status: FileStatus, patience: Int32 = patience
    ) throws(StorageError) -> SoundLength.Found {
        let key = Key(status)
        let answer: Answer
        if let known = state.withLock({ $0.known[key] }) {
            answer = known
        } else {
            answer = try ask(descriptor, path, try helper(for: path), patience: patience)
            state.withLock { state in
                if state.known.count >= most { state.known = [:] }
                state.known[key] = answer
            }
            try onDisk("read", path, File.seek(descriptor, to: 0))
        }
        switch answer {
        case .found(let found): return found
        case .refused(let reason): throw .notAudio(path: path, reason: reason)
        }
    }

    enum Answer {
        case found(SoundLength.Found)
        case refused(String)
    }

    static func ask(
        _ descriptor: Int32, _ path: String, _ helper: Helper, patience: Int32
    ) throws(StorageError) -> Answer {
        let question = SoundHelper.Question.opening
        do throws(SystemError) { try MessagePair.send([question.rawValue], with: descriptor, to: helper.connection) } catch {
            helper.end()
            throw StorageError(code: error.code, operation: "start", path: program ?? "dicta")
        }
        // A helper that works is waited for: it has a limit of its own, and a large file on a slow disk takes its time.
        var (worked, still) = (0.0, 0)
        while !Poll.wait(reading: [helper.connection], milliseconds: patience / 10) {
            let now = (try? Clock.processorTime(of: helper.pid)) ?? 0
            (worked, still) = now > worked ? (now, 0) : (worked, still + 1)
            guard still < 10 else {
                helper.end()
                throw .notAudio(path: path, reason: tr("the disk did not answer within \(Int(patience) / 1000) seconds"))
            }
        }
        guard let (answer, value) = answer(of: helper) else {
            let end = helper.end()
            // An error that is not the file's own is not remembered: the file may be read the next time.
            guard case .signal(let number)? = end, number != SignalNumber.kill else {
                throw .notAudio(path: path, reason: words(end))
            }
            return .refused(words(end))
        }
        keep(helper)
        if answer == .refused { return .refused(String(decoding: value, as: UTF8.self)) }
        if answer == .failed { throw .notAudio(path: path, reason: String(decoding: value, as: UTF8.self)) }
        guard let found = SoundHelper.found(numbers(value)) else {
            throw .notAudio(path: path, reason: words(nil))
        }
        return .found(found)
    }

    /// The numbers in an answer.
    static func numbers(_ value: [UInt8]) -> [Int64] {
        stride(from: 0, to: value.count - 7, by: 8).map { Int64(bitPattern: UInt64(value[$0..<$0 + 8], .little)) }
    }

    /// The next message of a helper; nil if it has ended.
    static func answer(of helper: Helper) -> (answer: SoundHelper.Answer, value: [UInt8])? {
        guard let message = try? MessagePair.receive(from: helper.connection, atMost: 512) else { return nil }
        guard let first = message.bytes.first, let answer = SoundHelper.Answer(rawValue: first) else { return nil }
        let value = Array(message.bytes.dropFirst())
        return (answer, value)
    }

    /// The words for a helper that has ended instead of answering.
    static func words(_ end: ProcessEnd?) -> String {
        switch end {
        case .signal(SignalNumber.profiling)?: tr("its decoder does not come to an end")
        case .signal(let number)?: tr("its decoder crashed (signal \(number))")
        default: tr("the program that looks at foreign files has failed")
        }
    }

    // MARK: Starting

    /// An idle helper, or a new one.
    static func helper(for path: String) throws(StorageError) -> Helper {
        state.withLock { $0.stuck.removeAll { $0.taken != nil } }
        while let idle = state.withLock({ $0.idle.popLast() }) {
            if !Poll.hasEnded(idle.connection) { return idle }
            idle.end()
        }
        guard let program else {
            throw .notAudio(
                path: path, reason: tr("the program dicta, which looks at foreign files, is not installed beside this one"))
        }
        let pair = try onDisk("talk to", program, MessagePair())
        // The child has a copy of its own.
        defer { File.close(pair.other) }
        do throws(StorageError) {
            // Nothing of the environment can send a decoder elsewhere, and none of its warnings reaches the user's terminal.
            var child = ChildProgram(program, [SoundHelper.argument], environment: ForeignProgram.environment("/usr/bin:/bin"))
            (child.input, child.output, child.group) = (.descriptor(pair.other), .nothing, .own)
            let helper = Helper(pid: try onDisk("start", program, child.start()), connection: pair.own)
            state.withLock { $0.started += 1 }
            return helper
        } catch {
            File.close(pair.own)
            throw error
        }
    }

    /// Keeps a helper for the next file, or ends it.
    static func keep(_ helper: Helper) {
        let isKept = state.withLock { state in
            guard state.stays > 0, state.idle.count < 2 else { return false }
            state.idle.append(helper)
            return true
        }
        if !isKept { helper.end() }
    }

    /// True if this program can be the helper itself, under any name and after an upgrade has removed its file.
    static let isOwn = Atomic(false)

    /// Path of the program: this one itself if it can be the helper, else the one beside it, or beside the tests that it runs.
    private static let program: String? = {
        if isOwn.load(ordering: .relaxed) { return "/proc/self/exe" }
        let tests = CommandLine.arguments.filter { $0.hasSuffix(".xctest") }
        return (tests + [ThisProcess.program ?? ""]).map { "\(Folder.parent(of: $0))/dicta" }.first { File.isExecutable($0) }
    }()
}

/// Counts the frames of a file by decoding it in a helper. One owner at a time; each step waits for a moment only.
final class HelpedCount: PieceJob {
    private let path: String
    private let claimed: Int64
    private var helper: SoundHelpers.Helper?
    /// Frames counted so far.
    private(set) var frames: Int64 = 0

    /// Begins to count. `claimed` is the length by the header, for the progress only. Blocks for the start of the helper.
    init(_ path: String, claimed: Int64) throws(StorageError) {
        (self.path, self.claimed) = (path, claimed)
        let descriptor = try onDisk("open", path, File.open(path, .read, .noWait))
        // The helper has its own copy.
        defer { File.close(descriptor) }
        let helper = try SoundHelpers.helper(for: path)
        do throws(SystemError) {
            try MessagePair.send([SoundHelper.Question.counting.rawValue], with: descriptor, to: helper.connection)
        } catch {
            helper.end()
            throw StorageError(code: error.code, operation: "read", path: path)
        }
        self.helper = helper
    }

    deinit { helper?.end() }

    /// Part of the frames counted, 0 to 1.
    var fraction: Double { claimed > 0 ? min(1, Double(frames) / Double(claimed)) : 0 }

    /// Waits up to 20 ms. Returns true at the end. Throws `notAudio` if the decoder refuses the file, hangs or crashes.
    func step() throws(StorageError) -> Bool {
        guard let helper else { return true }
        guard Poll.wait(reading: [helper.connection], milliseconds: 20) else { return false }
        guard let (answer, value) = SoundHelpers.answer(of: helper) else {
            self.helper = nil
            throw .notAudio(path: path, reason: SoundHelpers.words(helper.end()))
        }
        if answer == .refused || answer == .failed {
            self.helper = nil
            SoundHelpers.keep(helper)
            throw .notAudio(path: path, reason: String(decoding: value, as: UTF8.self))
        }
        frames = max(0, SoundHelpers.numbers(value).first ?? 0)
        guard answer == .done else { return false }
        self.helper = nil
        SoundHelpers.keep(helper)
        return true
    }
}
