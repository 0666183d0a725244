// Finds the JACK servers, libraries and sound cards of this machine. Any thread; blocks on the file system only.
internal import System

/// The JACK servers, libraries and sound cards of this machine. Nothing here calls a server through libjack.
public enum JackInstallation {
    /// True when the libjack of this process is PipeWire's.
    public static var isPipeWire: Bool { JackClient.isPipeWire }

    /// Name of the server that libjack uses: JACK_DEFAULT_SERVER, or "default".
    public static var serverName: String { JackClient.serverName }

    /// A jackd that runs.
    public struct Jackd: Sendable, Equatable {
        /// True when its driver is `dummy`: nothing is heard there.
        public let isDummy: Bool
    }

    /// The jackd of that name; nil when none answers.
    public static func jackd(_ server: String) -> Jackd? {
        guard let process = ServerProcess.number(of: server) else { return nil }
        // A jackd whose command line may not be read counts as one with a sound card.
        let bytes = (try? File.contents(of: "/proc/\(process)/cmdline")) ?? []
        let words = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        return Jackd(isDummy: isDummy(words))
    }

    /// True when a command line of jackd names the driver `dummy`: `-d dummy`, `-ddummy` or `--driver=dummy`.
    static func isDummy(_ words: [String]) -> Bool {
        words.indices.contains { index in
            ["-ddummy", "--driver=dummy"].contains(words[index])
                || ["-d", "--driver"].contains(words[index]) && index + 1 < words.count && words[index + 1] == "dummy"
        }
    }

    /// True when a PipeWire daemon accepts connections. The socket is found as PipeWire's own programs find it.
    public static func hasPipeWire(_ environment: (String) -> String?) -> Bool {
        let name = environment("PIPEWIRE_REMOTE").flatMap { $0.isEmpty ? nil : $0 } ?? "pipewire-0"
        let folder = environment("PIPEWIRE_RUNTIME_DIR") ?? environment("XDG_RUNTIME_DIR") ?? environment("USERPROFILE")
        guard let path = name.hasPrefix("/") ? name : folder.map({ $0 + "/" + name }), let address = SocketAddress(unixPath: path)
        else { return false }
        return SystemError.code { () throws(SystemError) in try Socket(.unix, .stream).connect(address) } == nil
    }

    /// Folder of PipeWire's libjack; nil where the package `pipewire-jack` is missing.
    public static var pipewireLibraries: String? {
        let names = (try? File.names(in: "/usr/lib", where: { $0 != UInt8(ascii: ".") })) ?? []
        let machines = names.filter { $0.contains("-linux-") }.sorted()
        let folders = machines.map { "/usr/lib/" + $0 } + ["/usr/lib64", "/usr/lib"]
        return folders.map { $0 + "/pipewire-0.3/jack" }.first { File.exists($0 + "/libjack.so.0") }
    }

    /// ALSA names of the sound cards, in their order, with those that lead to a screen last. `DICTA_CARDS` names another file than
    /// `/proc/asound/cards`, for tests.
    public static func cards(_ environment: (String) -> String?) -> [String] {
        let bytes = (try? File.contents(of: environment("DICTA_CARDS") ?? "/proc/asound/cards")) ?? []
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        let all = lines.compactMap { line -> (name: String, isScreen: Bool)? in
            // ` 0 [PCH            ]: HDA-Intel - HDA Intel PCH`; the next line belongs to the same card.
            guard let open = line.firstIndex(of: "["), let close = line.firstIndex(of: "]"), open < close,
                line[..<open].contains(where: \.isNumber)
            else { return nil }
            let name = line[line.index(after: open)..<close].filter { $0 != " " }
            return (name, ["HDMI", "NVidia"].contains { line.contains($0) })
        }
        return (all.filter { !$0.isScreen } + all.filter(\.isScreen)).map(\.name)
    }
}
