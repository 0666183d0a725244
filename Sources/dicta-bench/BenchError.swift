// Errors of dicta-bench and their messages. Any thread; a value.
import System

/// Failure that ends a run.
enum BenchError: Error {
    case usage(String)
    case system(String, Int32)
    case noServer(String, log: String)
    case serverGone(log: String)
    case noClient(String)
    case noPorts(client: String)
    case noStart(program: String, log: String)
    case unfit(String)
    /// A program or data that the measurement needs is not installed.
    case leftOut(String)
    case signal(Int32)

    /// Exit code of the program: 2 for usage, 128 and the signal's number for a signal, else 1.
    var exitCode: Int32 {
        switch self {
        case .usage: 2
        case .signal(let number): 128 + number
        default: 1
        }
    }
}

extension BenchError: CustomStringConvertible {
    /// Message for the user.
    var description: String {
        switch self {
        case .usage(let words): "\(words); see 'dicta-bench --help'"
        case .system(let what, let code): "cannot \(what): \(SystemError.reason(for: code))"
        case .noServer(let name, let log):
            "jackd did not start as '\(name)'; jackd2 has room for eight servers a machine, so end others" + Self.quote(log)
        case .serverGone(let log): "jackd ended in the middle; run it all again" + Self.quote(log)
        case .noClient(let name):
            "the JACK server took no client '\(name)'; does a server run, and is it the one that JACK_DEFAULT_SERVER names?"
        case .noPorts(let client): "JACK client '\(client)' has no inputs to connect to; 'jack_lsp' lists all ports"
        case .noStart(let program, let log): "\(program) did not record" + Self.quote(log)
        case .unfit(let words), .leftOut(let words): words
        case .signal(let number): "ended by signal \(number)"
        }
    }

    private static func quote(_ log: String) -> String {
        log.isEmpty ? "" : "; it said:\n" + log.split(separator: "\n").suffix(5).map { "  | " + $0 }.joined(separator: "\n")
    }
}
