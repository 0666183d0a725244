// Control loop; no I/O, no clock: messages and times go in, effects come out.
public import Control

/// The client's side of NSM (API 1.1.2): what to say when, and what the engine has to do.
///
/// `open` and `save` are done one after another, however fast they come, and each is answered once, when it is done.
public struct NsmClient: Sendable {
    public enum Effect: Sendable, Equatable {
        case send(OSCMessage)
        /// Close the project there is, if there is one, and open this; tell `finish`.
        case open(NsmProject)
        /// Bring all to the disk; tell `finish`.
        case save
        /// All clients of the session are there.
        case loaded
        case show(Bool)
        /// The session begins.
        case joined(server: String)
        /// There is no session, for this reason: work as without. A manager that answers late is still taken.
        case alone(String)
        /// For the log.
        case note(String)
    }

    public enum Phase: Sendable, Equatable {
        case announced
        case alone
        /// In a session; `project` says whether there is something open.
        case joined
    }

    /// What is to be done and answered.
    private enum Task: Equatable {
        case open(NsmProject)
        case save

        var path: String {
            switch self {
            case .open: NsmCommand.openPath
            case .save: NsmCommand.savePath
            }
        }
    }

    public private(set) var phase = Phase.announced
    /// What is open, or is being opened.
    public private(set) var project: NsmProject?
    public private(set) var serverCapabilities = ""
    /// The first is being done.
    private var tasks: [Task] = []
    private let announcement: NsmAnnouncement
    private var isDirty = false
    private var isShown = false
    private var label = ""
    private var progress: Float = -1

    /// Seconds that an answer to announce may take; nsmd itself waits as long for the other way.
    public static let patience = 5.0
    /// More orders than a person or a manager gives before one is done.
    private static let longestQueue = 32

    public init(_ announcement: NsmAnnouncement) { self.announcement = announcement }

    public var announce: OSCMessage { announcement.message }

    /// A project is being opened: the answer is due.
    public var isOpening: Bool {
        if case .open? = tasks.first { true } else { false }
    }
    public var isSaving: Bool { tasks.first == .save }

    // MARK: From the manager

    public mutating func receive(_ message: OSCMessage) -> [Effect] {
        guard let order = NsmCommand(message) else { return [] }
        switch order {
        case .accepted(let welcome, let server, let capabilities):
            guard phase != .joined else { return [.note("the session manager answered twice")] }
            phase = .joined
            serverCapabilities = capabilities
            let joined = [Effect.joined(server: server), .note("session manager '\(server)': \(welcome)")]
            return announcement.hasGUI ? joined + [.send(gui)] : joined
        case .refused(let code, let words):
            guard phase == .announced else { return [] }
            phase = .alone
            return [.alone("the session manager refused (\(code)): \(words)")]
        case .wrong(let path, let why):
            guard phase == .joined, path == NsmCommand.openPath else { return [.note("the session manager: \(why)")] }
            return [.send(answer(path, NsmFailure(.general, why)))]
        case .open, .save, .loaded, .show:
            // The session begins with the answer to announce, and with nothing else.
            return phase == .joined ? obey(order) : [.note("\(message.path) came before the session manager's welcome")]
        }
    }

    private mutating func obey(_ order: NsmCommand) -> [Effect] {
        switch order {
        case .open(let project): return enqueue(.open(project))
        case .save:
            guard project != nil || tasks.contains(where: { $0 != .save }) else {
                return [
                    .send(answer(NsmCommand.savePath, NsmFailure(.noSession, "no project is open: there is nothing to save")))
                ]
            }
            return enqueue(.save)
        case .loaded: return project == nil ? [] : [.loaded]
        case .show(let isWanted): return announcement.hasGUI ? [.show(isWanted)] : []
        case .accepted, .refused, .wrong: return []
        }
    }

    private mutating func enqueue(_ task: Task) -> [Effect] {
        guard tasks.count < Self.longestQueue else {
            return [.send(answer(task.path, NsmFailure(.pending, "\(tasks.count) orders wait already")))]
        }
        tasks.append(task)
        return tasks.count == 1 ? begin() : []
    }

    private mutating func begin() -> [Effect] {
        progress = -1
        switch tasks.first {
        case .open(let project)?:
            self.project = project
            return [.open(project)]
        case .save? where project == nil:
            return finish(.failure(NsmFailure(.noSession, "no project is open: there is nothing to save")))
        case .save?: return [.save]
        case nil: return []
        }
    }

    /// Nobody has answered in time.
    public mutating func giveUpWaiting() -> [Effect] {
        guard phase == .announced else { return [] }
        phase = .alone
        return [.alone("no session manager answered within \(Int(Self.patience)) s")]
    }

    // MARK: From the engine

    /// What was asked for is done, or could not be. A project that could not be opened is none.
    public mutating func finish(_ result: Result<String, NsmFailure>) -> [Effect] {
        guard !tasks.isEmpty else { return [] }
        let task = tasks.removeFirst()
        var effects: [Effect] = []
        switch result {
        case .success(let words):
            if case .open = task { effects += tellDirty(false) }
            effects.append(.send(OSCMessage("/reply", [.string(task.path), .string(words)])))
        case .failure(let failure):
            if case .open = task { project = nil }
            effects.append(.send(answer(task.path, failure)))
        }
        return effects + begin()
    }

    /// Whether there is something that the next save would change.
    public mutating func tellDirty(_ isDirty: Bool) -> [Effect] {
        guard phase == .joined, isDirty != self.isDirty else { return [] }
        self.isDirty = isDirty
        return [.send(OSCMessage("/nsm/client/\(isDirty ? "is_dirty" : "is_clean")"))]
    }

    /// How far the open or save is, 0 to 1; never back.
    public mutating func tellProgress(_ share: Double) -> [Effect] {
        let share = Float(min(1, max(0, share)))
        guard phase == .joined, !tasks.isEmpty, share > progress else { return [] }
        progress = share
        return [.send(OSCMessage("/nsm/client/progress", [.float(share)]))]
    }

    /// - Parameter priority: 0 to 3; 3 is what nobody may miss.
    public func tell(_ words: String, priority: Int32) -> [Effect] {
        guard phase == .joined else { return [] }
        return [.send(OSCMessage("/nsm/client/message", [.int32(min(3, max(0, priority))), .string(words)]))]
    }

    /// The short text beside the client's name.
    public mutating func tellLabel(_ words: String) -> [Effect] {
        guard phase == .joined, project != nil, words != label else { return [] }
        label = words
        return [.send(OSCMessage("/nsm/client/label", [.string(words)]))]
    }

    public mutating func tellShown(_ isShown: Bool) -> [Effect] {
        guard phase == .joined, announcement.hasGUI, isShown != self.isShown else { return [] }
        self.isShown = isShown
        return [.send(gui)]
    }

    private var gui: OSCMessage { OSCMessage("/nsm/client/\(isShown ? "gui_is_shown" : "gui_is_hidden")") }

    private func answer(_ path: String, _ failure: NsmFailure) -> OSCMessage {
        OSCMessage("/error", [.string(path), .int32(failure.code.rawValue), .string(failure.words)])
    }
}
