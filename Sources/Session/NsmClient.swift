// The client's side of the NSM protocol. Any thread; a value without I/O or clock: messages go in, effects come out.
public import Control
internal import Messages

/// The state of an NSM client (API 1.1.2): decides which messages to send and which work the engine has to do.
///
/// Requests to open and save are carried out one after another, however fast they come. Each is answered exactly once, when it
/// is done.
public struct NsmClient: Sendable {
    /// One thing to do, in the order given.
    public enum Effect: Sendable, Equatable {
        /// Send this message to the manager.
        case send(OSCMessage)
        /// Close the open project, if there is one, and open this one; then call `finish`.
        case open(NsmProject)
        /// Write everything to the disk; then call `finish`.
        case save
        /// All clients of the session are there.
        case loaded
        /// Show or hide the window.
        case show(Bool)
        /// The client has joined a session.
        case joined(server: String)
        /// No session, for this reason: run without one, and listen to nobody any more.
        case alone(String)
        /// A line for the log.
        case note(String)
    }

    /// The phases of a connection.
    public enum Phase: Sendable, Equatable {
        /// The manager has not answered yet.
        case announced
        /// No manager has answered in time, or it has refused.
        case alone
        /// In a session; `project` tells if a project is open.
        case joined
    }

    /// A request of the manager that must be answered.
    private enum Task: Equatable {
        case open(NsmProject)
        case save

        /// OSC path of the request, which its answer names.
        var path: String {
            switch self {
            case .open: NsmCommand.openPath
            case .save: NsmCommand.savePath
            }
        }
    }

    /// The phase of the connection.
    public private(set) var phase = Phase.announced
    /// The project that is open or being opened; nil if there is none.
    public private(set) var project: NsmProject?
    /// Capabilities of the manager, in the form of the NSM API.
    public private(set) var serverCapabilities = ""
    /// Requests that are not answered yet; the first one is being carried out.
    private var tasks: [Task] = []
    private let announcement: NsmAnnouncement
    private var isDirty = false
    private var isShown = false
    private var label = ""
    private var progress: Float = -1

    /// Seconds that the manager may take to answer the announcement; nsmd gives its clients the same time.
    public static let patience = 5.0
    /// Most requests that may wait; more than a person or a manager ever sends before one is done.
    private static let longestQueue = 32

    /// Makes a client that has not announced itself yet.
    public init(_ announcement: NsmAnnouncement) { self.announcement = announcement }

    /// The first message to send.
    public var announce: OSCMessage { announcement.message }

    // MARK: From the manager

    /// Takes a message from the manager, and gives the effects.
    public mutating func receive(_ message: OSCMessage) -> [Effect] {
        guard let order = NsmCommand(message) else { return [] }
        switch order {
        case .accepted(let welcome, let server, let capabilities):
            guard phase == .announced else { return [.note("the session manager answered late or twice")] }
            phase = .joined
            serverCapabilities = capabilities
            let joined = [Effect.joined(server: server), .note("session manager '\(server)': \(welcome)")]
            return announcement.hasGUI ? joined + [.send(gui)] : joined
        case .refused(let code, let words):
            guard phase == .announced else { return [] }
            phase = .alone
            return [.alone("the session manager refused (\(code)): \(words)")]
        case .wrong(let path, let why):
            guard phase == .joined, path == NsmCommand.openPath else {
                return [.note(MessageCatalogue.inEnglish { "the session manager: \(why)" })]
            }
            return [.send(answer(path, NsmFailure(.general, why.description)))]
        case .open, .save, .loaded, .show:
            // The session begins with the answer to the announcement and with no other message.
            return phase == .joined ? obey(order) : [.note("\(message.path) came before the session manager's welcome")]
        }
    }

    /// Takes a request in a session.
    private mutating func obey(_ order: NsmCommand) -> [Effect] {
        switch order {
        case .open(let project): return enqueue(.open(project))
        case .save:
            guard project != nil || tasks.contains(where: { $0 != .save }) else {
                return [
                    .send(answer(NsmCommand.savePath, NsmFailure(.noSession, tr("no project is open: there is nothing to save"))))
                ]
            }
            return enqueue(.save)
        case .loaded: return project == nil ? [] : [.loaded]
        case .show(let isWanted): return announcement.hasGUI ? [.show(isWanted)] : []
        case .accepted, .refused, .wrong: return []
        }
    }

