// dictad as a whole, with one engine or several in turn. The main thread, before and between engines.
internal import CLinux
public import Dictation
internal import Glibc
internal import Session
internal import Storage

/// dictad as a whole: one engine, or in a session one after another, in the same process.
public final class SessionHost {
    private let request: Request
    private let environment: (String) -> String?
    private var desk: SessionSeat?
    /// The engine's name on the control socket, once one has it: it stays, whatever project is open.
    private var name: String?

    private enum Step {
        case open(NsmProject)
        case alone
        case quit
    }

    /// - Parameters:
    ///   - executable: `argv[0]`; managers compare it with what they started.
    public init(_ request: Request, executable: String, environment: @escaping (String) -> String?) {
        self.request = request
        self.environment = environment
        guard let url = environment("NSM_URL"), !url.isEmpty else { return }
        let terminal = TerminalChoice(environment: environment) { path in unsafe access(path, X_OK) == 0 }
        let announcement = NsmAnnouncement(
            name: request.text(.name) ?? CommandTable.standardEngine, executable: executable, pid: getpid(),
            hasGUI: terminal != nil)
        do throws(SessionError) {
            desk = SessionSeat(try NsmConnection(url: url, announcement), terminal)
        } catch {
            EngineLog.say("\(error); working without a session")
        }
    }

    /// Returns when told to quit; true when every take was closed without trouble.
    public func run() throws(EngineError) -> Bool {
        guard let desk else { return try Engine(standaloneOptions()).run() }
        let signals = try SignalDescriptor()
        var isClean = true
        while true {
            switch nextStep(desk, signals) {
            case .quit: return isClean
            case .alone: isClean = try run(standaloneOptions(), desk) && isClean
            case .open(let project):
                do throws(EngineError) {
                    isClean = try open(project, desk) && isClean
                } catch {
                    EngineLog.say("'\(project.path)' is not opened: \(error)")
                    perform(desk.connection.finish(.failure(NsmFailure(.createFailed, error.description))), desk)
                    // Still a client of the session: the manager may open something else.
                    continue
                }
            }
            // An engine that ended for another reason than a switch was told to.
            if desk.next == nil { return isClean }
        }
    }

    private func nextStep(_ desk: SessionSeat, _ signals: SignalDescriptor) -> Step {
        while true {
            if let signal = signals.take() {
                EngineLog.say("signal \(signal): closing")
                return .quit
            }
            if let project = desk.next {
                desk.next = nil
                return .open(project)
            }
            var descriptors = [desk.connection.descriptor, signals.descriptor].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            // An interrupted wait is only an early look.
            _ = unsafe poll(&descriptors, 2, desk.connection.timeout)
            if perform(desk.connection.serve(), desk) { return .alone }
        }
    }

    /// What the manager wants while no engine runs. True when there is no session.
    @discardableResult
    private func perform(_ effects: [NsmClient.Effect], _ desk: SessionSeat) -> Bool {
        var isAlone = false
        for effect in effects {
            switch effect {
            case .open(let project): desk.next = project
            case .alone(let words):
                EngineLog.say("\(words); working without a session")
                isAlone = true
            case .joined(let server): EngineLog.say("in a session of '\(server)'")
            case .note(let words): EngineLog.say(words)
            // Of a project that is not there yet, or no more.
            case .save, .loaded, .show, .send: break
            }
        }
        return isAlone
    }

    private func run(_ options: EngineOptions, _ desk: SessionSeat) throws(EngineError) -> Bool {
        try Engine(options, session: desk).run()
    }

    // MARK: A project

    private func open(_ project: NsmProject, _ desk: SessionSeat) throws(EngineError) -> Bool {
        _ = desk.connection.tellProgress(0.05)
        desk.troubles = []
        let engine = try makeEngine(of: project, desk)
        _ = desk.connection.tellProgress(0.3)
        desk.openingSince = Moment.now
        defer {
            desk.endTerminal()
            desk.folder = nil
            desk.openingSince = nil
        }
        return engine.run()
    }

    private func makeEngine(of project: NsmProject, _ desk: SessionSeat) throws(EngineError) -> Engine {
        let folder: SessionFolder
        var state: SessionState?
        var trouble: String?
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
        options.patchName = CommandTable.standardEngine
        options.state = state
        desk.folder = folder
        let engine = try opened(options, project)
        desk.troubles += engine.troubles
        desk.isRestored = state == nil
        return engine
    }

    private func opened(_ options: EngineOptions, _ project: NsmProject) throws(EngineError) -> Engine {
        do throws(EngineError) {
            return try named(options, project)
        } catch {
            guard options.oscUDP != nil || options.oscTCP != nil else { throw error }
            // A port that is taken is no reason not to open what is recorded.
            var alone = options
            (alone.oscUDP, alone.oscTCP, alone.oscAllowed) = (nil, nil, nil)
            alone.troubles.append("\(error); OSC goes over the control socket only")
            return try named(alone, project)
        }
    }

    /// The usual name, so that `dicta` finds it without being told; where that is taken, the client's own.
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

    /// As the control socket takes names.
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

    /// The words of dictad's command line as its check takes them: a path that a manager of JACK's own sessions has split at
    /// blanks is one word again. Any thread; no I/O.
    public static func words(_ words: [String]) -> [String] {
        JackSessionLine.words(words, isOption: CommandTable.daemon.hasOption)
    }

    /// Without a session manager, or as one of JACK's own kind starts it.
    private func standaloneOptions() throws(EngineError) -> EngineOptions {
        guard let path = request.text(.restore) else { return try options([:]) }
        guard let text = try savedState(path) else { throw .storage(.missing(path: path)) }
        guard var state = SessionState(text) else {
            throw .usage("'\(path)' is no state that dictad has saved: start it without --restore")
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

    /// Contents of the file; nil where there is none.
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

    /// A saved state can be somebody else's: what only a user may say is left out, unless this user has saved it. Gives what
    /// was, in words.
    private func leaveOut(_ state: inout SessionState) -> String? {
        guard let part = state.ownersPart else { return nil }
        do throws(StorageError) {
            if try SessionRecords(environment: environment)?.has(part) == true { return nil }
        } catch {
            EngineLog.say(error.description)
        }
        let words = state.leaveOutOwnersPart().joined(separator: ", ")
        return "the session was not saved by this user here, and cannot bring \(words): left out"
    }

    /// The command line, with other places.
    private func options(_ places: [ParameterKey: Value], project: String? = nil) throws(EngineError) -> EngineOptions {
        let values = request.values.merging(places) { $1 }
        do throws(CommandError) {
            let request = try request.command.check(values)
            var options = EngineOptions(request, SettingsStore(request, project: project, environment: environment))
            options.records = SessionRecords(environment: environment)
            return options
        } catch {
            throw .usage(error.description)
        }
    }
}
