// Tests of links, foreign owners and foreign files at the places of this program's own files (F23).
import Dictation
import Glibc
import TestSupport
import Testing
import Words

@testable import Storage

@Suite("Links and foreign files in a library (F23)") struct LinkTests {
    private func link(_ target: String, _ shelf: TestLibrary, _ name: String) {
        #expect(unsafe symlink(target, shelf.file(name)) == 0)
    }

    // MARK: Folders

    @Test func secondCopiesDoNotFollowALink() throws {
        let (shelf, other) = (try TestLibrary(), try Elsewhere())
        link(other.path, shelf, ".sidecars")
        let before = other.state
        try shelf.record("settings")
        try shelf.library.updateRecording("settings") { $0.title = "A title" }
        let trouble = shelf.library.copyTrouble().map { "\($0)" } ?? ""
        #expect(trouble.contains(".sidecars is a symbolic link") && trouble.contains("remove the link"), "\(trouble)")
        try shelf.library.renameRecording("settings", to: "x")
        try shelf.library.renameRecording("x", to: "settings")
        try shelf.library.deleteRecording("settings")
        #expect(try shelf.library.recoverLeftovers().isEmpty && shelf.library.lostSidecars().isEmpty)
        #expect(throws: StorageError.isLink(path: shelf.file(".sidecars"))) { try shelf.library.recoverCopies() }
        #expect(other.state == before)
    }

    @Test func aFileOfAnotherProgramAmongSecondCopiesStays() throws {
        let shelf = try TestLibrary()
        #expect(Files.makeFolder(shelf.file(".sidecars")))
        #expect(Files.write("{\"theme\":\"dark\"}", to: shelf.file(".sidecars/settings.json")))
        try shelf.record("settings")
        try shelf.library.updateRecording("settings") { $0.title = "A title" }
        #expect(shelf.library.copyTrouble() != nil)
        try shelf.library.deleteRecording("settings")
        #expect(Files.read(shelf.file(".sidecars/settings.json")) == "{\"theme\":\"dark\"}")
    }

    @Test func waveformsDoNotFollowALink() throws {
        let (shelf, other) = (try TestLibrary(), try Elsewhere())
        try shelf.record("settings")
        link(other.path, shelf, ".peaks")
        let before = other.state
        #expect(throws: StorageError.isLink(path: shelf.file(".peaks"))) { try PeakScan(shelf.library, "settings.wav") }
        #expect(throws: StorageError.isLink(path: shelf.file(".peaks"))) { try shelf.library.recoverPeaks() }
        #expect(try shelf.library.verify("settings", deep: true).contains { $0.contains(".peaks is a symbolic link") })
        let copy = try CopyJob(shelf.library, "settings", to: "b")
        while try !copy.step() {}
        try shelf.library.renameRecording("settings", to: "c")
        try shelf.library.renameRecording("c", to: "settings")
        try shelf.library.deleteRecording("settings")
        #expect(other.state == before)
    }

    /// A link in the folder of waveforms, and a file of another program.
    @Test func aLinkAmongWaveformsIsNotFollowed() throws {
        let (shelf, other) = (try TestLibrary(), try Elsewhere())
        try shelf.record("settings")
        #expect(Files.makeFolder(shelf.file(".peaks")))
        link(other.file("settings.wav.peaks"), shelf, ".peaks/settings.wav.peaks")
        link("/nowhere", shelf, ".peaks/gone.wav.peaks")
        #expect(Files.write("not a waveform", to: shelf.file(".peaks/other.peaks")))
        let before = other.state
        let scan = try PeakScan(shelf.library, "settings.wav")
        #expect(throws: StorageError.isLink(path: shelf.file(".peaks/settings.wav.peaks"))) { while try !scan.step() {} }
        #expect(try shelf.library.recoverPeaks().isEmpty)
        #expect(Files.read(shelf.file(".peaks/other.peaks")) == "not a waveform" && other.state == before)
        try shelf.library.deleteRecording("settings")
        #expect(other.state == before)
    }

    @Test func theQuarantineDoesNotFollowALink() throws {
        let (shelf, other) = (try TestLibrary(), try Elsewhere())
        try shelf.record("talk")
        #expect(Files.write("garbage", to: shelf.file("talk.wav")))
        link(other.path, shelf, "_Corrupted")
        let before = other.state
        let error = StorageError.isLink(path: shelf.file("_Corrupted"))
        #expect(throws: error) { try shelf.library.recoverRecording("talk") }
        #expect(throws: error) { try shelf.library.quarantined() }
        #expect(throws: error) { try shelf.library.discardQuarantined("talk.wav") }
        #expect(throws: error) { try shelf.library.restoreQuarantined("talk.wav") }
        #expect(other.state == before && Files.read(shelf.file("talk.wav")) == "garbage")
        #expect("\(error)".contains("_Corrupted is a symbolic link, and nothing behind it was changed"))
    }

    /// A link that leads nowhere is not followed to make what it names.
    @Test(arguments: [".sidecars", ".peaks", "_Corrupted"]) func aLinkThatLeadsNowhereIsNotFollowed(name: String) throws {
        let shelf = try TestLibrary()
        link(shelf.scratch.file("made"), shelf, name)
        let path = shelf.file(name)
        #expect(throws: StorageError.isLink(path: path)) { _ = try Shelf.make(path, mode: 0o700) }
        try shelf.record("a")
        #expect(!Files.exists(shelf.scratch.file("made")) && shelf.names().contains("a.json"))
    }

    /// The folder is opened once: a link that takes its place afterwards is not entered.
    @Test func aLinkThatComesInBetweenIsNotFollowed() throws {
        let (shelf, other) = (try TestLibrary(), try Elsewhere())
        let copies = try Shelf.make(shelf.file(".sidecars"), mode: 0o700)
        let place = try copies.place("settings.json")
        try Library.replace(place, with: [65])
        let before = other.state
        try #require(shell("cd '\(shelf.library.folder)' && mv .sidecars moved && ln -s '\(other.path)' .sidecars").code == 0)
        try Library.replace(place, with: [66])
        let draft = try Library.writeTemporary([67], for: place)
        try Library.putIn(place, draft)
        #expect(Files.read(shelf.file("moved/settings.json")) == "C")
        try place.remove()
        #expect(try copies.names(hidden: true).isEmpty && other.state == before)
    }

    @Test(.enabled(if: geteuid() == 0, "folders of other users need root"))
    func aFolderOfAnotherUserIsRefused() throws {
        let shelf = try TestLibrary()
        try shelf.record("a")
        let path = shelf.file(".sidecars")
        #expect(unsafe chown(path, 65_534, 65_534) == 0)
        let error = StorageError.notOwn(path: path, owner: 65_534)
        #expect(throws: error) { _ = try Shelf(path) }
        #expect("\(error)".contains("belongs to user 65534"))
        // The folder of the library's owner, and one in a library where others may write, are in order.
        #expect(unsafe chown(shelf.library.folder, 65_534, 65_534) == 0)
        #expect(try Shelf(path) != nil)
        #expect(unsafe chown(shelf.library.folder, 0, 0) == 0 && Files.setMode(shelf.library.folder, 0o2775))
        #expect(try Shelf(path) != nil)
        #expect(throws: error) { _ = try Shelf(path, isPrivate: true) }
    }

    /// The path of a library may lead through links, and the library may be one: the user chose it.
    @Test func aLibraryMayBeALink() throws {
        let shelf = try TestLibrary()
        let path = shelf.scratch.file("Recordings")
        #expect(unsafe symlink(shelf.library.folder, path) == 0)
        let library = try Library(folder: path)
        try shelf.record("a")
        try library.updateRecording("a") { $0.title = "A title" }
        let scan = try PeakScan(library, "a.wav")
        while try !scan.step() {}
        #expect(
            library.copyTrouble() == nil && Files.exists(path + "/.sidecars/a.json") && Files.exists(path + "/.peaks/a.wav.peaks")
        )
        let file = try TemporaryFile(forExportTo: path + "/out.txt", isOwn: false)
        _ = close(try file.takeFresh(name: Place(path + "/out.txt")))
        #expect(Files.exists(shelf.file("out.txt")))
    }

    @Test func noNameLeadsOutOfAFolder() throws {
        let shelf = try TestLibrary()
        let copies = try Shelf.make(shelf.file(".sidecars"), mode: 0o700)
        for name in ["", ".", "..", "../a.json", "a/b"] { #expect(throws: StorageError.self) { _ = try copies.place(name) } }
    }

    // MARK: Files

    /// A description is not written through a link, and does not get the mode of what is behind it.
    @Test func aSidecarIsNotWrittenThroughALink() throws {
        let (shelf, other) = (try TestLibrary(), try Elsewhere())
        try shelf.record("a")
        try #require(
            shell("cd '\(shelf.library.folder)' && mv a.json '\(other.path)/a.json' && chmod 666 '\(other.path)/a.json'").code
                == 0)
        link(other.file("a.json"), shelf, "a.json")
        let before = other.state
        let error = StorageError.isLink(path: shelf.file("a.json"))
        #expect(throws: error) { try shelf.library.updateRecording("a") { $0.note = "x" } }
        let copy = try CopyJob(shelf.library, "a", to: "b")
        while try !copy.step() {}
        #expect(Files.mode(shelf.file("b.json")) == 0o600)
        #expect(other.state == before && shelf.names(hidden: true).filter { $0.hasPrefix(".dicta-") } == [".dicta-lock"])
        // A recording goes with its links; what they lead to stays.
        try shelf.library.deleteRecording("a")
        #expect(other.state == before && !shelf.names().contains("a.json"))
    }

    @Test(arguments: [".dicta-lock", ".dicta.connections", ".a.take", ".a.intent"])
    func keptFilesAreNotWrittenThroughALink(name: String) throws {
        let (shelf, other) = (try TestLibrary(), try Elsewhere())
        try shelf.record("a")
        _ = Files.remove(shelf.file(name))
        link(other.file("settings.json"), shelf, name)
        let before = other.state
        let error = StorageError.isLink(path: shelf.file(name))
        switch name {
        case ".dicta-lock": #expect(throws: error) { try shelf.library.updateRecording("a") { $0.note = "x" } }
        case ".dicta.connections": #expect(throws: error) { try shelf.library.keep(ConnectionMemory(), of: "dicta") }
        case ".a.take":
            let segment = try shelf.audio("a~2.wav", frames: 10)
            #expect(throws: error) { _ = try TakeJournal(shelf.library, JournalEntry(name: "a", segment: segment)) }
            #expect(try shelf.library.recoverLeftovers().map(\.action) == [.left])
        default:
            // The link itself is put aside, since it is not the note of a change.
            #expect(try shelf.library.recoverLeftovers().isEmpty && !shelf.names(hidden: true).contains(name))
        }
        #expect(other.state == before)
    }

    /// The others are listed and checked, and the recording has a problem.
    @Test func aLinkAtOneJournalHidesNoOtherRecording() throws {
        let (shelf, other) = (try TestLibrary(), try Elsewhere())
        for name in ["a", "b"] { try shelf.record(name) }
        link(other.file("settings.json"), shelf, ".a.take")
        let page = try shelf.index().page(LibraryQuery())
        #expect(page.items.map(\.name).sorted() == ["a", "b"] && page.problems == 1)
        #expect(page.items.filter { $0.problem.contains(".a.take is a symbolic link") }.map(\.name) == ["a"])
        #expect(try shelf.library.verify("a", deep: false).contains { $0.contains("is a symbolic link") })
        #expect(try shelf.library.verify("b", deep: false).isEmpty)
    }

    /// A journal can name any file of the library, and a link or a further name can stand there: the sound of others is not cut.
    @Test(arguments: [true, false]) func recoveryDoesNotCutWhatIsBehindALink(isHard: Bool) throws {
        let (shelf, other) = (try TestLibrary(), try Elsewhere())
        let segment = try shelf.audio("take.wav", frames: 1000)
        // A sound that looks as if its writer had been killed.
        try #require(
            shell("cd '\(shelf.library.folder)' && { cat take.wav; printf 123; } > '\(other.file("mine.wav"))'").code == 0)
        try WriteJournal.overwrite(other.file("mine.wav"), Array(TestLibrary.read(shelf.file("take.wav"))[..<4]))
        #expect(Files.remove(shelf.file("take.wav")))
        let made =
            unsafe isHard
            ? Glibc.link(other.file("mine.wav"), shelf.file("take.wav")) : symlink(other.file("mine.wav"), shelf.file("take.wav"))
        #expect(made == 0)
        try #require(
            shell("cd '\(other.path)' && printf '\\377\\377\\377\\377' | dd of=mine.wav bs=1 seek=4 conv=notrunc").code == 0)
        #expect(TestLibrary.write(JournalEntry(name: "take", segment: segment).printed, to: shelf.file(".take.take")))
        let before = TestLibrary.read(other.file("mine.wav"))
        let notes = try shelf.library.recoverLeftovers()
        #expect(TestLibrary.read(other.file("mine.wav")) == before, "\(notes)")
        if !isHard { #expect(notes.map(\.action) == [.left] && notes[0].words.contains("symbolic link"), "\(notes)") }
    }

    // MARK: Settings and caches

    @Test func aFileOfStateIsNotWrittenThroughALink() throws {
        let other = try Elsewhere()
        let path = other.scratch.file("session.json")
        for target in [other.file("settings.json"), other.scratch.file("nowhere")] {
            #expect(unsafe symlink(target, path) == 0)
            let before = other.state
            #expect(throws: StorageError.isLink(path: path)) { try ConfigFile.update(path) { _ in "new" } }
            #expect(throws: StorageError.isLink(path: path)) { try StateFile.replace(path, with: [65]) }
            #expect(other.state == before && !Files.exists(other.scratch.file("nowhere")) && Files.remove(path))
        }
    }

    @Test func cachesDoNotFollowALink() throws {
        let (shelf, other) = (try TestLibrary(), try Elsewhere())
        try #require(
            shell(
                "cd '\(other.path)' && mkdir a b && echo keep > a/x.wav && echo 1 > note-12.wav && touch -d 2001-01-01 a/x.wav old.part old.sqlite"
            ).code == 0)
        let path = shelf.scratch.file("cache")
        #expect(unsafe symlink(other.path, path) == 0)
        let before = other.state
        let recording = try shelf.record("a")
        #expect(throws: StorageError.isLink(path: path)) { _ = try DecodeCache(folder: path).find(shelf.file("a.wav")) }
        #expect(throws: StorageError.isLink(path: path)) { try DecodeCache(folder: path).prune(keeping: "x") }
        let renderings = RenderCache(folder: path, limit: 1)
        try renderings.prune(keeping: path + "/x/y.wav")
        renderings.forget("a", in: shelf.library)
        renderings.removeLeft()
        #expect(throws: StorageError.isLink(path: path)) { _ = try renderings.makeFolder(for: path + "/x/y.wav") }
        #expect(try LibraryIndex(shelf.library, folder: path).page(LibraryQuery()).total == 1)
        #expect(other.state == before && recording.name == "a")
    }

    /// A folder of renderings with the folders of somebody else.
    @Test func aFolderThatIsNoRenderingStays() throws {
        let other = try Elsewhere()
        try #require(shell("cd '\(other.path)' && touch -d 2001-01-01 sub/a && chmod 700 .").code == 0)
        let before = other.state
        try RenderCache(folder: other.path, limit: 1).prune(keeping: other.file("x/y.wav"))
        #expect(other.state == before)
    }
}
