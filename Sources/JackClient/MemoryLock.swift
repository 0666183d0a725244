// The JACK worker thread before activation; `lockStack` in JACK's own thread, before its first period.
internal import CLinux
internal import Glibc
internal import Realtime
internal import Rings

/// Keeps what the process callback touches in RAM, as far as the system lets us: a page that has to come back is an xrun.
struct MemoryLock {
    /// In the order of what is locked first where the system allows only some of it.
    enum Part: String, CaseIterable { case state, stack, code, rings }

    private var asked = 0
    private var refused: [Part: Int] = [:]
    private var error: Int32 = 0

    /// Locks all but the stack. `objects` are addresses in memory that the callback uses and libjack or the engine has allocated
    /// in one place with other things: of these pages stays what is there.
    init(_ link: borrowing RealtimeLink, state: UnsafeRawBufferPointer, objects: [UnsafeRawPointer]) {
        let mappings = MemoryMap.read()
        unsafe lock(state, .state)
        for mapping in mappings.filter({ mapping in unsafe objects.contains { unsafe mapping.holds($0) } }) {
            unsafe lock(mapping.memory, .state, onlyWhatIsThere: true)
        }
        // The short ones first.
        unsafe lock(link.commands.memory, .rings)
        unsafe lock(link.events.memory, .rings)
        unsafe lock(link.midi.memory, .rings)
        unsafe lock(link.anchors.memory, .rings)
        unsafe lock(link.blocks.memory, .rings)
        unsafe lock(link.splices.memory, .rings)
        for mapping in mappings where mapping.isCallbacksCode { unsafe lock(mapping.memory, .code) }
        unsafe lock(link.monitorIn.memory, .rings)
        unsafe lock(link.monitorOut.memory, .rings)
        unsafe lock(link.playback.memory, .rings)
        unsafe lock(link.capture.memory, .rings)
        // A program without /proc cannot know where its code lies.
        if mappings.isEmpty { refuse(0, .code, ENOENT) }
    }

    private mutating func lock(_ memory: UnsafeRawBufferPointer, _ part: Part, onlyWhatIsThere: Bool = false) {
        asked += memory.count
        let code =
            onlyWhatIsThere
            ? unsafe mlock2(memory.baseAddress, memory.count, 1) : unsafe mlock(memory.baseAddress, memory.count)
        if code != 0 { refuse(memory.count, part, errno) }
    }

    private mutating func refuse(_ bytes: Int, _ part: Part, _ code: Int32) {
        refused[part, default: 0] += bytes
        error = code
    }

    /// Locks as much of the calling thread's stack as a callback can need. Returns 0, or the error number.
    static func lockStack() -> Int32 {
        var attributes = pthread_attr_t()
        let code = unsafe pthread_getattr_np(pthread_self(), &attributes)
        guard code == 0 else { return code }
        defer { _ = unsafe pthread_attr_destroy(&attributes) }
        var base: UnsafeMutableRawPointer?
        var size = 0
        guard unsafe pthread_attr_getstack(&attributes, &base, &size) == 0, let base = unsafe base else { return EINVAL }
        // PipeWire's thread has 8 MB, most of which nobody ever uses.
        let kept = min(size, stackBytes)
        return unsafe mlock(base + (size - kept), kept) == 0 ? 0 : errno
    }

    private static let stackBytes = 256 * 1024

    /// Words for the refusals of the system and for the cure; nil when all is locked. `stack` is what `lockStack` gave.
    func refusal(stack: Int32) -> String? {
        var all = self
        all.asked += MemoryLock.stackBytes
        if stack != 0 { all.refuse(MemoryLock.stackBytes, .stack, stack) }
        guard !all.refused.isEmpty else { return nil }
        let parts = Part.allCases.compactMap { part in all.refused[part].map { "\($0 / 1024) KiB of \(part.rawValue)" } }
        let words = unsafe String(cString: strerror(all.error))
        return "of the \(all.asked / 1024) KiB that the process callback uses the system would not lock "
            + "\(parts.joined(separator: ", ")) (\(words)): raise 'memlock' for the audio group in /etc/security/limits.d, "
            + "or expect gaps under memory pressure"
    }
}
