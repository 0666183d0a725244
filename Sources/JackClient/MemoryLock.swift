// Locks the process callback's memory into RAM. One caller, before activation; `lockStack`: JACK thread, before its periods.
internal import CLinux
internal import Glibc
internal import Messages
internal import Realtime
internal import Rings
internal import System

/// Locks the memory of the process callback into RAM, as far as the system allows: a page fault in the callback is an xrun.
struct MemoryLock {
    /// Part of the memory, in the order of importance when the system allows only some of it.
    enum Part: CaseIterable { case state, stack, code, rings }

    private var asked = 0
    private var refused: [Part: Int] = [:]
    private var error: Int32 = 0

    /// Nothing asked for yet.
    init() {}

    /// Locks everything but the stack. `objects` are addresses of memory that the callback uses and that shares its pages with
    /// other allocations of libjack or the engine.
    init(_ link: borrowing RealtimeLink, state: UnsafeRawBufferPointer, objects: [UnsafeRawPointer]) {
        let mappings = MemoryMap.read()
        unsafe lock(state, .state)
        unsafe lock(objects, in: mappings)
        // Small rings first.
        unsafe lock(link.commands.memory, .rings)
        unsafe lock(link.events.memory, .rings)
        unsafe lock(link.cues.memory, .rings)
        unsafe lock(link.midi.memory, .rings)
        unsafe lock(link.anchors.memory, .rings)
        unsafe lock(link.blocks.memory, .rings)
        unsafe lock(link.splices.memory, .rings)
        for mapping in mappings where mapping.isCallbacksCode { unsafe lock(mapping.memory, .code) }
        unsafe lock(link.monitorIn.memory, .rings)
        unsafe lock(link.monitorOut.memory, .rings)
        unsafe lock(link.bed.memory, .rings)
        unsafe lock(link.playback.memory, .rings)
        unsafe lock(link.capture.memory, .rings)
        // Without /proc the location of the code is unknown.
        if mappings.isEmpty { refuse(0, .code, ENOENT) }
    }

    /// Locks the present pages of the mappings that hold the objects. Other threads use the same heap: its end can go back to the
    /// system after `mappings` were read, and the system refuses a range with a gap. So a refusal counts only if the mappings are
    /// still the same, or if they changed each of eight times.
    mutating func lock(_ objects: [UnsafeRawPointer], in mappings: [MemoryMap.Mapping]) {
        let before = self
        var held = unsafe MemoryMap.holding(objects, in: mappings)
        for _ in 0..<8 {
            self = before
            for mapping in held { unsafe lock(mapping.memory, .state, onlyWhatIsThere: true) }
            guard refused != before.refused else { return }
            let now = unsafe MemoryMap.holding(objects, in: MemoryMap.read())
            guard !now.elementsEqual(held, by: { $0.hasRange(of: $1) }) else { return }
            held = now
        }
    }

    /// Locks a range of memory and counts a refusal.
    private mutating func lock(_ memory: UnsafeRawBufferPointer, _ part: Part, onlyWhatIsThere: Bool = false) {
        asked += memory.count
        let code =
            onlyWhatIsThere
            ? unsafe mlock2(memory.baseAddress, memory.count, 1) : unsafe mlock(memory.baseAddress, memory.count)
        if code != 0 { refuse(memory.count, part, errno) }
    }

    /// Locks the samples of a cue. A refusal costs page faults, and has the cause that `refusal` tells of the other memory.
    static func lock(_ memory: UnsafeRawBufferPointer) { _ = unsafe mlock(memory.baseAddress, memory.count) }

    /// Counts bytes of a part as not locked.
    private mutating func refuse(_ bytes: Int, _ part: Part, _ code: Int32) {
        refused[part, default: 0] += bytes
        error = code
    }

    /// Locks the part of the calling thread's stack that a callback can need. Returns 0, or the error number.
    static func lockStack() -> Int32 {
        var base: UnsafeMutableRawPointer?
        var size = 0
        let code = unsafe dicta_thread_stack(&base, &size)
        guard code == 0, let base = unsafe base else { return code == 0 ? EINVAL : code }
        // PipeWire's thread has a stack of 8 MB, most of which is never used.
        let kept = min(size, stackBytes)
        return unsafe mlock(base + (size - kept), kept) == 0 ? 0 : errno
    }

    /// Bytes of stack that are locked.
    private static let stackBytes = 256 * 1024

    /// Message for the user about refused parts and the remedy; nil when all is locked. `stack` is the result of `lockStack`.
    func refusal(stack: Int32) -> String? {
        var all = self
        all.asked += MemoryLock.stackBytes
        if stack != 0 { all.refuse(MemoryLock.stackBytes, .stack, stack) }
        guard !all.refused.isEmpty else { return nil }
        let parts = Part.allCases.compactMap { part in all.refused[part].map { Self.words($0 / 1024, of: part) } }
        let list = parts.joined(separator: ", ")
        let asked = all.asked / 1024
        let words = SystemError.reason(for: all.error)
        return tr(
            "the system would not lock \(list), of the \(asked) KiB that the process callback uses (\(words)): raise 'memlock' for"
                + " the audio group in /etc/security/limits.d, or expect gaps under memory pressure")
    }

    /// So much memory of a part, in words.
    private static func words(_ size: Int, of part: Part) -> String {
        switch part {
        case .state: tr("\(size) KiB of state")
        case .stack: tr("\(size) KiB of stack")
        case .code: tr("\(size) KiB of code")
        case .rings: tr("\(size) KiB of rings")
        }
    }
}
