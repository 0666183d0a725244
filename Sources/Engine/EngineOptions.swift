// Room: Engine. Made by dictad, read by the control loop.
public import Dictation
internal import Glibc
public import Stretch

/// What an engine is started with; every value has one that works without being asked, since session managers start the
/// bare name.
public struct EngineOptions: Sendable {
    /// Name of the JACK client, and of the control socket.
    public var name: String
    /// Where recordings go.
    public var library: String
    /// The control socket; nil for the usual place.
    public var socket: String?
    /// Where OSC is taken besides, and from whom; as said on the command line.
    public var oscUDP: String?
    public var oscTCP: String?
    public var oscAllowed: String?
    /// Ports to record from: a regular expression of full port names, or `physical`.
    public var connectIn: String?
    /// Ports to play to, likewise.
    public var connectOut: String?
    /// Seconds of sound that are kept from before a record command.
    public var preRollSeconds: Double
    /// Bytes that are left free on the disk.
    public var reserve: Int64

    /// How files of another rate than the server's are brought to it.
    public var resampling: Resampler.Quality
    /// How far playback steps back when it goes on after a pause.
    public var backstep: TimeSpan

    /// From a checked command line (`CommandTable.daemon`).
    public init(_ request: Request) {
        name = request.text("name") ?? CommandTable.standardEngine
        library = request.text("library") ?? EngineOptions.standardLibrary
        socket = request.text("socket")
        oscUDP = request.text("osc-udp")
        oscTCP = request.text("osc-tcp")
        oscAllowed = request.text("osc-allow")
        connectIn = request.text("connect-in")
        connectOut = request.text("connect-out")
        // Said in frames it can only be taken at a rate that is not known yet: 48 kHz is.
        preRollSeconds = request.time("preroll")?.seconds(rate: 48_000) ?? 10
        resampling =
            switch request.text("resample") {
            case "best": .best
            case "fast": .fast
            default: .medium
            }
        backstep = request.time("backstep") ?? .seconds(0)
        reserve = (request.int("reserve") ?? 64) * 1_000_000
    }

    private static var standardLibrary: String {
        let home = unsafe getenv("HOME").map { unsafe String(cString: $0) }
        return (home ?? ".") + "/Recordings"
    }
}
