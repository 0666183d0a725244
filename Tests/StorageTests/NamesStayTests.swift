// Tests of the names that are kept for work on many recordings.
import Dictation
import Synchronization
import TestSupport
import Testing

@testable import Storage

@Suite("Names of a library that are kept for work on many recordings (F2 F3, issue 39 no. 33)") struct NamesStayTests {
    @Test("they follow every change, be it of another program")
    func follow() throws {
        let shelf = try TestLibrary()
        for name in ["a", "b", "\u{e9}"] { try shelf.record(name, segments: 2) }
        let stay = NamesStay(shelf.library)
        defer { withExtendedLifetime(stay) {} }
        func compare() throws {
            for root in ["a", "b", "c", "\u{e9}", "x y"] {
                let wanted = try Folder.names(in: shelf.library.folder, hidden: true).filter {
                    FileName(text: FolderScan.root(of: $0)) == FileName(text: root)
                }
                #expect(try shelf.library.names(root: root).sorted() == wanted.sorted(), "\(root)")
            }
            #expect(try shelf.library.hiddenNames().sorted() == Folder.hidden(in: shelf.library.folder, ending: "").sorted())
        }
        try compare()
        try shelf.record("c")
        try shelf.library.renameRecording("a", to: "x y")
        try shelf.library.deleteRecording("b")
        try compare()
        let folder = "cd '\(shelf.library.folder)' &&"
        try #require(shell("\(folder) mv c.wav c~3.wav && touch .a.take && rm \u{e9}~2.wav && mkdir b").code == 0)
        try compare()
        // More changes than the kernel keeps.
        let many = "for i in $(seq 20000); do : > n$i.wav; done; rm n*.wav; : > a.wav"
        try #require(shell("\(folder) \(many)").code == 0)
        try compare()
        let kept = try #require(KeptFolder.of(shelf.library))
        #expect(try kept.names.withLock { (names) throws(StorageError) in try names.update(shelf.library.folder) })
        #expect(try shelf.library.ownership(of: "x y").files(of: "x y") == ["x y.wav", "x y~2.wav"])
    }

    @Test("a folder above that has another name now, or another disk over it, is seen")
    func moved() throws {
        let scratch = try Scratch()
        let above = scratch.file("above")
        let library = try Library(folder: "\(above)/library")
        let stay = NamesStay(library)
        defer { withExtendedLifetime(stay) {} }
        #expect(try library.names(root: "a").isEmpty)
        let move = "mv '\(above)' '\(above)2' && mkdir -p '\(library.folder)' && : > '\(library.folder)/a.wav'"
        try #require(shell(move).code == 0)
        #expect(try library.names(root: "a") == ["a.wav"])
    }

    @Test("a change that another program left half done is completed by the next step")
    func intents() throws {
        let shelf = try TestLibrary()
        try shelf.record("a")
        let stay = NamesStay(shelf.library)
        defer { withExtendedLifetime(stay) {} }
        #expect(try !shelf.library.hasIntents())
        try #require(shell("echo x > '\(shelf.file(IntentNote.fileName("a")))'").code == 0)
        #expect(try shelf.library.hasIntents())
    }

    @Test("files that another recording names stay in a cleaning of many, also when it names them meanwhile")
    func cleaning() throws {
        let shelf = try TestLibrary()
        for name in ["a", "b", "c"] {
            try shelf.record(name, segments: 3)
            try shelf.library.updateRecording(name) { recording in
                recording.edits = EditHistory(Timeline([recording.segments[0].span]))
            }
        }
        func name(_ file: String, in other: String) throws {
            let owner = try shelf.library.readRecording(String(file.prefix(1)))
            let segment = try #require(owner.segment(file))
            try shelf.library.updateRecording(other) { $0.segments.append(segment) }
        }
        try name("a~2.wav", in: "b")
        let stay = NamesStay(shelf.library)
        defer { withExtendedLifetime(stay) {} }
        #expect(try shelf.library.cleanRecording("a", isForgetting: false).files == ["a~3.wav"])
        // A hidden file of another program is no sidecar.
        try #require(shell("echo x > '\(shelf.file(".x.json"))'").code == 0)
        try name("c~3.wav", in: "b")
        #expect(try shelf.library.cleanRecording("c", isForgetting: false).files == ["c~2.wav"])
        try #require(shell("echo '{' > '\(shelf.file("a.json"))'").code == 0)
        #expect(throws: StorageError.self) { try shelf.library.cleanRecording("b", isForgetting: false) }
        #expect(shell("ls '\(shelf.library.folder)'").output.contains("b~2.wav"))
    }
}
