// The announcement of a client to a session manager. Any thread; a value.
internal import Control

/// Identity and capabilities of a client, sent once to the session manager.
public struct NsmAnnouncement: Sendable, Equatable {
    /// Version of the NSM API that the client speaks.
    public static let version: (major: Int32, minor: Int32) = (1, 1)

    /// Name of the JACK client outside a session.
    let name: String
    /// `argv[0]` as it was launched: the manager compares it byte for byte with the command that it started.
    let executable: String
    /// The process ID.
    let pid: Int32
    /// True if the client has a window that can be shown.
    let hasGUI: Bool

    /// Makes an announcement; characters that managers cannot store in a name become `_`.
    public init(name: String, executable: String, pid: Int32, hasGUI: Bool) {
        // Managers store the name in files in which these characters have a meaning.
        self.name = String(name.map { ":/\n\r".contains($0) ? "_" : $0 })
        self.executable = executable
        self.pid = pid
        self.hasGUI = hasGUI
    }

    /// The capabilities in the form of the NSM API.
    var capabilities: String { ":switch:dirty:progress:message:" + (hasGUI ? "optional-gui:" : "") }

    /// The announcement as an OSC message.
    var message: OSCMessage {
        OSCMessage(
            NsmCommand.announcePath,
            [
                .string(name), .string(capabilities), .string(executable), .int32(Self.version.major),
                .int32(Self.version.minor), .int32(pid),
            ])
    }
}
