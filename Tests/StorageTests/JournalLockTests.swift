// Tests of the lock of a take's journal, also on a disk that cannot lock files.
import Dictation
import Storage
import Synchronization
import TestSupport
import Testing

struct JournalLockTests {
    private let folder = TempFolder()

    /// A journal is locked before it is written. Without a lock the take does not begin, and must not look left open.
    @Test func aDiskWithoutLocksKeepsNoEmptyJournal() throws {
        let shelf = try TestLibrary()
        let preload = try #require(folder.preload(Self.source))
        let program = try #require(LibraryChangeTests.child)
        func keep() throws -> Finished {
            try #require(
                Process(program, [shelf.library.folder, "keep", "new", "new.wav"], environment: ["LD_PRELOAD": preload])
            ).finish()
        }
        let run = try keep()
        #expect(run.code != 0 && run.output.contains("cannot lock"), "\(run)")
        #expect(!shelf.names(hidden: true).contains(".new.take"), "\(shelf.names(hidden: true))")
        // A journal that was there before is another program's, and stays.
        #expect(Files.write("", to: shelf.file(".new.take")))
        #expect(try keep().code != 0)
        #expect(shelf.names(hidden: true).contains(".new.take"))
    }

    private final class End: Sendable { let isOver = Mutex(false) }

    /// Others look at the take at any moment of its beginning and its end: it is being written or closed, and never left open, and
    /// nobody's look keeps it from beginning.
    @Test func aTakeThatBeginsOrEndsNeverLooksLeftOpen() async throws {
        let shelf = try TestLibrary()
        let entry = JournalEntry(name: "new", segment: try shelf.audio("new.wav", frames: 100))
        let library = shelf.library
        let end = End()
        let seen = await withTaskGroup(of: [Library.Openness].self) { group in
            group.addTask {
                var seen: [Library.Openness] = []
                while !end.isOver.withLock({ $0 }) {
                    if let state = try? library.openness("new"), !seen.contains(state) { seen.append(state) }
                }
                return seen
            }
            group.addTask {
                for _ in 0..<400 {
                    do { try TakeJournal(library, entry).end() } catch { Issue.record("\(error)") }
                }
                end.isOver.withLock { $0 = true }
                return []
            }
            return await group.reduce(into: Set<Library.Openness>()) { $0.formUnion($1) }
        }
        #expect(seen == [.closed, .recording])
        #expect(
            shelf.names(hidden: true).allSatisfy { !$0.hasPrefix(".dicta-") && !$0.hasSuffix(".take") || $0 == ".dicta-lock" })
    }

    private static let source = """
        #include <errno.h>
        int flock(int fd, int how) {
            errno = ENOLCK;
            return -1;
        }
        """
}
