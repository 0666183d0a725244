// Tests of rename, copy and delete.
import Dictation
import Glibc
import JSON
import Storage
import TestSupport
import Testing

struct LibraryChangeTests {
    private func copy(_ shelf: TestLibrary, _ name: String, to target: String) throws {
        let job = try CopyJob(shelf.library, name, to: target)
        while try !job.step() {}
        #expect(job.fraction == 1)
    }

    private func draw(_ shelf: TestLibrary, _ name: String) throws {
        for segment in try shelf.library.readRecording(name).segments {
            let scan = try PeakScan(shelf.library, segment.file)
            while try !scan.step() {}
        }
    }

    @Test func allFilesGoAlong() throws {
        let shelf = try TestLibrary()
        try shelf.record("a", segments: 3)
        try shelf.record("a b")
        try shelf.library.updateRecording("a") { recording in
            recording.edits.delete(50..<150)
            recording.tags = ["kept"]
            recording.others = [.init("theirs", .number("1.50"))]
        }
        try draw(shelf, "a")
        #expect(shelf.names(hidden: true).contains(".peaks"))
        let before = try shelf.library.readRecording("a")
        let sums = shell("cd '\(shelf.library.folder)' && cat a.wav a~2.wav a~3.wav | md5sum").output
        try shelf.library.renameRecording("a", to: "ä~2")
        #expect(shelf.names() == ["a b.json", "a b.wav", "ä~2.json", "ä~2.wav", "ä~2~2.wav", "ä~2~3.wav"])
        #expect(try shelf.library.readRecording("ä~2") == before.renamed(to: "ä~2"))
        #expect(shell("cd '\(shelf.library.folder)' && cat ä~2.wav ä~2~2.wav ä~2~3.wav | md5sum").output == sums)
        try copy(shelf, "ä~2", to: "c")
        var copied = try shelf.library.readRecording("c")
        #expect(copied.id != before.id && Set(copied.segments.map(\.id)).isDisjoint(with: before.segments.map(\.id)))
        copied.id = before.id
        for index in copied.segments.indices { copied.segments[index].id = before.segments[index].id }
        #expect(copied == before.renamed(to: "c"))
        #expect(shell("cd '\(shelf.library.folder)' && cat c.wav c~2.wav c~3.wav | md5sum").output == sums)
        #expect(try shelf.index().page(LibraryQuery()).items.map(\.name).sorted() == ["a b", "c", "ä~2"])
        try shelf.library.deleteRecording("ä~2")
        let left = [".dicta-lock", ".peaks", "a b.json", "a b.wav", "c.json", "c.wav", "c~2.wav", "c~3.wav"]
        #expect(shelf.names(hidden: true) == left)
        #expect(shell("ls '\(shelf.file(".peaks"))'").output == "c.wav.peaks\nc~2.wav.peaks\nc~3.wav.peaks\n")
        for segment in try shelf.library.readRecording("c").segments { #expect(shelf.library.peakState(of: segment) == .ready) }
    }

    @Test func recordingsWithoutSidecarsToo() throws {
        let shelf = try TestLibrary()
        _ = try shelf.audio("song.wav", frames: 10)
        _ = try shelf.audio("song.aiff", frames: 20)
        #expect(try shelf.library.nameOfRecording("song") == "song" && shelf.library.nameOfRecording("song.wav") == "song")
        #expect(try shelf.library.nameOfRecording("song.aiff") == "song.aiff")
        try copy(shelf, "song", to: "twin")
        try shelf.library.renameRecording("song.aiff", to: "other")
        #expect(shelf.names() == ["other.aiff", "song.wav", "twin.json", "twin.wav"])
        try shelf.library.updateRecording("song") { $0.note = "now it has one" }
        try shelf.library.deleteRecording("song")
        #expect(shelf.names() == ["other.aiff", "twin.json", "twin.wav"])
    }

    /// Other programs put such files into the folder.
    @Test func filesThatCannotBeReadAreToldAndGoWhereTheyShould() throws {
        let shelf = try TestLibrary()
        for file in ["bad.wav", "worse.flac", "damaged.wav"] { #expect(Files.write("no sound", to: shelf.file(file))) }
        #expect(Files.write("{", to: shelf.file("damaged.json")))
        _ = try shelf.audio("fine.wav", frames: 10)
        let names = try shelf.library.bareRecordings()
        #expect(Set(names) == ["bad", "worse", "fine"])
        let notes = try names.compactMap { try shelf.library.recoverRecording($0) }
        #expect(notes.map(\.action) == [.left, .left] && Set(notes.map(\.name)) == ["bad", "worse"], "\(notes)")
        #expect(notes.allSatisfy { $0.words.contains("cannot be read as audio") })
        #expect(notes.allSatisfy { $0.words.hasSuffix("; delete it, or move it away") }, "\(notes)")
        #expect(throws: StorageError.self) { _ = try CopyJob(shelf.library, "bad", to: "x") }
        #expect(throws: StorageError.self) { try shelf.library.updateRecording("bad") { $0.note = "x" } }
        // Its description would be replaced by an empty one.
        #expect(throws: StorageError.self) { try shelf.library.renameRecording("damaged", to: "x") }
        try shelf.library.renameRecording("bad", to: "good")
        #expect(shelf.names() == ["damaged.json", "damaged.wav", "fine.wav", "good.wav", "worse.flac"])
        #expect(Files.read(shelf.file("good.wav")) == "no sound")
        for name in ["good", "worse", "damaged"] { try shelf.library.deleteRecording(name) }
        #expect(shelf.names() == ["fine.wav"])
    }

    @Test func nothingIsOverwrittenAndNothingForeignGoes() throws {
        let shelf = try TestLibrary()
        try shelf.record("a")
        try shelf.record("b")
        _ = try shelf.audio("c.wav", frames: 5)
        let far = shelf.scratch.file("far.wav")
        try #require(shell("cp '\(shelf.file("c.wav"))' '\(far)'").code == 0)
        try shelf.library.updateRecording("a") { recording in
            for file in [far, "b.wav", "c.wav"] {
                var segment = recording.segments[0]
                segment.file = file
                recording.segments.append(segment)
            }
        }
        for name in ["b", "c"] {
            #expect(throws: StorageError.self) { try shelf.library.renameRecording("a", to: name) }
            #expect(throws: StorageError.self) { _ = try CopyJob(shelf.library, "a", to: name) }
        }
        for name in ["", "../x", ".x", "x/y", "x\n"] {
            #expect(throws: StorageError.self) { try shelf.library.renameRecording("a", to: name) }
        }
        #expect(throws: StorageError.noSuchRecording(name: "none", folder: shelf.library.folder)) {
            try shelf.library.deleteRecording("none")
        }
        try shelf.library.deleteRecording("a")
        #expect(shelf.names(hidden: true) == [".dicta-lock", "b.json", "b.wav", "c.wav"] && Files.exists(far))
    }

    @Test func aCopyThatIsGivenUpOrHasNoRoomLeavesNothing() throws {
        let shelf = try TestLibrary()
        try shelf.record("a", segments: 2, frames: 100_000)
        do {
            let job = try CopyJob(shelf.library, "a", to: "b")
            #expect(try !job.step())
        }
        #expect(shelf.names(hidden: true) == [".dicta-lock", "a.json", "a.wav", "a~2.wav"])
        #expect(throws: StorageError.reserved(path: shelf.file("b"), reserve: .max / 2)) {
            _ = try CopyJob(shelf.library, "a", to: "b", reserve: .max / 2)
        }
        // Another program takes the name meanwhile.
        let job = try CopyJob(shelf.library, "a", to: "b")
        try shelf.record("b")
        #expect(throws: StorageError.self) { while try !job.step() {} }
        #expect(try shelf.library.readRecording("b").segments.count == 1)
    }