    /// Adds a request to the queue, or answers that too many wait.
    private mutating func enqueue(_ task: Task) -> [Effect] {
        guard tasks.count < Self.longestQueue else {
            let count = tasks.count
            let words = tr(count, "\(count) order waits already", "\(count) orders wait already")
            return [.send(answer(task.path, NsmFailure(.pending, words)))]
        }
        tasks.append(task)
        return tasks.count == 1 ? begin() : []
    }

    /// Begins the first request of the queue.
    private mutating func begin() -> [Effect] {
        progress = -1
        switch tasks.first {
        case .open(let project)?:
            self.project = project
            return [.open(project)]
        case .save? where project == nil:
            return finish(.failure(NsmFailure(.noSession, tr("no project is open: there is nothing to save"))))
        case .save?: return [.save]
        case nil: return []
        }
    }

    /// Gives up waiting for the manager's answer. Call after `patience` seconds.
    public mutating func giveUpWaiting() -> [Effect] { giveUp("no session manager answered within \(Int(Self.patience)) s") }

    /// Gives up waiting for the manager's answer, for this reason.
    mutating func giveUp(_ why: String) -> [Effect] {
        guard phase == .announced else { return [] }
        phase = .alone
        return [.alone(why)]
    }

    // MARK: From the engine

    /// Ends the current request with a result. A project that could not be opened leaves `kept` open, the one before it; nil for
    /// none. Gives the answer and the next request.
    public mutating func finish(_ result: Result<String, NsmFailure>, kept: NsmProject? = nil) -> [Effect] {
        guard !tasks.isEmpty else { return [] }
        let task = tasks.removeFirst()
        var effects: [Effect] = []
        switch result {
        case .success(let words):
            if case .open = task { effects += tellDirty(false) }
            effects.append(.send(OSCMessage("/reply", [.string(task.path), .string(words)])))
        case .failure(let failure):
            if case .open = task {
                if kept == nil { effects += tellLabel("") + tellDirty(false) }
                project = kept
            }
            effects.append(.send(answer(task.path, failure)))
        }
        return effects + begin()
    }

    /// Tells the manager if the next save would change something. Sends only changes.
    public mutating func tellDirty(_ isDirty: Bool) -> [Effect] {
        guard phase == .joined, isDirty != self.isDirty else { return [] }
        self.isDirty = isDirty
        return [.send(OSCMessage("/nsm/client/\(isDirty ? "is_dirty" : "is_clean")"))]
    }

    /// Tells the progress of the open or save, 0 to 1. Never goes back.
    public mutating func tellProgress(_ share: Double) -> [Effect] {
        let share = Float(min(1, max(0, share)))
        guard phase == .joined, !tasks.isEmpty, share > progress else { return [] }
        progress = share
        return [.send(OSCMessage("/nsm/client/progress", [.float(share)]))]
    }

    /// Shows a text at the manager.
    ///
    /// - Parameter priority: 0 to 3; 3 is the most urgent.
    public func tell(_ words: String, priority: Int32) -> [Effect] {
        guard phase == .joined else { return [] }
        return [.send(OSCMessage("/nsm/client/message", [.int32(min(3, max(0, priority))), .string(words)]))]
    }

    /// Sets the short text beside the client's name. Sends only changes.
    public mutating func tellLabel(_ words: String) -> [Effect] {
        guard phase == .joined, project != nil, words != label else { return [] }
        label = words
        return [.send(OSCMessage("/nsm/client/label", [.string(words)]))]
    }

    /// Tells the manager if the window is open. Sends only changes.
    public mutating func tellShown(_ isShown: Bool) -> [Effect] {
        guard phase == .joined, announcement.hasGUI, isShown != self.isShown else { return [] }
        self.isShown = isShown
        return [.send(gui)]
    }

    /// The message about the window.
    private var gui: OSCMessage { OSCMessage("/nsm/client/\(isShown ? "gui_is_shown" : "gui_is_hidden")") }

    /// Refuses a request to open that cannot be read.
    func refuseOpen(_ why: String) -> [Effect] {
        phase == .joined ? [.send(answer(NsmCommand.openPath, NsmFailure(.general, why)))] : []
    }

    /// The message that refuses a request.
    private func answer(_ path: String, _ failure: NsmFailure) -> OSCMessage {
        OSCMessage("/error", [.string(path), .int32(failure.code.rawValue), .string(failure.words)])
    }
}
