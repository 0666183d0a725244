// Loads the processors and the disk. One thread: the test's.
import Glibc
import TestSupport

/// Two processes that keep the processors busy and one that writes and syncs; they run until this object goes, for five
/// minutes at most.
public final class Load {
    private let folder = TempFolder()
    private var processes: [Process] = []

    /// Starts the processes.
    public init() {
        for _ in 0..<2 { add("while :; do :; done") }
        add("while :; do dd if=/dev/zero of='\(folder.file("load"))' bs=1M count=64 conv=fsync; done")
    }

    private func add(_ script: String) {
        // exec -a is not in dash; setsid makes a group that is killed as a whole. The time limit is for a test run that is
        // killed: the load would go on.
        let words = ["/usr/bin/timeout", "300", "/bin/sh", "-c", script]
        if let process = Process("/usr/bin/setsid", words) { processes.append(process) }
    }

    deinit {
        for process in processes {
            _ = kill(-process.pid, SIGKILL)
            _ = kill(process.pid, SIGKILL)
            _ = process.finish()
        }
    }
}
