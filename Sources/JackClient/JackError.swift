// Any thread.
internal import Dictation

/// What JACK can refuse, with the words a user meets.
public enum JackError: Error, Equatable, Sendable, CustomStringConvertible {
    /// No server runs under the name that JACK_DEFAULT_SERVER (or "default") gives.
    case noServer(server: String)
    /// The server runs and said no.
    case clientRefused(name: String, status: UInt32)
    /// The server runs, at a rate that no recording can have.
    case rateUnusable(rate: Int)
    case portRefused(port: String)
    case callbackRefused(callback: String, code: Int32)
    case activationRefused(code: Int32)
    case connectionRefused(from: String, to: String, code: Int32)
    case disconnectionRefused(from: String, to: String, code: Int32)
    case latencyRefused(code: Int32)
    case transportRefused(code: Int32)
    case closeFailed(code: Int32)
    case thrownOut(name: String)
    case sessionRefused(code: Int32)

    public var description: String {
        switch self {
        case .noServer(let server):
            "no JACK server '\(server)' is running: start one (jackd, QjackCtl, PipeWire) or set JACK_DEFAULT_SERVER"
        case .clientRefused(let name, let status):
            "the JACK server refused the client '\(name)' (status 0x\(String(status, radix: 16))): another name may help"
        case .portRefused(let port):
            "the JACK server refused the port '\(port)': it may have no ports left (jackd -p)"
        case .rateUnusable(let rate):
            "the JACK server runs at \(rate) Hz and the engine \(AudioFormat.Container.wav.rates.words) Hz: give the server "
                + "another rate (jackd -r 48000)"
        case .callbackRefused(let callback, let code):
            "JACK refused the \(callback) callback (code \(code)): the libjack installed here may not fit the server"
        case .activationRefused(let code):
            "JACK would not activate the client (code \(code)): look at the server's log"
        case .connectionRefused(let from, let to, let code):
            "JACK would not connect '\(from)' to '\(to)' (code \(code)): look whether both ports are there (jack_lsp)"
        case .disconnectionRefused(let from, let to, let code):
            "JACK would not disconnect '\(from)' from '\(to)' (code \(code)): do it in a patchbay"
        case .latencyRefused(let code):
            "JACK would not compute the latencies anew (code \(code)): other programs may see those of before"
        case .transportRefused(let code):
            "JACK's transport refused (code \(code)): the server may have died meanwhile"
        case .sessionRefused(let code):
            "JACK would not take the answer for its session (code \(code)): save the session once more"
        case .closeFailed(let code):
            "closing the JACK client failed (code \(code)): the server may have died meanwhile"
        case .thrownOut(let name):
            "PipeWire threw the client '\(name)' out of its graph: its memory is free again when the engine ends"
        }
    }
}
