// Limits of a recogniser's run. Any thread; a value.
internal import System

/// Time and resources that a recogniser may use for one piece of sound.
public struct RecogniserLimits: Sendable, Hashable {
    /// Seconds by the clock.
    public var seconds: Double
    /// Bytes of memory.
    public var memoryBytes: Int
    /// Bytes of each file that it writes.
    public var fileBytes: Int

    /// Makes limits.
    public init(seconds: Double, memoryBytes: Int, fileBytes: Int = 512 << 20) {
        self.seconds = seconds
        self.memoryBytes = memoryBytes
        self.fileBytes = fileBytes
    }

    /// Limits for so many seconds of sound: two minutes for its model to be read from a slow disk, and then twenty times the length
    /// of the sound. The memory is that of the machine, since much of the address space of a large model is never used.
    public init(sound seconds: Double) {
        self.init(seconds: 120 + 20 * max(0, min(seconds, 3600)), memoryBytes: max(4 << 30, ThisProcess.memoryBytes))
    }

    /// Limits that the kernel keeps.
    var process: ProcessLimits {
        let processors = max(1, ThisProcess.processors)
        return ProcessLimits(
            processorSeconds: Int(seconds.rounded(.up)) * processors + 1, memoryBytes: memoryBytes, fileBytes: fileBytes,
            openFiles: 512)
    }
}
