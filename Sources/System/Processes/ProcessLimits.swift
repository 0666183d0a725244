// Limits of resources of a child process. Any thread; a value.
internal import CLinux
internal import Glibc

/// Resources that a child process and each program that it starts may use. The kernel keeps the limits.
public struct ProcessLimits: Sendable, Hashable {
    /// Seconds of processor time; the kernel then ends the process.
    public var processorSeconds: Int
    /// Bytes of address space; more memory is refused.
    public var memoryBytes: Int
    /// Bytes of each file that is written; a longer one ends the process.
    public var fileBytes: Int
    /// Number of open descriptors.
    public var openFiles: Int

    /// Makes limits. A negative number counts as 0.
    public init(processorSeconds: Int, memoryBytes: Int, fileBytes: Int, openFiles: Int) {
        self.processorSeconds = processorSeconds
        self.memoryBytes = memoryBytes
        self.fileBytes = fileBytes
        self.openFiles = openFiles
    }

    /// Limits a child, which must not have ended yet. A program that it has started before keeps its own limits. Throws the error
    /// of prlimit(2).
    public func set(on child: Int32) throws(SystemError) {
        let limits = [
            (RLIMIT_CPU, processorSeconds), (RLIMIT_AS, memoryBytes), (RLIMIT_FSIZE, fileBytes), (RLIMIT_NOFILE, openFiles),
            // No image of the memory is written: it may hold speech.
            (RLIMIT_CORE, 0),
        ]
        for (resource, value) in limits {
            var limit = rlimit(rlim_cur: rlim_t(max(0, value)), rlim_max: rlim_t(max(0, value)))
            guard unsafe prlimit(child, Int32(resource.rawValue), &limit, nil) == 0 else { throw .last("prlimit") }
        }
    }
}
