// Tests of a take's journal on a disk that cannot lock files.
import Storage
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

    private static let source = """
        #include <errno.h>
        int flock(int fd, int how) {
            errno = ENOLCK;
            return -1;
        }
        """
}
