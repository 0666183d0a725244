// Tests of the names of recordings.
import Dictation
import Storage
import System
import Testing

struct LibraryNameTests {
    @Test func makesItsFolderWithParents() throws {
        let scratch = try Scratch()
        let library = try Library(folder: scratch.file("a/b/Recordings/"))
        #expect(library.folder == scratch.file("a/b/Recordings"))
        #expect(try Library(folder: library.folder) == library)
    }

    @Test func aFolderThatCannotBeWrittenIsRefused() throws {
        let scratch = try Scratch()
        let disk = try scratch.disk("frozen", options: "size=1m,ro")
        #expect(throws: StorageError.readOnly(path: disk)) { try Library(folder: disk) }
        #expect(throws: StorageError.readOnly(path: "\(disk)/new")) { try Library(folder: "\(disk)/new") }
        let file = try scratch.write("x", to: "file")
        #expect(throws: StorageError.notFolder(path: file)) { try Library(folder: file) }
        #expect(throws: StorageError.notFolder(path: "\(file)/sub")) { try Library(folder: "\(file)/sub") }
        #expect(throws: StorageError.self) { try Library(folder: "/proc/nowhere/Recordings") }
        #expect(throws: StorageError.missing(path: "")) { try Library(folder: "") }
    }

    @Test(arguments: [
        "", ".", "..", ".hidden", "a/b", "/", "tab\there", "line\n", "nul\0", "bell\u{7}", "c1\u{85}",
        String(repeating: "x", count: 201), String(repeating: "ü", count: 101),
    ])
    func badNamesAreRefusedEverywhere(name: String) throws {
        let scratch = try Scratch()
        let library = try Library(folder: scratch.path)
        func refused(_ body: () throws -> Void) {
            do {
                try body()
                Issue.record("\(name.debugDescription) was taken")
            } catch {
                guard case .badName = error as? StorageError else {
                    Issue.record("\(error)")
                    return
                }
            }
        }
        refused { try Library.checkName(name) }
        refused { _ = try library.freshName(name) }
        refused { _ = try library.path(name: name, container: .wav) }
        refused { _ = try library.readRecording(name) }
    }

    /// `delete '*'` deletes a whole library, so no new recording is called so. One that is there can be used, renamed and deleted.
    @Test(arguments: ["*", "?", "take *", "wh?t", "*\u{301}"])
    func namesThatAreTakenForPatternsAreForOldRecordingsOnly(name: String) throws {
        let shelf = try TestLibrary()
        func isRefused(_ body: () throws -> Void) -> Bool {
            do { try body() } catch StorageError.badName(name, _) { return true } catch { return false }
            return false
        }
        try shelf.record("talk")
        #expect(isRefused { _ = try shelf.library.freshName(name) })
        #expect(isRefused { try shelf.library.renameRecording("talk", to: name) })
        #expect(isRefused { _ = try CopyJob(shelf.library, "talk", to: name) })
        try shelf.record(name)
        #expect(try shelf.library.nameOfRecording(name) == name)
        #expect(try shelf.library.freshName(name, from: 2) == "\(name) (2)", "a part of a take")
        try shelf.library.deleteRecording(name)
        #expect(try shelf.library.nameOfRecording("talk") == "talk")
        try shelf.record(name)
        try shelf.library.renameRecording(name, to: "plain")
        #expect(try shelf.library.nameOfRecording("plain") == "plain")
    }

    @Test(arguments: ["a", "Interview mit Frau Müller", "日本語", "x.y.z", "~2", "-rf", String(repeating: "x", count: 200)])
    func goodNamesAreTaken(name: String) throws {
        let scratch = try Scratch()
        let library = try Library(folder: scratch.path)
        #expect(try library.freshName(name) == name)
        #expect(try library.path(name: name, container: .flac) == "\(scratch.path)/\(name).flac")
    }

    @Test func aTakenNameGetsANumber() throws {
        let scratch = try Scratch()
        let library = try Library(folder: scratch.path)
        _ = try scratch.write("x", to: "memo.flac")
        #expect(try library.freshName("memo") == "memo (2)")
        _ = try scratch.write("x", to: "memo (2).json")
        #expect(try library.freshName("memo") == "memo (3)")
        #expect(try library.freshName("mem") == "mem")
        #expect(try library.freshName("Memo") == "Memo")
        _ = try scratch.write("x", to: "bare.name")
        #expect(try library.freshName("bare.name") == "bare.name (2)")
        let long = String(repeating: "ü", count: 100)
        _ = try scratch.write("x", to: long + ".wav")
        let fresh = try library.freshName(long)
        #expect(fresh == String(repeating: "ü", count: 98) + " (2)")
        #expect(throws: Never.self) { try Library.checkName(fresh) }
    }

    @Test func withoutAWishItIsTheLocalTime() throws {
        let scratch = try Scratch()
        let library = try Library(folder: scratch.path)
        let moment = Timestamp(seconds: 1_795_266_309)
        let wanted = shell("date -d @1795266309 '+%Y-%m-%d %H-%M-%S'").output.trimmingNewline
        #expect(try library.freshName(now: moment) == wanted)
        #expect(moment.iso8601 == "2026-11-21T13:05:09Z")
        #expect(Timestamp(seconds: 0).iso8601 == "1970-01-01T00:00:00Z")
        #expect(throws: Never.self) { try Library.checkName(library.freshName()) }
    }
}

extension String {
    var trimmingNewline: String { hasSuffix("\n") ? String(dropLast()) : self }
}
