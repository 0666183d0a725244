// A library thread for tests. One thread.
import Dictation
import Glibc
import Storage
import TestSupport

@testable import Engine
@testable import Threads

/// A library worker on a thread of its own, with a library and a cache that are deleted with it.
final class LibraryFixture {
    let folder = TempFolder()
    let library: Library
    let worker: Worker<Librarian>
    private let events: Mailbox<LibraryEvent>
    private var waiting: [LibraryEvent] = []
    private var hasEnded = false

    /// Starts the worker; `searchPath` is the `PATH` for ffmpeg.
    init(searchPath: String = DecodeCache.standardSearchPath) throws {
        library = try Library(folder: folder.file("library"))
        let events = Mailbox<LibraryEvent> {}
        self.events = events
        let cache = DecodeCache(folder: folder.file("cache"), searchPath: searchPath)
        let index = folder.file("index")
        worker = try Worker(name: "test-library", wake: WakeDescriptor()) { [library] in
            Librarian(library: library, cache: cache, indexFolder: index, outbox: events)
        }
    }

    deinit { end() }

    /// Ends the thread after all requests are done.
    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        worker.post(.quit)
        worker.join()
    }

    /// The next event; nil if none comes within half a minute.
    func next() -> LibraryEvent? {
        for _ in 0..<15_000 {
            collect()
            if !waiting.isEmpty { return waiting.removeFirst() }
            usleep(2000)
        }
        return nil
    }

    /// All events that have come.
    func rest() -> [LibraryEvent] {
        collect()
        defer { waiting = [] }
        return waiting
    }

    /// Progress of operations, as the worker has reported it.
    private(set) var working: [Working?] = []

    /// Operations that have ended, as the worker has reported them.
    private(set) var ended: [Fields] = []

    /// Lines for the log about parts of operations.
    private(set) var lines: [String] = []

    private func collect() {
        for event in events.take() {
            switch event {
            case .working(let now): working.append(now)
            case .ended(let fields): ended.append(fields)
            case .noted(let line): lines.append(line.whole)
            case .filesChanged, .settled: break
            default: waiting.append(event)
            }
        }
    }

    func request(_ verb: String, _ words: String...) throws -> Request { try request(verb, words) }

    /// A request as typed: a verb, then words and options.
    func request(_ verb: String, _ words: [String]) throws -> Request {
        let command = try CommandTable.command(named: verb)
        var rest = words[...]
        var arguments: [CommandArgument] = []
        while let word = rest.popFirst() {
            if word.hasPrefix("--") {
                arguments.append(try command.readOption(word, &rest))
            } else if let positional = command.positional {
                arguments.append(CommandArgument(positional.name, .text(word)))
            }
        }
        return try command.check(named: arguments)
    }

    func ls(_ id: UInt64) throws -> LibraryOrder { .ask(id: id, try request("ls")) }

    /// Writes a whole take with its sidecar, and returns its path.
    func record(_ name: String, frames: Int = 1000, rate: Int = 48_000) throws -> String {
        let format = try AudioFormat(rate: rate)
        let path = try library.path(name: name, container: .wav)
        let writer = try SegmentWriter(path: path, format: format)
        try writer.writeSilence(frames: frames)
        var segment = Segment(file: "\(name).wav", created: "2026-01-01T00:00:00Z", format: format)
        segment.bytes = try writer.close()
        segment.frames = Int64(frames)
        segment.endReason = .stopped
        var recording = Recording(name: name, created: segment.created, segment: segment)
        recording.id = .fresh()
        try library.writeRecording(recording)
        return path
    }

    /// Writes a tone as AAC, in the library or in `place`, and returns its path.
    func encode(_ name: String, seconds: Int, in place: String? = nil) -> String {
        let path = "\(place ?? library.folder)/\(name)"
        let made = Process.run(
            "/usr/bin/ffmpeg",
            [
                "-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=44100:duration=\(seconds)",
                "-c:a",
                "aac", path,
            ])
        return made.code == 0 ? path : made.errors
    }
}
