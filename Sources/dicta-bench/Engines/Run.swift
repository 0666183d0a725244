// The main thread.
import Glibc

/// One recorder at one period, once.
struct Run {
    let contender: Contender
    let period: Int
    let processorPerHour: Double
    let switchesPerSecond: Double
    let privateBytes: Int
    let xruns: Int
    let callback: CallbackTimes?
    /// The measured stretch; nil for who records nothing, and where there is no whole file.
    let file: FileCheck?
    /// What did not go as it should.
    let trouble: String?

    init(_ contender: Contender, period: Int, plan: Plan, source: SourceClient, folder: String) throws(BenchError) {
        self.contender = contender
        self.period = period
        let path = folder + "/bench.wav"
        // Here and not at the end: the run before may have failed.
        for name in ["bench.wav", "bench.json"] where unsafe unlink(folder + "/" + name) != 0 && errno != ENOENT {
            throw .system("remove \(folder)/\(name)", errno)
        }
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
        // What is on its way may arrive: how a recorder ends is not measured.
        try Interruption.sleep(seconds: 0.5)
        callback = try remote?.callbackTimes()
        try remote?.stop()
        trouble = try child.stop(contender.endSignal) ? nil : "had to be killed"
        file = contender == .idle ? nil : FileCheck(path: path, first: first, count: Int(last &- first) + 1)
    }

    /// Until it is connected and, where it has to be told so, records.
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
