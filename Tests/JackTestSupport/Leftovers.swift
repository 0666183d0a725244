// One thread: the test's.
import FoundationEssentials
import Glibc
import TestSupport

/// What jackd and its clients leave in /dev/shm when they are killed.
enum Leftovers {
    /// Semaphores of a server that is gone.
    static func remove(of server: String) {
        for name in names where name.contains("_\(server)_") { _ = Files.remove("/dev/shm/" + name) }
    }

    /// The registry has eight places, and killed servers keep theirs: where nobody has it mapped, it goes. Once, before this
    /// process first talks to JACK: who has it mapped finds no server that registers in a new one.
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
