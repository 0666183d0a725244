// A job of the queue of hooks. Any thread; a value, no I/O.
internal import Dictation
internal import Recorder

/// Work that must not be lost: a program of the user for an event, or a request of the engine to itself.
struct HookJob: Sendable, Equatable {
    /// The work of a job.
    enum Work: Sendable, Equatable {
        /// Run the program that the settings name for the event. These are the event's fields.
        case program(HookEvent, Fields)
        /// Carry out a request at the rights of the engine's owner.
        case request(Request)
    }

    /// Phase of a job.
    enum State: String, Sendable {
        /// A try is due at `next`.
        case waiting
        /// A try is under way.
        case running
        /// Given up: it stays until somebody retries or drops it.
        case failed
    }

    /// Number in the queue; never given twice in one file.
    let id: Int64
    var work: Work
    /// Folder of the library that it belongs to: only an engine with this library runs it.
    let library: String
    /// Name of the recording that it is about; empty for none.
    var recording: String
    /// Identity of that recording, by which it is found: another one may have the name by now. Empty while it is not known.
    var identity = ""
    var state = State.waiting
    /// Number of tries, the running one included.
    var tries: Int64 = 0
    /// Time of the next try, in seconds since 1970.
    var next: Int64
    /// Why the last try did not succeed; empty before it.
    var error = ""

    /// Events about one recording, whose name is in the field `name` or `recording`.
    private static let ofRecordings: Set<HookEvent> = [
        .recordStarted, .recordPaused, .recordResumed, .recordWaiting, .recordWarning, .recordStopped, .completed, .marker,
    ]
    /// Events at which a recording is complete, so that its sound can be in one file.
    static let ofWholeRecordings: Set<HookEvent> = [.recordStopped, .completed]

    /// Name of the recording that an event is about; empty for none.
    static func recording(of event: HookEvent, _ fields: Fields) -> String {
        guard ofRecordings.contains(event) else { return "" }
        return fields.text(event == .marker ? "recording" : "name")
    }

    /// Identity of the recording that an event is about; empty if the event does not tell it. That of a marker is the marker's.
    static func identity(of event: HookEvent, _ fields: Fields) -> String {
        ofRecordings.contains(event) && event != .marker ? fields.text("id") : ""
    }

    /// The event or the verb.
    var what: String {
        switch work {
        case .program(let event, _): event.rawValue
        case .request(let request): request.name
        }
    }

    /// True for a program of the user.
    var isProgram: Bool {
        guard case .program = work else { return false }
        return true
    }

    /// Jobs with the same text run one after another: those of one recording, and those of one event without a recording.
    var lane: String { "\(library)\n\(recording.isEmpty ? "\n" + what : recording)" }

    /// The job in words, for the log: `the job 3 (completed of memo)`.
    var words: LogText {
        let whose: LogText = recording.isEmpty ? "" : " of \(recording)"
        return "the job \(id) (\(plain: what)\(whose))"
    }

    /// Follows a rename of the recording; `files` has the new name of each file by the old one.
    mutating func rename(to name: String, files: [String: String]) {
        let old = recording
        recording = name
        switch work {
        case .program(let event, let fields):
            work = .program(
                event,
                Fields(
                    fields.all.map { field in
                        guard case .text(let text) = field.value else { return field }
                        if text == old, ["name", "recording"].contains(field.key) { return Field(field.key, .text(name)) }
                        guard Self.fileFields.contains(field.key) else { return field }
                        return Field(field.key, .list(text.split(separator: "\n").map { String($0).renamed(files) }))
                    }))
        case .request(let request):
            var values = request.values
            for key in [ParameterKey.name, .in] where values[key] != nil {
                values[key] = .list(request.texts(key).map { $0 == old ? name : $0 })
            }
            // The new name is the name of a recording, so the request takes it as it took the old one.
            if let renamed = try? request.command.check(values) { work = .request(renamed) }
        }
    }

    /// Follows a rename that nobody has told: the files of the recording have its new name and their old endings.
    mutating func rename(to name: String) {
        var files: [String: String] = [:]
        if case .program(_, let fields) = work {
            for line in Self.fileFields.flatMap({ fields.text($0).split(separator: "\n") }) {
                let file = line.lastPart
                if let ending = Recording.ending(of: file, name: recording) { files[file] = name + ending }
            }
        }
        rename(to: name, files: files)
    }

    /// The job without the files that its event named: they are those of another recording now.
    var withoutFiles: Fields {
        guard case .program(_, let fields) = work else { return [:] }
        return Fields(fields.all.filter { !Self.fileFields.contains($0.key) })
    }

    /// Fields with paths of files, several with a line each.
    static let fileFields = ["path", "segment_path", "segment_paths", "paths", "part_paths", "diary"]
}
