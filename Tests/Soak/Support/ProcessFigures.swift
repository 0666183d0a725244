// Memory, descriptors and threads of a process. Any thread; blocks.
import JackTestSupport
import System
import TestSupport

/// Memory, descriptors and threads of an engine at this moment.
struct ProcessFigures {
    let process: Int
    /// Anonymous memory in KiB.
    let memory: Int
    /// Targets of the open descriptors, sorted, without semaphores of the graph.
    let descriptors: [String]
    /// Semaphores that libjack has open, one for each client that it knows: they depend on the graph, not on the engine.
    let semaphores: Int
    let threads: Int

    init(_ engine: EngineProcess) {
        let number = engine.process?.pid ?? 0
        process = Int(number)
        memory = engine.anonymousKilobytes
        let folder = "/proc/\(number)"
        let targets = Self.names("\(folder)/fd").compactMap { File.linkText("\(folder)/fd/\($0)") }.sorted()
        descriptors = targets.filter { !$0.hasPrefix("/dev/shm/jack_sem.") }
        semaphores = targets.count - descriptors.count
        threads = Self.names("\(folder)/task").count
    }

    private static func names(_ folder: String) -> [String] {
        // A process that has just ended has no folder.
        (try? File.names(in: folder)) ?? []
    }
}
