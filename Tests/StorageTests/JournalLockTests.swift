// Tests of the lock of a take's journal, also on a disk that cannot lock files.
import Dictation
import Glibc
import Synchronization
import System
import TestSupport
import Testing

@testable import Storage

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

    /// The holder of a lock is told by its name and number.
    @Test func theHolderOfALockIsKnown() throws {
        let path = folder.file("lock")
        let descriptor = try File.open(path, .readWrite, .create)
        defer { File.close(descriptor) }
        #expect(FileLock.holder(of: descriptor) == nil)
        let other = try #require(Process("/usr/bin/flock", ["--no-fork", path, "sleep", "60"]))
        defer { _ = other.finish() }
        defer { kill(other.pid, SIGKILL) }
        let told = "sleep (PID \(other.pid))"
        #expect(Pause.until { FileLock.holder(of: descriptor) == told }, "\(FileLock.holder(of: descriptor) ?? "")")
        #expect("\(StorageError.locked(folder: "/x", holder: told))".hasPrefix("/x is locked by sleep (PID"))
    }

    private static let source = """
        #include <errno.h>
        int flock(int fd, int how) {
            errno = ENOLCK;
            return -1;
        }
        """
}
