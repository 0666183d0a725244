// Works on a library until it is killed or the disk fails: a program of the tests, which check the library it leaves behind.
import Dictation
import Glibc
import Storage
import System
import Words

/// Always true; keeps the journal alive as long as the take.
func journalHolds(_: TakeJournal) -> Bool { true }

func finish(_ job: some PieceJob) throws { while try !job.step() {} }

func tone(_ library: Library, _ file: String, frames: Int) throws -> Segment {
    let format = try AudioFormat(encoding: .pcm16, rate: 48_000)
    var segment = Segment(file: file, created: "2026-01-01T00:00:00Z", format: format)
    let writer = try SegmentWriter(path: library.path(of: file), format: format)
    try writer.writeSilence(frames: frames)
    segment.bytes = try writer.close()
    segment.frames = Int64(frames)
    segment.endReason = .stopped
    return segment
}

/// A file without a name in a library, as an export makes it.
func unnamed(_ library: Library, frames: Int) throws -> (TemporaryFile, Segment) {
    let format = try AudioFormat(encoding: .pcm16, rate: 48_000)
    let file = try TemporaryFile(forExportTo: library.path(of: "x.wav"), isOwn: true)
    var segment = Segment(file: "x.wav", created: "2026-01-01T00:00:00Z", format: format)
    let writer = try SegmentWriter(file, format: format)
    try writer.writeSilence(frames: frames)
    segment.bytes = try writer.close()
    segment.frames = Int64(frames)
    segment.endReason = .stopped
    return (file, segment)
}

/// `library-child FOLDER change`: renames, copies, tags and deletes without end. `take NAME`: writes a take without end.
/// `tag NAME WORD`: adds a hundred tags, one after the other. The other verbs do one thing once.
func run(_ words: [String]) throws {
    let library = try Library(folder: words[1])
    switch words[2] {
    case "take":
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
    case "tag":
        for number in 0..<100 { try library.updateRecording(words[3]) { $0.retag(adding: ["\(words[4])-\(number)"]) } }
    case "note": try library.updateRecording(words[3]) { $0.note = words[4] }
    case "rename": try library.renameRecording(words[3], to: words[4])
    case "delete": try library.deleteRecording(words[3])
    case "clean": _ = try library.cleanRecording(words[3], isForgetting: true)
    case "copy": try finish(try CopyJob(library, words[3], to: words.count > 4 ? words[4] : nil))
    case "import": try finish(try ImportJob(library, words[3], ImportJob.Options()))
    case "deliver", "discard":
        let before = try library.readRecording(words[3])
        let (hidden, _) = try unnamed(library, frames: 10)
        try library.deliver(hidden, as: words[4], of: before, isDiscarding: words[2] == "discard")
    case "flatten":
        let before = try library.readRecording(words[3])
        let (hidden, made) = try unnamed(library, frames: Int(before.timeline.length))
        var named = made
        named.file = "\(words[3]).wav"
        _ = try library.flatten(
            hidden, as: named, of: before, isForgetting: words.count > 4 && words[4] == "forget")
    case "keep":
        // A second take of 300 frames, written in the same steps as the engine's.
        var entry = JournalEntry(
            name: words[3], segment: Segment(file: words[4], created: "", format: try AudioFormat(rate: 48_000)))
        let journal = try TakeJournal(library, entry)
        try journal.append(MarkerChange(.add(Marker(frame: 5, name: "five")), of: []))
        entry.segment = try tone(library, words[4], frames: 300)
        entry.segment.gaps = [.init(position: 10, length: 20, cause: .missed)]
        entry.segment.joints = [.init(position: 100, paused: 50)]
        entry.markers = [Marker(frame: 5, name: "five")]
        try library.keepTake(entry)
        try journal.end()
    case "words":
        try library.updateTranscript(of: words[3], step: .fresh()) { transcript, _ in
            transcript[words[4]].hear(0..<100, [Line(text: "hello", in: 10..<90)])
        }
    case "zone":
        while readLine() != nil {
            print(Calendar.offset(at: 0))
            fflush(nil)
        }
    case "undo": _ = try library.turn(words[3], isRedo: false)
    case "recover": _ = try library.recoverLeftovers()
    case "config": try ConfigFile.update(words[3]) { text in (text ?? "") + "x\n" }
    default:
        while true {
            for (from, to) in [("a", "b"), ("b", "a")] {
                try library.renameRecording(from, to: to)
                try finish(try CopyJob(library, to, to: "c"))
                try library.updateRecording("c") { $0.note += "x" }
                try library.deleteRecording("c")
            }
        }
    }
}

do {
    try run(CommandLine.arguments)
} catch {
    print("library-child: \(error)")
    exit(1)
}
