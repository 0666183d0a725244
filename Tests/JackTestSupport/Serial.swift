// Any thread.
import Synchronization

/// Numbers for names that no two of this process share.
enum Serial {
    private static let last = Atomic<Int>(0)

    static var next: Int { last.add(1, ordering: .relaxed).newValue }
}
