// The options of an engine. Made by dictad, read by the control loop.
public import Dictation
internal import Glibc
internal import Storage
public import Stretch

/// What an engine is started with; every value has one that works without being asked, since session managers start the
/// bare name.
public struct EngineOptions: Sendable {
    /// Name of the engine, and so of the control socket.
    public var name: String
    /// Name of the JACK client.
    public var clientName: String
    /// What its connections are kept by; in a project always the same.
    var patchName: String
    /// What JACK's session knows the client by, where that restores it.
    public var sessionID: String?
    /// Where recordings go.
    public var library: String
    /// The control socket; nil for the usual place.
    public var socket: String?
    /// Where OSC is taken besides, and from whom; as said on the command line.
    public var oscUDP: String?
    public var oscTCP: String?
    public var oscAllowed: String?
    /// Seconds of sound that are kept from before a record command.
    public var preRollSeconds: Double
    /// Bytes that are left free on the disk.
    public var reserve: Int64

    /// What was saved of the session, to be brought back once there is a client.
    var state: SessionState?
    /// Saved things that are not as they were, in words.
    var troubles: [String] = []
    /// Records of this user's part of sessions; nil where there is no home.
    var records: SessionRecords?

    /// How files of another rate than the server's are brought to it.
    public var resampling: Resampler.Quality
    /// What can be changed while the engine runs, and where it is kept.
    public var settings: SettingsStore

    /// From a checked command line (`CommandTable.daemon`) and the settings.
    public init(_ request: Request, _ settings: SettingsStore) {
        self.settings = settings
        let values = settings.current
        name = request.text(.name) ?? CommandTable.standardEngine
        clientName = name
        patchName = name
        sessionID = request.text(.jackSession)
        library = Library.standardFolder(setting: values.text(.library), home: EngineOptions.home)
        socket = request.text(.socket)
        oscUDP = values.text(.oscUdp)
        oscTCP = values.text(.oscTcp)
        oscAllowed = values.text(.oscAllow)
        // Said in frames it can only be taken at a rate that is not known yet: 48 kHz is.
        preRollSeconds = values.time(.preroll)?.seconds(rate: 48_000) ?? 10
        resampling =
            switch values.text(.resample) {
            case "best": .best
            case "fast": .fast
            default: .medium
            }
        reserve = (values.int(.reserve) ?? 64) * 1_000_000
    }

    private static var home: String { unsafe getenv("HOME").map { unsafe String(cString: $0) } ?? "." }
}
