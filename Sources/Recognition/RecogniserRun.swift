// Runs a recogniser on one file. One thread at a time; a step waits for a moment only.
internal import Dictation
internal import Messages
internal import Storage
internal import System

/// One run of a recogniser. An abandoned run ends the program with all that it has started.
public final class RecogniserRun {
    private let recogniser: Recogniser
    private let limits: RecogniserLimits
    private let child: ChildProcess
    private let start = Moment.now
    private var reader: HearingReader
    /// The end of its standard error.
    private var said: [UInt8] = []

    /// Most bytes of standard error that are kept.
    private static let mostSaid = 2048

    /// Starts the program on a WAV file. Its lowest priority leaves processor and disk to takes. Throws `.storage`, and
    /// `.unknown` if the program is not there.
    public init(
        _ recogniser: Recogniser, _ options: RecogniserOptions, file: String, _ limits: RecogniserLimits
    ) throws(RecognitionError) {
        self.recogniser = recogniser
        self.limits = limits
        reader = HearingReader(recogniser.name)
        do throws(StorageError) {
            child = try ChildProcess(
                recogniser.path, options.words(file), environment: Self.environment, limits: limits.process, nice: 19)
        } catch .missing {
            throw .unknown(name: recogniser.path)
        } catch {
            throw .storage(error)
        }
    }

    deinit { child.kill() }

    /// Part of the work done, 0 to 1, as the program tells it.
    public var fraction: Double { reader.progress }

    /// Waits up to 50 ms for output. Returns the answer once the program has ended without an error. Throws
    /// `RecognitionError`; the program is then ended.
    public func step() throws(RecognitionError) -> Hearing? {
        do throws(RecognitionError) { return try look() } catch {
            child.kill()
            throw error
        }
    }

    private func look() throws(RecognitionError) -> Hearing? {
        let hasEnded = child.hasEnded
        if !hasEnded { Poll.wait(reading: [child.output, child.errors], milliseconds: 50) }
        // After the end only so much is read as a pipe holds: another program may still write into it.
        for _ in 0..<(hasEnded ? 64 : 4) {
            let bytes = child.readOutput() ?? []
            try reader.take(bytes)
            let words = child.readErrors() ?? []
            said = Array((said + words).suffix(Self.mostSaid))
            if bytes.isEmpty, words.isEmpty { break }
        }
        guard hasEnded else {
            // An open output without a word in it makes no noise: sleep until it says something.
            if child.output < 0, child.errors < 0 { ThisProcess.sleep(milliseconds: 20) }
            guard Moment.now.seconds(since: start) < limits.seconds else {
                throw .hung(name: recogniser.name, seconds: Int(limits.seconds))
            }
            return nil
        }
        let code = child.finish()
        if let refusal = reader.refusal { throw .refused(name: recogniser.name, reason: refusal) }
        guard code == 0 else { throw .failed(name: recogniser.name, reason: reason(code)) }
        return try reader.finish()
    }

    /// The end of the program in words, with the last lines that it has said.
    private func reason(_ code: Int32) -> String {
        let ending = code < 0 ? tr("signal \(-code) ended it") : tr("it ended with code \(code)")
        let lines = String(decoding: said, as: UTF8.self).split(whereSeparator: \.isNewline).suffix(3)
        let words = PrintableText.line(lines.joined(separator: " / "))
        return words.isEmpty ? ending : "\(ending): \(words)"
    }

    /// Environment of the program: half of the processors, no network of model hubs, and nothing of this process that is secret.
    private static var environment: [String] {
        let kept = ["HOME", "PATH", "LANG", "TMPDIR", "LD_LIBRARY_PATH", "XDG_DATA_HOME", "XDG_CACHE_HOME"].compactMap { name in
            ThisProcess.variable(name).map { "\(name)=\($0)" }
        }
        return kept + [
            "LC_ALL=C.UTF-8", "OMP_NUM_THREADS=\(max(1, ThisProcess.processors / 2))", "HF_HUB_OFFLINE=1",
            "PYTHONDONTWRITEBYTECODE=1",
        ]
    }
}
