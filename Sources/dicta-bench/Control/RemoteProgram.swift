// Commands dictad as users do, through the program dicta. Main thread only.
import FoundationEssentials

/// The program `dicta`, run once for each command.
struct RemoteProgram {
    private let program: String
    private let socket: String
    private let log: String

    /// Finds `dicta` beside this program; its output goes to `log`.
    init(socket: String, log: String) throws(BenchError) {
        guard let program = Environment.program("dicta", isOurs: true) else {
            throw .unfit("no 'dicta' beside this program; build it too, or leave dictad out with --only")
        }
        self.program = program
        self.socket = socket
        self.log = log
    }

    /// Starts a recording named `bench`, in float.
    func record() throws(BenchError) { _ = try ask(["rec", "--name", "bench", "--bits", "float"]) }

    /// Stops the recording.
    func stop() throws(BenchError) { _ = try ask(["stop"]) }

    /// Asks dictad for the run times of its process callback.
    func callbackTimes() throws(BenchError) -> CallbackTimes {
        let text = try ask(["status"])
        do {
            return try JSONDecoder().decode(CallbackTimes.self, from: Data(text.utf8))
        } catch {
            throw .unfit("dictad does not tell its callback times: \(text)")
        }
    }

    private func ask(_ words: [String]) throws(BenchError) -> String {
        let before = (Text.file(log) ?? "").utf8.count
        let child = try Child(program, ["--no-start", "--socket", socket, "--json"] + words, log: log)
        while child.ended == nil { try Interruption.sleep(seconds: 0.01) }
        let said = String(decoding: child.said.utf8.dropFirst(before), as: UTF8.self)
        guard child.ended == 0 else { throw .noStart(program: "\(program) \(words[0])", log: said) }
        return said
    }
}
