// Opening of a client and its ports. The JACK worker thread.
internal import CJack
internal import Glibc

extension JackClient {
    /// An open client that is not active yet.
    @safe
    struct Opened {
        let handle: OpaquePointer
        let name: String

        /// Before our own ports are there: whether others go by the name. Who has only just ended may still be seen: a fifth of
        /// a second where it is taken.
        var isTaken: Bool {
            for _ in 0..<10 {
                let all = unsafe JackClient.names(jack_get_ports(handle, nil, nil, 0))
                guard all.contains(where: { $0.hasPrefix(name + ":") }) else { return false }
                _ = usleep(20_000)
            }
            return true
        }
    }

    /// Where the name is taken jackd2 gives another one and says which. PipeWire gives other names to the ports, says nothing,
    /// and takes the names we know for the other's ports: there we look, and come once more under a name that is free.
    static func open(_ wanted: String, _ sessionID: String?) throws(JackError) -> Opened {
        for number in 0..<100 {
            let name = number == 0 ? wanted : "\(wanted)-\(number < 10 ? "0" : "")\(number)"
            let opened = try openOnce(name, number == 0 ? sessionID : nil)
            if !opened.isTaken { return opened }
            _ = unsafe jack_client_close(opened.handle)  // it has no ports, and there is nothing to lose
        }
        throw JackError.clientRefused(name: wanted, status: JackNameNotUnique.rawValue)
    }

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

    /// What libjack takes for the server's name.
    static var serverName: String {
        unsafe getenv("JACK_DEFAULT_SERVER").map { unsafe String(cString: $0) } ?? "default"
    }

    static func register(_ handle: OpaquePointer) throws(JackError) -> [JackPointer] {
        var ports: [JackPointer] = []
        for name in portNames {
            let direction = name.hasPrefix("in") ? JackPortIsInput : JackPortIsOutput
            // Terminal: what comes in is kept, what goes out is made here; neither passes through.
            let flags = UInt(direction.rawValue | JackPortIsTerminal.rawValue)
            guard let port = unsafe jack_port_register(handle, name, JACK_DEFAULT_AUDIO_TYPE, flags, 0) else {
                throw JackError.portRefused(port: name)
            }
            unsafe ports.append(JackPointer(port))
        }
        return ports
    }

    static func clientName(of port: JackPointer, or fallback: String) -> String {
        guard let name = unsafe jack_port_name(port.address) else { return fallback }
        let full = unsafe String(cString: name)
        return full.lastIndex(of: ":").map { String(full[..<$0]) } ?? fallback
    }

    /// Rising half of the declick fade: 5 ms of a raised cosine.
    static func fadeCurve(rate: Int) -> [Float] {
        let length = max(16, rate / 200)
        return (0..<length).map { Float(0.5 - 0.5 * cos(Double.pi * (Double($0) + 0.5) / Double(length))) }
    }
}
