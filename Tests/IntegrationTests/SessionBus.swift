// A private session bus for tests of the desktop. One thread: the test's.
import Glibc
import TestSupport
import Testing

/// A private dbus-daemon, with busctl as its client. It starts no services of this machine: a desktop has a notification service.
final class SessionBus {
    private let folder = TempFolder()
    /// The bus. A test may stop or kill it.
    let daemon: Process

    init() throws {
        let settings = """
            <busconfig>
              <type>session</type>
              <listen>unix:path=\(folder.file("bus"))</listen>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
              </policy>
            </busconfig>
            """
        try #require(folder.write(settings, to: "settings"))
        let words = ["--config-file=\(folder.file("settings"))", "--nofork", "--nopidfile"]
        daemon = try #require(Process("/usr/bin/dbus-daemon", words))
        Pause.until { Files.exists(folder.file("bus")) }
    }

    deinit { end() }

    /// The environment of a program of this session.
    var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder.file("bus"))", "HOME": "/tmp"] }

    /// Runs busctl to its end.
    func ask(_ words: String...) -> Finished { Process.run("/usr/bin/busctl", ["--user"] + words, environment: environment) }

    /// Kills the bus. May be called twice.
    func end() {
        guard !isEnded else { return }
        isEnded = true
        _ = kill(daemon.pid, SIGKILL)
        _ = daemon.finish()
    }

    private var isEnded = false
}
