// Chooses between jackd and PipeWire's JACK. Main thread, before any other is started.
internal import Dictation
internal import JackClient
internal import Messages
public import Settings
internal import System
public import Threads

/// The JACK that the process works with. A process gets its libjack when it is loaded, so the choice of the other one starts the
/// program anew, as `pw-jack` does, with the same process id.
public struct JackChoice {
    /// A kind of JACK server.
    enum Kind: String, Sendable { case jackd, pipewire }

    /// Set in the environment of a program that was started anew: it does not choose again. Hooks do not get it.
    private static let mark = "DICTA_JACK_CHOSEN"

    private let wanted: Kind?
    /// Value of the setting `jack-command`.
    let command: String?
    let environment: (String) -> String?

    /// Takes the settings `jack` and `jack-command`.
    public init(_ settings: SettingsStore, environment: @escaping (String) -> String?) {
        wanted = settings.current.text(.jack).flatMap(Kind.init)
        command = settings.current.text(.jackCommand).flatMap { $0.isEmpty ? nil : $0 }
        self.environment = environment
    }

    /// The kind of server for this machine as it is now.
    var kind: Kind {
        let isNamed = environment("JACK_DEFAULT_SERVER").map { !$0.isEmpty } ?? false
        return Self.kind(
            wanted, isNamed: isNamed, jackd: JackInstallation.jackd(JackInstallation.serverName),
            hasPipeWire: JackInstallation.hasPipeWire(environment))
    }

    /// The kind of server for these circumstances.
    ///
    /// - Parameters:
    ///   - isNamed: JACK_DEFAULT_SERVER names a server, which only jackd has: it is waited for.
    ///   - jackd: the jackd that runs.
    ///   - hasPipeWire: a PipeWire daemon runs.
    static func kind(_ wanted: Kind?, isNamed: Bool, jackd: JackInstallation.Jackd?, hasPipeWire: Bool) -> Kind {
        if let wanted { return wanted }
        if isNamed || jackd?.isDummy == false { return .jackd }
        return hasPipeWire ? .pipewire : .jackd
    }

    /// True when the engine connects itself to the devices that the desktop has chosen: in PipeWire, unless somebody has asked for
    /// PipeWire's JACK by `pw-jack`.
    static var followsDesktop: Bool {
        guard JackInstallation.isPipeWire else { return false }
        return ThisProcess.variable(mark) != nil || ThisProcess.variable("LD_LIBRARY_PATH")?.contains("pipewire") != true
    }

    /// Starts this program anew with the other libjack if the choice asks for it; otherwise returns. Throws `EngineError.usage` if
    /// that library is missing.
    ///
    /// - Parameter words: all arguments, the name of the program first.
    public func settle(_ words: [String]) throws(EngineError) {
        guard environment(Self.mark) == nil else { return }
        let folders = Self.folders(environment("LD_LIBRARY_PATH"))
        switch kind {
        case .pipewire where JackInstallation.isPipeWire: return
        case .pipewire:
            guard let folder = JackInstallation.pipewireLibraries else {
                let words: Message = "PipeWire's JACK library is missing: install the package pipewire-jack"
                guard wanted == nil else { throw .usage(words.text) }
                return EngineLog.say(.warning, .jack, "PipeWire runs here, but \(plain: words.english); working with jackd")
            }
            try startAnew(words, [folder] + folders)
        case .jackd where wanted == .jackd && JackInstallation.isPipeWire:
            let left = folders.filter { !$0.contains("pipewire") }
            guard left.count < folders.count else {
                throw .usage(tr("this system's JACK library is PipeWire's: remove the package pipewire-jack, or use --jack auto"))
            }
            try startAnew(words, left)
        case .jackd: return
        }
    }

    /// The folders of LD_LIBRARY_PATH. An empty one would be the current folder, from which nobody wants libraries.
    static func folders(_ path: String?) -> [String] { (path ?? "").split(separator: ":").map(String.init) }

    private func startAnew(_ words: [String], _ folders: [String]) throws(EngineError) {
        do throws(SystemError) {
            try ThisProcess.setVariable("LD_LIBRARY_PATH", folders.joined(separator: ":"))
            try ThisProcess.setVariable(Self.mark, "1")
            // Under its own name: a program started as /proc/self/exe is called `exe`.
            try ThisProcess.replace(by: try File.realPath("/proc/self/exe"), words)
        } catch {
            throw EngineError(error)
        }
    }
}
