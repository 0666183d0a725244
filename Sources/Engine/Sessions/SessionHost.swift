// Runs the engines of dictad: one, or several in turn. Main thread only, before and between engines.
internal import Control
public import Dictation
internal import Messages
internal import Session
internal import Settings
internal import Storage
public import System
public import Threads

/// Runs dictad: one engine, or in a session one engine for each project, one after another in the same process.
public final class SessionHost {
    private let request: Request
    /// Why the setting `jack-command` started no server, as a sentence; nil if it did, or had nothing to do.
    private let jackTrouble: String?
    private let environment: (String) -> String?
    /// The service manager; nil without one.
    private let service: ServiceManager?
    /// The seat at the session manager; nil without one.
    private var desk: SessionSeat?
    /// Name of the engine on the control socket, once it is chosen; stays the same for all projects.
    private var name: String?

    /// The next thing to do.
    private enum Step {
        /// Open this project.
        case open(NsmProject)
        /// Run without a session.
        case alone
        /// End the process.
        case quit
    }

    /// Makes a host. If NSM_URL is set, connects to the session manager; a failure is logged, and the engine then runs without
    /// a session.
    ///
    /// - Parameters:
    ///   - request: the checked command line.
    ///   - executable: `argv[0]`, which a manager compares with the command that it started.
    ///   - jackTrouble: why the setting `jack-command` started no server, as a sentence; nil if it did, or had nothing to do.
    ///   - service: the service manager; nil without one.
    ///   - environment: looks up a variable of the environment.
    public init(
        _ request: Request, executable: String, jackTrouble: String?, service: ServiceManager?,
        environment: @escaping (String) -> String?
    ) {
        self.request = request
        self.service = service
        self.jackTrouble = jackTrouble
        self.environment = environment
        guard let url = environment("NSM_URL"), !url.isEmpty else { return }
        let terminal = TerminalChoice(environment: environment) { path in File.isExecutable(path) }
        let announcement = NsmAnnouncement(
            name: request.text(.name) ?? CommandTable.standardEngine, executable: executable, pid: ThisProcess.identifier,
            hasGUI: terminal != nil)
        do throws(SessionError) {
            desk = SessionSeat(try NsmConnection(url: url, announcement), terminal)
        } catch {
            EngineLog.say(.warning, .session, "\(plain: error); working without a session")
        }
    }

    /// Runs engines until told to quit. True if every take was closed without trouble. Throws `EngineError` if an engine cannot
    /// start.
    public func run() throws(EngineError) -> Bool {
        if let isClean = try runSession() { return isClean }
        // The socket closes: an old NSM_URL may lead to another user, who would be obeyed later.
        desk = nil
        return try Engine(standaloneOptions()).run()
    }

    /// Runs the engines of a session. True if every take was closed without trouble; nil if there is no session.
    private func runSession() throws(EngineError) -> Bool? {
        guard let desk else { return nil }
        let signals = try SignalDescriptor.ends()
        var isClean = true
        // The project of the engine before, to which a failed switch goes back.
        var last: NsmProject?
        while true {
            switch nextStep(desk, signals) {
            case .quit: return isClean
            case .alone: return nil
            case .open(let project):
                do throws(EngineError) {
                    isClean = try open(project, desk) && isClean
                    last = project
                } catch {
                    EngineLog.say(.error, .session, "'\(project.path)' could not be opened: \(error)")
                    let failure = desk.refusal?.failure ?? NsmFailure(.createFailed, error.description)
                    desk.refusal = last.map { (failure: failure, kept: $0) }
                    desk.next = last
                    // The process stays a client of the session: the manager may open another project.
                    if last == nil {
                        // No engine may follow for long: until then another one can have the name.
                        ControlPath.letGo()
                        perform(desk.connection.finish(.failure(failure)), desk)
                    }
                    last = nil
                    continue
                }
            }
            // An engine that ends for any reason other than a switch was told to quit.
            if desk.next == nil { return isClean }
        }
    }

    /// Waits for the manager or a signal while no engine runs.
    private func nextStep(_ desk: SessionSeat, _ signals: SignalDescriptor) -> Step {
        while true {
            if let signal = signals.take() {
                EngineLog.say(.info, .engine, "signal \(signal): closing")
                return .quit
            }
            if let project = desk.next {
                desk.next = nil
                return .open(project)
            }
            Poll.wait(
                reading: [desk.connection.descriptor, signals.descriptor], milliseconds: desk.connection.timeout)
            if perform(desk.connection.serve(), desk) { return .alone }
        }
    }

