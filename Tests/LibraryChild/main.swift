// Room: tests. A program that works on a library until it is killed: what it leaves behind is what the tests look at.
import Dictation
import Glibc
import Storage

/// Always; its journal must live as long as the take.
func journalHolds(_: TakeJournal) -> Bool { true }

/// `library-child FOLDER change`: renames, copies, tags and deletes without end. `library-child FOLDER take NAME`: writes a take
/// without end. `library-child FOLDER tag NAME WORD`: adds a hundred tags, one after the other.
func run(_ words: [String]) throws {
    let library = try Library(folder: words[1])
    if words[2] == "take" {
        let format = try AudioFormat(rate: 48_000)
        let file = "\(words[3]).wav"
        let segment = Segment(file: file, created: Timestamp.now.iso8601, format: format)
        let journal = try TakeJournal(library, JournalEntry(name: words[3], segment: segment))
        let writer = try SegmentWriter(path: library.path(of: file), format: format)
        while journalHolds(journal) {
            try writer.writeSilence(frames: 4800)
            try writer.flush()
            usleep(10_000)
        }
    }
    if words[2] == "tag" {
        for number in 0..<100 { try library.updateRecording(words[3]) { $0.retag(adding: ["\(words[4])-\(number)"]) } }
        return
    }
    while true {
        for (from, to) in [("a", "b"), ("b", "a")] {
            try library.renameRecording(from, to: to)
            let copy = try CopyJob(library, to, to: "c")
            while try !copy.step() {}
            try library.updateRecording("c") { $0.note += "x" }
            try library.deleteRecording("c")
        }
    }
}

do {
    try run(CommandLine.arguments)
} catch {
    print("library-child: \(error)")
    exit(1)
}
