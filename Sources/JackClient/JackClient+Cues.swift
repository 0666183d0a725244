// Sounds that the process callback plays from memory. Control loop only.
public import Realtime
internal import Synchronization

extension JackClient {
    /// Keeps the samples of a cue until `letGo`, or until the callback has stopped for good, and locks them into RAM.
    ///
    /// A refused lock costs page faults in the callback; `lockRefused` tells of the same limit. The lock ends when the memory goes
    /// back to the system.
    public func keep(_ sound: CueSamples, as id: UInt32) {
        unsafe MemoryLock.lock(sound.memory)
        cueSounds.withLock { $0[id] = sound }
    }

    /// Frees the samples of a cue that is over.
    public func letGo(_ id: UInt32) { cueSounds.withLock { $0[id] = nil } }
}
