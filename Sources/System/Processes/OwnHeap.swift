// The heap of this process. Any thread except a realtime one.
internal import CLinux
internal import Glibc

/// Memory that malloc keeps.
public enum OwnHeap {
    /// Makes malloc give memory back after use. Only before any other thread is started.
    ///
    /// glibc makes eight parts (arenas) of the heap for each processor. Threads that come and go take turns at all of them, and each
    /// part keeps what it once held: a program with many threads grows for hours, the more the more processors there are. So threads
    /// share `parts` of them. Blocks of `bytes` and more are pages of their own, and free ends of that size go back to the system;
    /// otherwise glibc raises both bounds, up to 64 MiB, whenever a large block is freed. A refusal costs memory only.
    public static func keepSmall(parts: Int32, bytes: Int32) {
        for (option, value) in [(DICTA_ARENA_MAX, parts), (DICTA_MMAP_THRESHOLD, bytes), (DICTA_TRIM_THRESHOLD, bytes)] {
            _ = mallopt(Int32(option), value)
        }
    }

    /// Gives free pages inside the heap back to the system. glibc itself gives back only its ends, and one small block near an end
    /// keeps megabytes there. Takes some milliseconds, in which other threads wait for memory.
    public static func giveBack() { _ = malloc_trim(0) }
}
