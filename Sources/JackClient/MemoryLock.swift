// Room: JackClient. JACK worker thread, before activation.
internal import Glibc
public import Realtime
internal import Rings

/// Keeps what the callback touches in RAM, as far as the system lets us.
public enum MemoryLock {
    /// Locks the rings. Nil when all is locked, else the words for what the system refused and how to change it.
    public static func lock(_ link: borrowing RealtimeLink) -> String? {
        let refusals = unsafe [
            lock(link.playback.memory), lock(link.blocks.memory), lock(link.commands.memory), lock(link.capture.memory),
        ]
        let refused = refusals.reduce(0) { $0 + $1.bytes }
        let code = refusals.last { $0.bytes > 0 }?.code ?? 0
        guard refused > 0 else { return nil }
        let words = unsafe String(cString: strerror(code))
        return "the system would not lock \(refused / 1024) KiB of ring memory (\(words)): raise 'memlock' for the audio "
            + "group in /etc/security/limits.d, or the recorder may meet page faults under memory pressure"
    }

    private static func lock(_ memory: UnsafeRawBufferPointer) -> (bytes: Int, code: Int32) {
        unsafe mlock(memory.baseAddress, memory.count) == 0 ? (0, 0) : (memory.count, errno)
    }
}
