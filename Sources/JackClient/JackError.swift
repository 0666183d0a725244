// Errors of the JACK client. Any thread; a value.
internal import Dictation
internal import Messages

/// A refusal by JACK, with the words that a user reads.
public enum JackError: Error, Equatable, Sendable, CustomStringConvertible {
    /// No server runs under the name given by JACK_DEFAULT_SERVER, or under "default".
    case noServer(server: String)
    /// The server runs but refused the client; `status` holds the bits of `jack_status_t`.
    case clientRefused(name: String, status: UInt32)
    /// The server runs at a rate in Hz that no recording can have.
    case rateUnusable(rate: Int)
    /// The server refused a port.
    case portRefused(port: String)
    /// libjack refused a callback.
    case callbackRefused(call: String, code: Int32)
    /// The server refused to activate the client.
    case activationRefused(code: Int32)
    /// The server refused a connection.
    case connectionRefused(from: String, to: String, code: Int32)
    /// The server refused to remove a connection.
    case disconnectionRefused(from: String, to: String, code: Int32)
    /// The server refused to recompute the latencies.
    case latencyRefused(code: Int32)
    /// The server refused a call to the transport.
    case transportRefused(code: Int32)
    /// The client could not be closed.
    case closeFailed(code: Int32)
    /// PipeWire has destroyed the client's node.
    case thrownOut(name: String)
    /// The server refused the answer to a session order.
    case sessionRefused(code: Int32)

    /// Lowest and highest rate in Hz that a recording can have.
    private static let rates = AudioFormat.Container.wav.rates.limits

    /// Reason and remedy for the user.
    public var description: String {
        switch self {
        case .noServer(let server):
            tr("no JACK server '\(server)' is running: start one (jackd, QjackCtl, PipeWire) or set JACK_DEFAULT_SERVER")
        case .clientRefused(let name, let status):
            tr("the JACK server refused the client '\(name)' (status 0x\(String(status, radix: 16))): another name may help")
        case .portRefused(let port):
            tr("the JACK server refused the port '\(port)': it may have no ports left (jackd -p)")
        case .rateUnusable(let rate):
            tr(
                "the JACK server runs at \(rate) Hz, but must run at a rate from \(Self.rates.lowerBound) to "
                    + "\(Self.rates.upperBound) Hz: give the server another rate (jackd -r 48000)")
        case .callbackRefused(let call, let code):
            tr("JACK refused a callback (\(call): code \(code)): the libjack installed here may not fit the server")
        case .activationRefused(let code):
            tr("JACK would not activate the client (code \(code)): see the server's log")
        case .connectionRefused(let from, let to, let code):
            tr("JACK would not connect '\(from)' to '\(to)' (code \(code)): check that both ports exist (jack_lsp)")
        case .disconnectionRefused(let from, let to, let code):
            tr("JACK would not disconnect '\(from)' from '\(to)' (code \(code)): disconnect them in a patchbay")
        case .latencyRefused(let code):
            tr("JACK would not recompute the latencies (code \(code)): other programs may see the old ones")
        case .transportRefused(let code):
            tr("JACK's transport refused the call (code \(code)): the server may have died")
        case .sessionRefused(let code):
            tr("JACK refused the answer to its session (code \(code)): save the session again")
        case .closeFailed(let code):
            tr("closing the JACK client failed (code \(code)): the server may have died")
        case .thrownOut(let name):
            tr("PipeWire removed the client '\(name)' from its graph: its memory stays in use until the engine ends")
        }
    }
}
