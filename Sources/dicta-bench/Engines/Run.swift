// One measured run. Main thread only.
import System

/// One recorder at one period, once.
struct Run {
    let contender: Contender
    let period: Int
    let processorPerHour: Double
    let switchesPerSecond: Double
    let privateBytes: Int
    let xruns: Int
    let callback: CallbackTimes?
    /// The measured part of the file; nil for a client that records nothing, and if there is no whole file.
    let file: FileCheck?
    /// Words about anything that went wrong.
    let trouble: String?

    /// Runs the recorder and measures it; the recording goes to `folder`.
    init(_ contender: Contender, period: Int, plan: Plan, source: SourceClient, folder: String) throws(BenchError) {
        self.contender = contender
        self.period = period
        // Files are removed here and not at the end, because the run before may have failed.
        try contender.prepare(folder)
        let path = folder + "/bench.wav"
        let words = contender.words(file: path, folder: folder, source: source.name, seconds: plan.seconds)
        let child = try Child(contender.program ?? "", words, log: folder + "/\(contender.rawValue).log")
        let remote = contender == .dictad ? try RemoteProgram(socket: contender.socket(folder), log: folder + "/dicta.log") : nil

        try Self.awaitStart(child, contender, source, remote)
        // Starting costs more than going on.
        try Interruption.sleep(seconds: 1)
        let xruns = source.xruns
        let first = source.position &+ 1
        let before = try Cost(of: child.pid)
        try Interruption.sleep(seconds: plan.seconds)
        guard child.ended == nil else { throw .noStart(program: child.program, log: child.said) }
        let after = try Cost(of: child.pid)
        let seconds = after.moment - before.moment
        processorPerHour = (after.processor - before.processor) / seconds * 3600
        switchesPerSecond = Double(after.switches - before.switches) / seconds
        privateBytes = after.privateBytes
        self.xruns = source.xruns - xruns
        let last = source.position
        // Sound on its way may still arrive: the end of a recorder is not measured.
        try Interruption.sleep(seconds: 0.5)
        callback = try remote?.callbackTimes()
        try remote?.stop()
        trouble = try child.stop(contender.endSignal) ? nil : "had to be killed"
        let files = contender == .idle ? [] : contender.recordings(folder)
        file = files.count == 1 ? FileCheck(path: files[0], first: first, count: Int(last &- first) + 1) : nil
    }

    /// Waits until the recorder is connected and records.
    private static func awaitStart(
        _ child: Child, _ contender: Contender, _ source: SourceClient, _ remote: RemoteProgram?
    ) throws(BenchError) {
        for _ in 0..<100 where child.ended == nil {
            if let client = contender.clientToConnect { _ = source.connect(to: client) }
            if source.isHeard {
                try remote?.record()
                return
            }
            try Interruption.sleep(seconds: 0.1)
        }
        throw .noStart(program: child.program, log: child.said)
    }
}
