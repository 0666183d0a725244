// Room: Engine. Made by dictad, read by the control loop.
public import Dictation
internal import Glibc

/// What an engine is started with; every value has one that works without being asked, since session managers start the
/// bare name.
public struct EngineOptions: Sendable {
    /// Name of the JACK client, and of the control socket.
    public var name: String
    /// Where recordings go.
    public var library: String
    /// The control socket; nil for the usual place.
    public var socket: String?
    /// Ports to record from: a regular expression of full port names, or `physical`.
    public var connectIn: String?
    /// Ports to play to, likewise.
    public var connectOut: String?
    /// Seconds of sound that are kept from before a record command.
    public var preRollSeconds: Double
    /// Bytes that are left free on the disk.
    public var reserve: Int64

    /// From a checked command line (`CommandTable.daemon`).
    public init(_ request: Request) {
        name = request.text("name") ?? CommandTable.standardEngine
        library = request.text("library") ?? EngineOptions.standardLibrary
        socket = request.text("socket")
        connectIn = request.text("connect-in")
        connectOut = request.text("connect-out")
        // Said in frames it can only be taken at a rate that is not known yet: 48 kHz is.
        preRollSeconds = request.time("preroll")?.seconds(rate: 48_000) ?? 10
        reserve = (request.int("reserve") ?? 64) * 1_000_000
    }

    private static var standardLibrary: String {
        let home = unsafe getenv("HOME").map { unsafe String(cString: $0) }
        return (home ?? ".") + "/Recordings"
    }
}
