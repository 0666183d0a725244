// A private JACK server. Main thread only.
import CJack
import System

/// A `jackd -d dummy` under a name of its own, which becomes the default server of this process and its children.
final class Server {
    let name: String
    private let child: Child

    /// Starts the server at `rate` Hz and a period in frames; its log goes to `folder`.
    init(rate: Int, period: Int, folder: String) throws(BenchError) {
        guard let program = Environment.program("jackd", isOurs: false) else {
            throw .unfit("no 'jackd' in PATH; install it (Debian: apt-get install jackd2)")
        }
        name = "dicta-bench-\(ThisProcess.identifier)"
        do throws(SystemError) {
            try ThisProcess.setVariable("JACK_DEFAULT_SERVER", name)
            try ThisProcess.setVariable("JACK_NO_START_SERVER", "1")
        } catch {
            throw .system("name the server", error.code)
        }
        unsafe jack_set_error_function { _ in }
        unsafe jack_set_info_function { _ in }
        let words = ["-n", name, "-d", "dummy", "-r", "\(rate)", "-p", "\(period)"]
        child = try Child(program, words, log: folder + "/jackd.log")
        for _ in 0..<100 where child.ended == nil {
            if let client = unsafe dicta_jack_client_open("bench-probe", JackNoStartServer, nil) {
                guard unsafe jack_client_close(client) == 0 else { break }
                return
            }
            try Interruption.sleep(seconds: 0.1)
        }
        throw .noServer(name, log: child.said)
    }

    /// True once the server has ended.
    var hasEnded: Bool { child.ended != nil }
    /// Output of the server so far.
    var said: String { child.said }

    /// Runs `work` on a new server, which ends in every case, after the clients of `work`. Throws the error of `work`, or
    /// `.serverGone` when the server ended by itself.
    static func run(
        rate: Int, period: Int, folder: String, _ work: (Server) throws(BenchError) -> Void
    ) throws(BenchError) {
        let server = try Server(rate: rate, period: period, folder: folder)
        do throws(BenchError) {
            try work(server)
        } catch {
            // After the server is gone, no failure is the fault of a client.
            let isGone = server.hasEnded
            try server.stop()
            throw isGone ? .serverGone(log: server.said) : error
        }
        try server.stop()
    }

    /// Ends the server.
    private func stop() throws(BenchError) {
        guard try child.stop(SignalNumber.terminate) else { throw .unfit("jackd had to be killed; its log:\n\(child.said)") }
    }
}
