// Shared memory of killed JACK servers. One thread: the test's.
import FoundationEssentials
import Glibc
import TestSupport

/// Files of jackd and its clients in /dev/shm that stay when these are killed.
enum Leftovers {
    /// Removes the semaphores of a server that is gone.
    static func remove(of server: String) {
        for name in names where name.contains("_\(server)_") { _ = Files.remove("/dev/shm/" + name) }
    }

    /// Removes the registry, where no process has it mapped: it has eight places, and killed servers keep theirs. Once,
    /// before this process first talks to JACK: a process that has the old registry mapped finds no server of the new one.
    static let registryIsClean: Bool = {
        guard !isRegistryUsed else { return false }
        for name in names where name.hasPrefix("jack-") || name.hasPrefix("jack_sem") { _ = Files.remove("/dev/shm/" + name) }
        return true
    }()

    private static var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: "/dev/shm")) ?? [] }

    private static var isRegistryUsed: Bool {
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return processes.contains { Files.read("/proc/\($0)/maps")?.contains("/jack-shm-registry") ?? false }
    }
}