    /// Carries out effects while no engine runs. True if there is no session.
    @discardableResult
    private func perform(_ effects: [NsmClient.Effect], _ desk: SessionSeat) -> Bool {
        var isAlone = false
        for effect in effects {
            switch effect {
            case .open(let project): desk.next = project
            case .alone(let words):
                EngineLog.say(.warning, .session, "\(plain: words); working without a session")
                isAlone = true
            case .joined(let server): EngineLog.say(.info, .session, "in a session of '\(plain: server)'")
            case .note(let words): EngineLog.say(.info, .session, "note of the session: \(words)")
            // These concern a project, and none is open.
            case .save, .loaded, .show, .send: break
            }
        }
        return isAlone
    }

    // MARK: Projects

    /// Opens a project and runs its engine to the end. True if every take was closed without trouble.
    private func open(_ project: NsmProject, _ desk: SessionSeat) throws(EngineError) -> Bool {
        _ = desk.connection.tellProgress(0.05)
        desk.troubles = []
        let engine = try makeEngine(of: project, desk)
        _ = desk.connection.tellProgress(0.3)
        desk.openingSince = Moment.now
        defer {
            desk.endTerminal()
            desk.finishTerminals()
            desk.folder = nil
            desk.openingSince = nil
        }
        return engine.run()
    }

    /// Makes the engine of a project, with the project's library, settings and state.
    private func makeEngine(of project: NsmProject, _ desk: SessionSeat) throws(EngineError) -> Engine {
        let folder: SessionFolder
        var state: SessionState?
        var trouble: StoredText?
        if let objection = SessionFolder.objection(to: project.path) { throw .refused(Failure(.refused, objection)) }
        do throws(StorageError) {
            let own = request.text(.settings) ?? SettingsStore.standardPath(environment)
            folder = try SessionFolder(project.path, userSettings: own)
            (state, trouble) = try folder.readState()
        } catch {
            throw .storage(error)
        }
        var options = try options([.library: .text(folder.recordings)], project: folder.settings)
        desk.troubles += options.settings.told
        if var saved = state {
            trouble = leaveOut(&saved)
            state = saved
        }
        options.troubles = [trouble].compactMap(\.self)
        options.clientName = project.clientID
        options.connectionsName = CommandTable.standardEngine
        options.state = state
        desk.folder = folder
        let engine = try opened(options, project)
        desk.troubles += engine.troubles
        desk.isRestored = state == nil
        return engine
    }

    /// Makes the engine of a project, without network ports if they are taken.
    private func opened(_ options: EngineOptions, _ project: NsmProject) throws(EngineError) -> Engine {
        do throws(EngineError) {
            return try named(options, project)
        } catch {
            guard options.oscUDP != nil || options.oscTCP != nil else { throw error }
            // A taken network port does not keep recordings from being opened.
            var alone = options
            (alone.oscUDP, alone.oscTCP, alone.oscAllowed) = (nil, nil, nil)
            alone.troubles.append(StoredText(tr("\(error); OSC goes over the control socket only")))
            return try named(alone, project)
        }
    }

    /// Makes an engine with its usual name (`--name`, otherwise the standard name, under which `dicta` finds it without an
    /// option), or with the client's name if another engine has that name.
    private func named(_ options: EngineOptions, _ project: NsmProject) throws(EngineError) -> Engine {
        var options = options
        options.name = name ?? options.name
        do throws(EngineError) {
            let engine = try Engine(options, session: desk)
            name = options.name
            return engine
        } catch {
            guard case .taken = error, options.socket == nil else { throw error }
            options.name = SessionHost.engineName(project.clientID)
            let engine = try Engine(options, session: desk)
            name = options.name
            return engine
        }
    }

