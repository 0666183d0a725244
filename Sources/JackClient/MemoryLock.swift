// Room: JackClient. JACK worker thread, before activation.
internal import Glibc
internal import Rings
public import Realtime

/// Keeps what the callback touches in RAM, as far as the system lets us.
public enum MemoryLock {
    /// Locks the rings. Nil when all is locked, else the words for what the system refused and how to change it.
    public static func lock(_ link: borrowing RealtimeLink) -> String? {
        var refused = 0
        var code: Int32 = 0
        for unsafe memory in unsafe [link.playback.memory, link.blocks.memory, link.commands.memory, link.capture.memory] {
            if unsafe mlock(memory.baseAddress, memory.count) != 0 {
                code = errno
                refused += memory.count
            }
        }
        guard refused > 0 else { return nil }
        let words = unsafe String(cString: strerror(code))
        return "the system would not lock \(refused / 1024) KiB of ring memory (\(words)): raise 'memlock' for the audio "
            + "group in /etc/security/limits.d, or the recorder may meet page faults under memory pressure"
    }
}
