// Tests of the modes of files.
import Dictation
import Glibc
import Storage
import TestSupport
import Testing

struct PermissionTests {
    private func child(_ shelf: TestLibrary, _ umask: String, _ words: String, preload: String = "") throws -> (
        output: String, code: Int32
    ) {
        let program = try #require(LibraryChangeTests.child)
        return shell("umask \(umask); LD_PRELOAD=\(preload) '\(program)' '\(shelf.library.folder)' \(words)")
    }

    private func modes(_ shelf: TestLibrary, _ names: String...) -> [mode_t?] { names.map { Files.mode(shelf.file($0)) } }

    @Test func newFilesAreForTheirOwner() throws {
        for (umask, mode) in [("077", 0o600), ("002", 0o600), ("022", 0o600), ("0", 0o600)] as [(String, mode_t)] {
            let shelf = try TestLibrary()
            for words in ["keep t t.wav", "keep t t~2.wav", "note t x", "copy t u", "rename t v", "note v y"] {
                let end = try child(shelf, umask, words)
                #expect(end.code == 0, "\(end.output)")
            }
            let names = ["u.json", "u.wav", "u~2.wav", "v.json", "v.wav", "v~2.wav", ".dicta-lock"]
            #expect(names.map { Files.mode(shelf.file($0)) } == names.map { _ in mode }, "umask \(umask)")
            let deep = shelf.scratch.file("deep")
            #expect(shell("umask \(umask); '\(LibraryChangeTests.child ?? "")' '\(deep)/er' recover").code == 0)
            #expect(Files.mode(deep) == (mode | (mode & 0o444) >> 2))
        }
    }

    /// The kernel says of a file there that it is missing, which would be told of the folder.
    @Test func aFolderThatTakesNoFilesIsNotMissing() {
        #expect(throws: StorageError.noPermission(path: "/proc")) {
            _ = try TemporaryFile(forExportTo: "/proc/x.wav", isOwn: false)
        }
    }

    @Test func whatIsReplacedKeepsItsMode() throws {
        let shelf = try TestLibrary()
        try shelf.record("t", segments: 2)
        for file in ["t.json", "t.wav"] { #expect(Files.setMode(shelf.file(file), 0o600)) }
        #expect(Files.setMode(shelf.file("t~2.wav"), 0o660))
        try shelf.library.updateRecording("t") { $0.note = "x" }
        #expect(modes(shelf, "t.json") == [0o600])
        try shelf.library.renameRecording("t", to: "u")
        #expect(modes(shelf, "u.json", "u.wav", "u~2.wav") == [0o600, 0o600, 0o660])
        #expect(try child(shelf, "022", "copy u v").code == 0)
        #expect(modes(shelf, "v.json", "v.wav", "v~2.wav") == [0o600, 0o600, 0o600])
        try shelf.library.updateRecording("u") { $0.edits.delete(100..<200) }
        _ = try shelf.library.cleanRecording("u", isForgetting: true)
        #expect(modes(shelf, "u.json") == [0o600])
    }

    @Test func anImportIsNoMoreOpenThanItsSource() throws {
        let shelf = try TestLibrary()
        _ = try shelf.audio("x.wav", frames: 10)
        for (mode, wanted) in [(0o600, 0o600), (0o444, 0o600), (0o666, 0o600)] as [(mode_t, mode_t)] {
            let far = shelf.scratch.file("far\(mode).wav")
            #expect(shell("cp '\(shelf.file("x.wav"))' '\(far)'").code == 0 && Files.setMode(far, mode))
            #expect(try child(shelf, "022", "import '\(far)'").code == 0)
            #expect(modes(shelf, "far\(mode).wav") == [wanted])
        }
    }

    /// Settings may hold tokens.
    @Test func settingsAreForTheirOwnerAlone() throws {
        let shelf = try TestLibrary()
        let path = shelf.scratch.file("settings")
        #expect(try child(shelf, "022", "config '\(path)'").code == 0)
        #expect(Files.mode(path) == 0o600)
        #expect(Files.setMode(path, 0o644))
        #expect(try child(shelf, "022", "config '\(path)'").code == 0)
        #expect(Files.mode(path) == 0o600 && Files.read(path) == "x\nx\n")
    }

    /// FAT, and folders that other systems share, have one mode for all files.
    @Test(arguments: [EPERM, ENOTSUP])
    func aMountThatRefusesToSetModesKeepsSidecarsWritable(code: Int32) throws {
        let shelf = try TestLibrary()
        let folder = TempFolder()
        try shelf.record("t", segments: 2)
        #expect(Files.setMode(shelf.file("t.json"), 0o666))
        let source =
            "#include <errno.h>\n#include <sys/types.h>\nint fchmod(int fd, mode_t mode) { errno = \(code); return -1; }\n"
        let preload = try #require(folder.preload(source))
        for words in [
            "note t x", "rename t u", "copy u v", "keep u u~3.wav", "clean u", "config '\(shelf.scratch.file("settings"))'",
        ] {
            let end = try child(shelf, "022", words, preload: preload)
            #expect(end.code == 0, "\(words): \(end.output)")
        }
        #expect(try shelf.library.readRecording("u").note == "x")
        #expect(Files.mode(shelf.scratch.file("settings")) == 0o600)
    }
}