    /// The client's ID with only those characters that the name of a control socket may have, at most 48 bytes.
    static func engineName(_ clientID: String) -> String {
        let bytes = clientID.utf8.map { byte -> UInt8 in
            let isPlain =
                byte < 128 && (Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber)
            return isPlain || [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ".")].contains(byte) ? byte : UInt8(ascii: "_")
        }
        let name = String(decoding: bytes.prefix(48), as: UTF8.self)
        return name.hasPrefix(".") || name.hasPrefix("-") ? "_" + name.dropFirst() : name
    }

    // MARK: Options

    /// The words of dictad's command line, with the path of a saved state put together again if a JACK session manager has
    /// split it at blanks. Any thread; no I/O.
    public static func words(_ words: [String]) -> [String] {
        JackSessionLine.words(words, isOption: CommandTable.daemon.hasOption)
    }

    /// Options of an engine without a session manager, or with a state that a JACK session saved.
    private func standaloneOptions() throws(EngineError) -> EngineOptions {
        guard let path = request.text(.restore) else { return try ownOptions() }
        guard let text = try savedState(path) else { throw .storage(.missing(path: path)) }
        guard var state = SessionState(text) else {
            throw .usage(tr("'\(path)' is not a state saved by dictad: start dictad without --restore"))
        }
        let trouble = leaveOut(&state)
        var places: [ParameterKey: Value] = [:]
        for (name, word) in state.options {
            guard let key = request.command.parameter(name)?.key else {
                throw .usage(request.command.unknownOption(name).description)
            }
            if request.values[key] == nil { places[key] = .text(word) }
        }
        if request.text(.library) == nil { places[.library] = state.library.map(Value.text) }
        if request.text(.socket) == nil { places[.socket] = state.socket.map(Value.text) }
        if request.text(.settings) == nil { places[.settings] = state.settings.map(Value.text) }
        var options = try options(places)
        options.state = state
        options.troubles = [trouble].compactMap(\.self)
        return options
    }

    /// Options of an engine without any session: it keeps its state in a file of its own, and begins with it.
    private func ownOptions() throws(EngineError) -> EngineOptions {
        var options = try options([:])
        guard request.text(.jackSession) == nil else { return options }
        options.keptPath = SessionState.path(engine: options.name, environment: environment)
        guard options.settings.current.text(.restore) != "off", let path = options.keptPath else { return options }
        do throws(StorageError) {
            let (state, trouble) = try SessionState.read(path)
            options.state = state
            if let trouble { EngineLog.say(.warning, .session, "the state of the last run: \(trouble)") }
        } catch {
            // An engine without its earlier state is better than none.
            EngineLog.say(.warning, .session, LogText(error))
        }
        return options
    }

    /// Contents of a file of saved state; nil if there is none. Blocks on the disk.
    private func savedState(_ path: String) throws(EngineError) -> String? {
        do throws(StorageError) {
            if let text = try ConfigFile.read(path) { return text }
            guard request.text(.jackSession) != nil, let other = JackSessionLine.path(environment: environment) else {
                return nil
            }
            return try ConfigFile.read(other)
        } catch {
            throw .storage(error)
        }
    }

    /// Removes from a saved state everything that only its own user may set, unless this user has saved it: a session can come
    /// from another person. Gives a sentence about the removed parts, or nil if nothing was removed.
    private func leaveOut(_ state: inout SessionState) -> StoredText? {
        guard let part = state.ownersPart else { return nil }
        do throws(StorageError) {
            if try SessionRecords(environment: environment)?.has(part) == true { return nil }
        } catch {
            EngineLog.say(.warning, .session, LogText(error))
        }
        let words = state.leaveOutOwnersPart().joined(separator: ", ")
        return StoredText(tr("this user did not save this session on this machine: ignored \(words)"))
    }

    /// Options from the command line with some values replaced.
    private func options(_ places: [ParameterKey: Value], project: String? = nil) throws(EngineError) -> EngineOptions {
        // A bare number would be read as seconds: a time in frames is given again as it was typed.
        let values = request.values.merging(places) { $1 }.map { key, value in
            guard case .int(let frames) = value, request.command.parameter(key)?.type.isTime == true else { return (key, value) }
            return (key, Value.text("\(frames)f"))
        }
        do throws(CommandError) {
            let request = try request.command.check(Dictionary(values) { first, _ in first })
            var options = EngineOptions(request, SettingsStore(request, project: project, environment: environment))
            options.records = SessionRecords(environment: environment)
            options.jackTrouble = jackTrouble
            options.service = service
            return options
        } catch {
            throw .usage(error.description)
        }
    }
}
