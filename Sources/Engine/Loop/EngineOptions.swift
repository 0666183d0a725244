// The options of an engine. Any thread; a value.
public import Dictation
internal import Messages
public import Settings
public import Storage
public import Stretch
internal import System

/// The options that an engine is started with. Every option has a usable default, because session managers start the bare
/// program name.
public struct EngineOptions: Sendable {
    /// Name of the engine, which is also the name of its control socket.
    public var name: String
    /// Name of the JACK client.
    public var clientName: String
    /// The name under which connections are stored: the engine's name. In the project of a session manager it is always the
    /// standard name, so that the project finds its connections again whatever name its engine gets.
    var connectionsName: String
    /// The client's ID in a JACK session; nil outside one.
    public var sessionID: String?
    /// Path of the folder of recordings.
    public var library: String
    /// Users who may read new recordings.
    public var libraryAccess: LibraryAccess
    /// Path of the control socket; nil for the standard place.
    public var socket: String?
    /// UDP port, and address if given, for OSC from the network, as on the command line; nil for none.
    public var oscUDP: String?
    /// TCP port, and address if given, for OSC from the network, as on the command line; nil for none.
    public var oscTCP: String?
    /// Senders from which OSC is accepted, as on the command line; nil for the standard ones.
    public var oscAllowed: String?
    /// Seconds of sound kept from before a record command.
    public var preRollSeconds: Double
    /// Bytes that recordings leave free on the disk.
    public var reserve: Int64

    /// Saved state of the session, or of an earlier run; nil without one.
    var state: SessionState?
    /// Path of the file that keeps the state of an engine outside sessions; nil for an engine that keeps none.
    var keptPath: String?
    /// Problems with saved files, as sentences for the user.
    var troubles: [StoredText] = []
    /// Why the setting `jack-command` started no server, as a sentence; nil if it did, or had nothing to do.
    var jackTrouble: String?
    /// The service manager; nil without one.
    var service: ServiceManager?
    /// Record of the session parts that this user has saved; nil without a home folder.
    var records: SessionRecords?

    /// Quality of the sample rate conversion for files whose rate differs from the server's.
    public var resampling: Resampler.Quality
    /// Settings, which can change while the engine runs.
    public var settings: SettingsStore

    /// Makes options from a checked command line (`CommandTable.daemon`) and the settings.
    public init(_ request: Request, _ settings: SettingsStore) {
        self.settings = settings
        let values = settings.current
        name = request.text(.name) ?? CommandTable.standardEngine
        clientName = name
        connectionsName = name
        sessionID = request.text(.jackSession)
        library = Library.standardFolder(setting: values.text(.library), home: UserFolders.home(ThisProcess.variable))
        libraryAccess = values.text(.libraryAccess).flatMap(LibraryAccess.init) ?? .owner
        socket = request.text(.socket)
        oscUDP = values.text(.oscUdp)
        oscTCP = values.text(.oscTcp)
        oscAllowed = values.text(.oscAllow)
        // A pre-roll in frames needs a rate, which is unknown before there is a server; 48 kHz is assumed.
        preRollSeconds = values.time(.preroll)?.seconds(rate: SettingsTable.frameRate) ?? 10
        resampling =
            switch values.text(.resample) {
            case "best": .best
            case "fast": .fast
            default: .medium
            }
        reserve = (values.int(.reserve) ?? 64) * 1_000_000
    }
}
