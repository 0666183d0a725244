// Any thread; a value.
internal import Control

/// Who a client is, as it tells a session manager once.
public struct NsmAnnouncement: Sendable, Equatable {
    public static let version: (major: Int32, minor: Int32) = (1, 1)

    /// What the JACK client would be called without a session.
    let name: String
    /// `argv[0]` as it was launched: the manager compares it byte for byte with what it started.
    let executable: String
    let pid: Int32
    /// Whether there is a window that can be shown.
    let hasGUI: Bool

    public init(name: String, executable: String, pid: Int32, hasGUI: Bool) {
        // Managers keep it in files where these mean something.
        self.name = String(name.map { ":/\n\r".contains($0) ? "_" : $0 })
        self.executable = executable
        self.pid = pid
        self.hasGUI = hasGUI
    }

    var capabilities: String { ":switch:dirty:progress:message:" + (hasGUI ? "optional-gui:" : "") }

    var message: OSCMessage {
        OSCMessage(
            NsmCommand.announcePath,
            [
                .string(name), .string(capabilities), .string(executable), .int32(Self.version.major),
                .int32(Self.version.minor), .int32(pid),
            ])
    }
}
