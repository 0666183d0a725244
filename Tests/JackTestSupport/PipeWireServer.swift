// A private PipeWire for a test. One thread: the test's.
import Glibc
import TestSupport

/// A private PipeWire without devices: a bus, the daemon, WirePlumber, and a null sink called `Studio Out`; all in a runtime
/// folder of their own.
///
/// A client needs PipeWire's libjack in the place of jackd2's, which is settled when a process starts: tests with PipeWire
/// run in a process of their own, started by `pw-jack`. `JackServer` is a server of this kind there.
public final class PipeWireServer {
    private let folder = TempFolder()
    private let period: Int
    private var bus: Process?
    private var daemon: Process?
    private var manager: Process?
    private var microphones: [Process] = []
    private static let sink = "Studio Out"

    /// Frames: longer than a busy machine keeps a program waiting. PipeWire goes on over a client that is late, and reports
    /// nothing.
    public static let calmPeriod = 2048

    /// The period of tests that ask for none.
    public static let usualPeriod = isOurs ? calmPeriod : 256

    /// True when the JACK library of this process is PipeWire's.
    public static let isOurs = Files.read("/proc/self/maps")?.contains("/pipewire-0.3/jack/libjack.so") ?? false

    /// Makes the folder; nothing runs yet.
    public init(period: Int = PipeWireServer.calmPeriod) { self.period = period }

    deinit {
        stop()
        // A bus waits for its last client on SIGTERM, and has nothing to save.
        end(&bus, SIGKILL)
    }

    /// Folder in which clients find the server.
    public var runtimeFolder: String { folder.path }

    var playbackPorts: [String] { ["AUX0", "AUX1"].map { "\(PipeWireServer.sink):playback_\($0)" } }

    private var environment: [String: String] {
        [
            "XDG_RUNTIME_DIR": runtimeFolder, "XDG_CONFIG_HOME": folder.file("config"), "XDG_STATE_HOME": folder.file("state"),
            "HOME": folder.path, "DBUS_SESSION_BUS_ADDRESS": "unix:path=" + folder.file("bus"),
        ]
    }

    /// Starts all parts that do not run. WirePlumber ends with its daemon, and is started with each.
    public func start(rate: Int = 48_000) -> Bool {
        guard writeSettings(rate: rate) else { return false }
        if bus == nil {
            let words = ["--session", "--nofork", "--nopidfile", "--address=unix:path=" + folder.file("bus")]
            bus = Process("/usr/bin/dbus-daemon", words, environment: environment)
            guard waitFor(folder.file("bus")) else { return false }
        }
        _ = Files.remove(folder.file("pipewire-0"))
        daemon = Process("/usr/bin/pipewire", [], environment: environment)
        guard waitFor(folder.file("pipewire-0")) else { return false }
        manager = Process("/usr/bin/wireplumber", [], environment: environment)
        return manager != nil && waitForSink()
    }

    public func stop() {
        for microphone in microphones {
            _ = Glibc.kill(microphone.pid, SIGKILL)
            _ = microphone.finish()
        }
        microphones = []
        end(&daemon, SIGTERM)
        end(&manager, SIGTERM)
    }

    func kill() {
        end(&daemon, SIGKILL)
        end(&manager, SIGTERM)
    }

    func freeze() { _ = daemon.map { Glibc.kill($0.pid, SIGSTOP) } }
    func thaw() { _ = daemon.map { Glibc.kill($0.pid, SIGCONT) } }

    /// Sets a value of the running graph: `clock.force-quantum`, `clock.force-rate`; 0 takes it back.
    public func set(_ key: String, _ value: Int) -> Bool {
        Process.run("/usr/bin/pw-metadata", ["-n", "settings", "0", key, "\(value)"], environment: environment).code == 0
    }

    /// Adds a device that drives the graph before all others, once a client is connected to it.
    public func addSink(_ name: String) -> Bool {
        let words = """
            { factory.name = support.null-audio-sink node.name = \(name) media.class = Audio/Sink audio.position = [ AUX0 AUX1 ]
              priority.driver = 5000 priority.session = 5000 object.linger = true }
            """
        return Process.run("/usr/bin/pw-cli", ["create-node", "adapter", words], environment: environment).code == 0
    }

    /// Adds a virtual source, as programs that clean the sound of a microphone do. Its ports are `NAME:capture_FL` and `FR`.
    public func addSource(_ name: String) -> Bool {
        let words = [
            "-m", "[FL FR]", "--capture-props=media.class=Audio/Sink node.name=\(name)Feed",
            "--playback-props=media.class=Audio/Source node.name=\(name) node.description=\(name)",
        ]
        guard let source = Process("/usr/bin/pw-loopback", words, environment: environment) else { return false }
        microphones.append(source)
        return Pause.until(10) {
            Process.run("/usr/bin/pw-link", ["--output"], environment: environment).output.contains("\(name):capture_FR")
        }
    }

    /// Picks the default `sink` or `source`, as a desktop's sound settings do.
    public func pick(_ kind: String, _ name: String) -> Bool {
        let words = ["0", "default.configured.audio.\(kind)", "{\"name\":\"\(name)\"}", "Spa:String:JSON"]
        return Process.run("/usr/bin/pw-metadata", words, environment: environment).code == 0
    }

    /// Removes a device, as if it were unplugged, or a client from the graph.
    public func remove(_ name: String) -> Bool {
        Process.run("/usr/bin/pw-cli", ["destroy", name], environment: environment).code == 0
    }

    /// Ends a process by a signal, and by SIGKILL after five seconds.
    private func end(_ process: inout Process?, _ signal: Int32) {
        guard let ending = process else { return }
        process = nil
        _ = Glibc.kill(ending.pid, SIGCONT)
        ending.end(by: signal, within: 5)
    }

    private func writeSettings(rate: Int) -> Bool {
        let parts = ["config", "config/pipewire", "config/pipewire/pipewire.conf.d"]
        for part in parts where !Files.exists(folder.file(part)) {
            guard Files.makeFolder(folder.file(part)) else { return false }
        }
        let text = """
            context.properties = {
                default.clock.rate = \(rate)
                default.clock.allowed-rates = [ 44100 48000 96000 ]
                default.clock.quantum = \(period)
                default.clock.min-quantum = 16
                default.clock.max-quantum = 8192
            }
            context.objects = [
                { factory = adapter
                  args = {
                    factory.name = support.null-audio-sink
                    node.name = "\(PipeWireServer.sink)"
                    node.description = "\(PipeWireServer.sink)"
                    media.class = Audio/Sink
                    audio.position = [ AUX0 AUX1 ]
                    object.linger = true
                  }
                }
            ]

            """
        return folder.write(text, to: "config/pipewire/pipewire.conf.d/studio.conf")
    }

    private func waitFor(_ file: String) -> Bool {
        Pause.until { Files.exists(file) }
        return Files.exists(file)
    }

    private func waitForSink() -> Bool {
        Pause.until(10) {
            let ports = Process.run("/usr/bin/pw-link", ["--input"], environment: environment).output
            return playbackPorts.allSatisfy { ports.contains($0) }
        }
    }
}
