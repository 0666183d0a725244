// One thread: the test's.
import Glibc
import TestSupport

/// Two processes that burn the processors and one that writes and syncs, until it is let go; for five minutes at most.
public final class Load {
    private let folder = TempFolder()
    private var processes: [Process] = []

    public init() {
        for _ in 0..<2 { add("while :; do :; done") }
        add("while :; do dd if=/dev/zero of='\(folder.file("load"))' bs=1M count=64 conv=fsync; done")
    }

    private func add(_ script: String) {
        // exec -a is not in dash; the group is killed as a whole through setsid. With a limit: a test
        // run that is killed would leave it burning.
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