    @Test func aTakeThatRunsIsLeftAlone() throws {
        let shelf = try TestLibrary()
        try shelf.record("t")
        let segment = try shelf.audio("t~2.wav", frames: 10)
        let journal = try TakeJournal(shelf.library, JournalEntry(name: "t", segment: segment))
        #expect(try shelf.library.openness("t") == .recording)
        #expect(throws: StorageError.busy(name: "t")) { try shelf.library.deleteRecording("t") }
        #expect(throws: StorageError.busy(name: "t")) { try shelf.library.renameRecording("t", to: "u") }
        #expect(throws: StorageError.busy(name: "t")) { _ = try CopyJob(shelf.library, "t", to: "u") }
        #expect(throws: StorageError.busy(name: "t")) {
            _ = try TakeJournal(shelf.library, JournalEntry(name: "t", segment: segment))
        }
        #expect(try shelf.library.recoverLeftovers().isEmpty)
        #expect(try shelf.index().page(LibraryQuery()).items.map(\.openness) == [.recording])
        try shelf.library.keepTake(JournalEntry(name: "t", segment: segment))
        try journal.end()
        #expect(try shelf.library.openness("t") == .closed && shelf.library.readRecording("t").timeline.length == 110)
    }

    /// A program that changes the library without end is killed at any moment: after recovery all audio and descriptions are
    /// whole.
    @Test func killedAtAnyMoment() throws {
        let shelf = try TestLibrary()
        try shelf.record("a", segments: 3, frames: 2000)
        let sum = shell("cd '\(shelf.library.folder)' && cat a.wav a~2.wav a~3.wav | md5sum").output
        let program = try #require(Self.child)
        var dice = Dice()
        var finished = 0
        let rounds = unsafe getenv("DICTA_SOAK") != nil ? 1000 : 60
        for round in 0..<rounds {
            // Every round begins with a recording named `a`.
            if try !shelf.library.sidecars().contains("a") { try shelf.library.renameRecording("b", to: "a") }
            let child = try #require(Process(program, [shelf.library.folder, "change"]))
            // Any moment of its run.
            usleep(UInt32.random(in: 3_000...60_000, using: &dice))
            kill(child.pid, SIGKILL)
            let end = child.finish()
            #expect(end.code == -SIGKILL, "\(end.output) \(end.errors)")
            let notes = try shelf.library.recoverLeftovers()
            finished += notes.filter { $0.action == .finished }.count
            for name in try shelf.library.sidecars() { #expect(try shelf.library.recoverRecording(name) == nil) }
            if try shelf.library.sidecars().contains("c") { try shelf.library.deleteRecording("c") }
            let names = try shelf.library.sidecars()
            try #require(names == ["a"] || names == ["b"], "round \(round): \(shelf.names(hidden: true))")
            let name = names[0]
            let wanted = ["\(name).json", "\(name).wav", "\(name)~2.wav", "\(name)~3.wav"]
            #expect(shelf.names(hidden: true) == [".dicta-lock"] + wanted, "round \(round)")
            #expect(
                shell("cd '\(shelf.library.folder)' && cat \(wanted.dropFirst().joined(separator: " ")) | md5sum").output == sum)
            #expect(try shelf.library.verify(name, deep: true).isEmpty)
        }
        print("MEASURED \(rounds) kills in the middle of changes, \(finished) changes finished by recovery")
    }

    /// Two programs that change one recording at the same time keep each other's changes.
    @Test func twoProgramsOnOneRecording() throws {
        let shelf = try TestLibrary()
        try shelf.record("a")
        let program = try #require(Self.child)
        let children = try ["x", "y", "z"].map { try #require(Process(program, [shelf.library.folder, "tag", "a", $0])) }
        for child in children { #expect(child.finish().code == 0) }
        #expect(try Set(shelf.library.readRecording("a").tags).count == 300)
        #expect(shelf.names(hidden: true) == [".dicta-lock", "a.json", "a.wav"])
    }

    @Test func aKilledTakeBecomesARecording() throws {
        let shelf = try TestLibrary()
        let program = try #require(Self.child)
        for (round, kept) in [true, false].enumerated() {
            let name = "take \(round)"
            let child = try #require(Process(program, [shelf.library.folder, "take", name]))
            Pause.until { sizeOfFile(shelf.file("\(name).wav")) >= 100_000 }
            #expect(try shelf.library.openness(name) == .recording)
            #expect(throws: StorageError.busy(name: name)) { try shelf.library.deleteRecording(name) }
            kill(child.pid, SIGKILL)
            _ = child.finish()
            #expect(try shelf.library.openness(name) == .leftOpen)
            #expect(throws: StorageError.leftOpen(name: name)) { try shelf.library.renameRecording(name, to: "other") }
            // A power loss can leave the journal's file without its contents.
            if !kept { #expect(Files.write("", to: shelf.file(".\(name).take"))) }
            let notes = try shelf.library.recoverLeftovers()
            #expect(notes.map(\.name) == [name] && notes.map(\.action) == [.madeWhole])
            #expect(try shelf.library.recoverLeftovers().isEmpty && shelf.library.openness(name) == .closed)
            let item = try #require(try shelf.index().page(LibraryQuery()).items.first { $0.name == name })
            #expect(item.frames >= 9_600 && item.problem.isEmpty)
            if kept { #expect(try shelf.library.readRecording(name).segments.first?.endReason == .interrupted) }
        }
    }

    /// Nothing else tells how long it was. One that a program wrote to a pipe says nothing of its length.
    @Test func aBareFileThatBreaksOffIsTold() throws {
        let shelf = try TestLibrary()
        let run = shell(
            """
            cd '\(shelf.library.folder)' && sox -V1 -n -r 48000 -c 2 -b 16 whole.wav synth 4 noise && cp whole.wav half.wav &&
            truncate -s 400000 half.wav && cp whole.wav piped.wav &&
            printf '\\377\\377\\377\\377' | dd of=piped.wav bs=1 seek=4 conv=notrunc status=none &&
            printf '\\377\\377\\377\\377' | dd of=piped.wav bs=1 seek=40 conv=notrunc status=none
            """)
        try #require(run.code == 0, "\(run)")
        for deep in [false, true] {
            let told = try shelf.library.verify("half", deep: deep)
            #expect(told.count == 1 && told[0].hasPrefix("half.wav: it breaks off: 2.1 s of 4.0 s"), "\(told)")
            for name in ["whole", "piped"] { #expect(try shelf.library.verify(name, deep: deep).isEmpty, "\(name)") }
        }
        // All that is there can be heard.
        let heard = VerifyJob(shelf.library, "half", deep: false, heardOnly: true)
        #expect(try heard.step() && heard.problems.isEmpty, "\(heard.problems)")
    }

    @Test func whatCannotBeReadIsKeptWithItsReason() throws {
        let shelf = try TestLibrary()
        try shelf.record("bad", segments: 2)
        try shelf.record("deaf")
        try shelf.record("fine")
        try shelf.record("grown")
        _ = try shelf.audio("hidden.wav", frames: 1)
        _ = shell(
            """
            cd '\(shelf.library.folder)' && echo '{"schema":' > bad.json && printf garbage > deaf.wav && echo '{' > foreign.json &&
            echo '{"schema": 3, "mine": 1}' > hidden.json && sox -V1 -n -r 48000 -c 2 -b 16 grown.wav trim 0 1
            """)
        #expect(try shelf.library.verify("bad", deep: false).count == 1 && !shelf.library.verify("deaf", deep: false).isEmpty)
        #expect(try shelf.library.verify("fine", deep: true).isEmpty && shelf.library.verify("grown", deep: false).count == 2)
        var notes: [String: RecoveryNote.Action] = [:]
        for name in try shelf.library.sidecars() {
            if let note = try shelf.library.recoverRecording(name) { notes[name] = note.action }
        }
        #expect(notes == ["bad": .described, "deaf": .quarantined, "grown": .described, "hidden": .left])
        #expect(try shelf.library.readRecording("bad").timeline.length == 200)
        #expect(try shelf.library.readRecording("grown").timeline.length == 48_000)
        #expect(Files.read(shelf.file("_Corrupted/bad.json")) == "{\"schema\":\n")
        #expect(Files.read(shelf.file("_Corrupted/deaf.wav")) == "garbage")
        let reason = try #require(Files.read(shelf.file("_Corrupted/deaf.wav.reason.txt")))
        #expect(reason.contains(shelf.file("deaf.wav")) && reason.contains("cannot be read as audio"))
        #expect(
            Files.read(shelf.file("foreign.json")) == "{\n" && Files.read(shelf.file("hidden.json"))?.contains("mine") == true)
        // A folder with the ending of a recording is not one, and is not told.
        try #require(shell("mkdir '\(shelf.file("folder.wav"))'").code == 0)
        #expect(try shelf.library.recoverRecording("folder") == nil && shelf.library.leftFaults("folder").isEmpty)
        // A second damaged file of that name does not replace the first.
        #expect(Files.write("[", to: shelf.file("bad.json")))
        _ = try shelf.library.recoverRecording("bad")
        #expect(Files.read(shelf.file("_Corrupted/bad.json (2)")) == "[" && Files.read(shelf.file("_Corrupted/bad.json")) != "[")
    }

    /// Sound that a file has lost leaves the edits in one step of undo, by which all comes back with the file (F8).
    @Test func editsOfAShortenedFileComeBackByUndo() throws {
        let shelf = try TestLibrary()
        try shelf.record("t")
        try shelf.library.updateRecording("t") { (recording) throws(StorageError) in
            recording.edits.delete(10..<20)
            _ = recording.edits.move(60..<80, before: 0)
            recording.edits.arrangement.add([Marker(frame: 5, name: "lost"), Marker(frame: 30, name: "kept")])
        }
        let whole = try shelf.library.readRecording("t").edits.arrangement
        let (file, copy) = (shelf.file("t.wav"), shelf.scratch.file("t.wav"))
        try #require(shell("cp '\(file)' '\(copy)' && truncate -s -120 '\(file)'").code == 0)
        let told = try #require(try shelf.library.recoverRecording("t")).words
        #expect(told.contains("was taken out of the edits; once it is whole again, 'dicta undo t' brings them back"), "\(told)")
        let short = try shelf.library.readRecording("t")
        #expect(short.timeline.spans.map(\.first) == [0, 20] && short.timeline.length == 60)
        #expect(short.markers.map(\.name) == ["kept"] && short.markers.map(\.frame) == [10])
        #expect(try shelf.library.verify("t", deep: true).isEmpty && shelf.library.recoverRecording("t") == nil)
        // An edit that was made meanwhile goes first.
        try shelf.library.updateRecording("t") { $0.edits.delete(0..<5) }
        try #require(shell("cp '\(copy)' '\(file)'").code == 0)
        #expect(try shelf.library.recoverRecording("t") != nil)
        #expect(
            try [shelf.library.turn("t", isRedo: false).edit, shelf.library.turn("t", isRedo: false).edit] == ["cut", "shorten"])
        #expect(try shelf.library.readRecording("t").edits.arrangement == whole)
        #expect(try shelf.library.verify("t", deep: true).isEmpty && shelf.library.recoverRecording("t") == nil)
        // An earlier version has left the edits as they were.
        try #require(shell("truncate -s -120 '\(file)'").code == 0)
        try shelf.library.updateRecording("t") { $0.segments = short.segments }
        #expect(try !shelf.library.verify("t", deep: false).isEmpty)
        #expect(try shelf.library.recoverRecording("t") != nil)
        #expect(try shelf.library.verify("t", deep: true).isEmpty)
        try #require(shell("cp '\(copy)' '\(file)'").code == 0)
        let back = try #require(try shelf.library.recoverRecording("t")).words
        #expect(back.contains("'dicta undo t' brings back what was taken out of the edits"), "\(back)")
        #expect(try shelf.library.turn("t", isRedo: false).edit == "shorten")
        #expect(try shelf.library.readRecording("t").edits.arrangement == whole)
    }

    /// A file that is as long as it was, but cannot be read, is none that a recovery repairs: it is told, as a check tells it (F8).
    @Test func aFaultThatNothingCuresIsTold() throws {
        let shelf = try TestLibrary()
        try shelf.record("t", segments: 2)
        try shelf.record("fine")
        let files = shelf.names()
        try #require(shell("printf XXXX | dd of='\(shelf.file("t~2.wav"))' conv=notrunc status=none").code == 0)
        let told = try shelf.library.verify("t", deep: false)
        #expect(!told.isEmpty)
        #expect(try shelf.library.recoverRecording("t") == nil)
        let notes = try shelf.library.leftFaults("t")
        #expect(notes.map(\.words) == told && notes.allSatisfy { $0.name == "t" && $0.action == .left }, "\(notes)")
        #expect(try shelf.library.leftFaults("fine").isEmpty && shelf.library.leftFaults("none").isEmpty)
        #expect(shelf.names() == files)
    }

    /// Notes of changes with false contents do no harm.
    @Test(arguments: [
        "", "{", "{\"schema\":1}",
        "{\"schema\":1,\"name\":\"x\",\"moves\":[[\"../out.wav\",\"in.wav\"]],\"sidecars\":[],\"removals\":[]}",
        "{\"schema\":1,\"name\":\"x\",\"moves\":[],\"sidecars\":[],\"removals\":[\"/etc/hostname\",\"..\"]}",
    ])
    func hostileNotes(text: String) throws {
        let shelf = try TestLibrary()
        #expect(Files.write("mine", to: shelf.scratch.file("out.wav")) && Files.write(text, to: shelf.file(".x.intent")))
        #expect(try shelf.library.recoverLeftovers().isEmpty)
        #expect(Files.read(shelf.scratch.file("out.wav")) == "mine" && !Files.exists(shelf.file(".x.intent")))
        #expect(Files.read(shelf.file("_Corrupted/x.intent")) == text)
    }

    /// Path of library-child, beside the test's own program.
    static var child: String? {
        let own = shell("readlink /proc/\(getpid())/exe").output.dropLast()
        return own.lastIndex(of: "/").map { own[..<$0] + "/library-child" }
    }
}
