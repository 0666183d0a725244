// Opens a client and registers its ports. One caller at a time; may block on a frozen server.
internal import CJack
internal import System

extension JackClient {
    /// An open client that is not yet active.
    @safe
    struct Opened {
        /// Address of the client.
        let handle: OpaquePointer
        /// Name that the server gave.
        let name: String

        /// True when another client has ports under this name. Valid before the client's own ports exist. Waits up to a fifth
        /// of a second, because a client that has just closed can still be visible.
        var isTaken: Bool {
            for _ in 0..<10 {
                let all = unsafe JackClient.names(jack_get_ports(handle, nil, nil, 0))
                guard all.contains(where: { $0.hasPrefix(name + ":") }) else { return false }
                ThisProcess.sleep(milliseconds: 20)
            }
            return true
        }
    }

    /// Opens a client under `wanted`, or under a free name derived from it. jackd2 gives another name by itself and reports it.
    /// PipeWire gives the ports other names without reporting it, and resolves the known names to the other client's ports:
    /// there the graph is searched, and the client opened again under a free name. Throws `noServer` or `clientRefused`.
    static func open(_ wanted: String, _ sessionID: String?) throws(JackError) -> Opened {
        for number in 0..<100 {
            let name = number == 0 ? wanted : "\(wanted)-\(number < 10 ? "0" : "")\(number)"
            let opened = try openOnce(name, number == 0 ? sessionID : nil)
            if !opened.isTaken { return opened }
            _ = unsafe jack_client_close(opened.handle)  // the client has no ports yet, so a failure loses nothing
        }
        throw JackError.clientRefused(name: wanted, status: JackNameNotUnique.rawValue)
    }

    /// Opens a client once, restoring session `sessionID` when given.
    private static func openOnce(_ wanted: String, _ sessionID: String?) throws(JackError) -> Opened {
        JackMessages.install()
        var status = jack_status_t(rawValue: 0)
        let opened =
            if let sessionID {
                unsafe dicta_jack_client_restore(wanted, sessionID, JackNoStartServer, &status)
            } else {
                unsafe dicta_jack_client_open(wanted, JackNoStartServer, &status)
            }
        guard let handle = unsafe opened else {
            if status.rawValue & JackServerFailed.rawValue != 0 || status.rawValue & JackServerError.rawValue != 0 {
                throw JackError.noServer(server: serverName)
            }
            throw JackError.clientRefused(name: wanted, status: status.rawValue)
        }
        let name = unsafe jack_get_client_name(handle).map { unsafe String(cString: $0) }
        return unsafe Opened(handle: handle, name: name ?? wanted)
    }

    /// Server name that libjack uses: JACK_DEFAULT_SERVER, or "default".
    static var serverName: String {
        ThisProcess.variable("JACK_DEFAULT_SERVER") ?? "default"
    }

    /// Registers the audio ports, in the order of `portNames`. Throws `portRefused`.
    static func register(_ handle: OpaquePointer) throws(JackError) -> [JackPointer] {
        var ports: [JackPointer] = []
        for name in portNames {
            let direction = name.hasPrefix("in") ? JackPortIsInput : JackPortIsOutput
            // Terminal: captured audio ends here and played audio begins here; nothing passes through.
            let flags = UInt(direction.rawValue | JackPortIsTerminal.rawValue)
            guard let port = unsafe jack_port_register(handle, name, JACK_DEFAULT_AUDIO_TYPE, flags, 0) else {
                throw JackError.portRefused(port: name)
            }
            unsafe ports.append(JackPointer(port))
        }
        return ports
    }

    /// Client name in the full name of a port, or `fallback` when libjack does not give the name.
    static func clientName(of port: JackPointer, or fallback: String) -> String {
        guard let name = unsafe jack_port_name(port.address) else { return fallback }
        let full = unsafe String(cString: name)
        return full.lastIndex(of: ":").map { String(full[..<$0]) } ?? fallback
    }

    /// Rising half of the declick fade: 5 ms of a raised cosine.
    static func fadeCurve(rate: Int) -> [Float] {
        let length = max(16, rate / 200)
        return (0..<length).map { Curve.raisedCosine($0, of: length) }
    }
}
