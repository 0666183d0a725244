// Tests of the hidden folders of exports.
import Dictation
import Glibc
import Testing

@testable import Storage

struct WorkFolderTests {
    /// A second engine that starts recovers the library while a `deliver` runs in it.
    @Test func recoveryLeavesAnExportThatRunsAlone() throws {
        let shelf = try TestLibrary()
        let work = try WorkFolder(beside: shelf.file("memo.m4a"))
        #expect(TestLibrary.write([1, 2, 3], to: work.file("audio.wav")))
        #expect(try shelf.library.recoverLeftovers().isEmpty)
        let other = try WorkFolder(beside: shelf.file("other.m4a"))
        #expect(TestLibrary.read(work.file("audio.wav")) == [1, 2, 3] && other.path != work.path)
    }

    @Test func anExportThatIsGivenUpLeavesNothing() throws {
        let shelf = try TestLibrary()
        do {
            let work = try WorkFolder(beside: shelf.file("memo.m4a"))
            #expect(TestLibrary.write([1], to: work.file("audio.wav")) && TestLibrary.write([1], to: work.file("audio.wav.txt")))
            withExtendedLifetime(work) {}
        }
        #expect(shelf.names(hidden: true).isEmpty)
    }

    /// The program is killed before its lock, with it, and after half of its folder was removed.
    @Test(arguments: [[], ["lock"], ["lock", "audio.wav"], ["audio.wav"]]) func whatAKilledProgramLeftGoesWithTheNext(
        files: [String]
    ) throws {
        let shelf = try TestLibrary()
        let left = shelf.file(".dicta-export-abc")
        func leave() throws {
            try #require(unsafe mkdir(left, 0o700) == 0)
            for file in files { #expect(TestLibrary.write([1], to: "\(left)/\(file)")) }
        }
        try leave()
        let notes = try shelf.library.recoverLeftovers()
        #expect(notes.map(\.action) == [.cleared] && notes.map(\.name) == [".dicta-export-abc"])
        #expect(!shelf.names(hidden: true).contains(".dicta-export-abc"))
        try leave()
        let next = try WorkFolder(beside: shelf.file("x.wav"))
        #expect(
            shelf.names(hidden: true).filter { $0.hasPrefix(".dicta-export-") } == [
                String(next.path.split(separator: "/").last ?? "")
            ])
    }
}
