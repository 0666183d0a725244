// Unique numbers for names. Any thread.
import Synchronization

/// Numbers for names, each used once in this process.
enum Serial {
    private static let last = Atomic<Int>(0)

    static var next: Int { last.add(1, ordering: .relaxed).newValue }
}
