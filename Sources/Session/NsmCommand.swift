// Messages from a session manager, strictly checked. Any thread; a value.
internal import Control
internal import Messages

/// A message of the manager that a client has to handle.
enum NsmCommand: Sendable, Equatable {
    /// The manager accepts the announcement.
    case accepted(welcome: String, server: String, capabilities: String)
    /// The manager refuses the announcement.
    case refused(code: Int32, words: String)
    /// Open this project.
    case open(NsmProject)
    /// Save the project.
    case save
    /// All clients of the session are there.
    case loaded
    /// Show or hide the window.
    case show(Bool)
    /// A message that breaks the NSM API, for this reason. `path` is the message's path, which an answer names.
    case wrong(path: String, why: StoredText)

    /// OSC path of the announcement.
    static let announcePath = "/nsm/server/announce"
    /// OSC path of a request to open.
    static let openPath = "/nsm/client/open"
    /// OSC path of a request to save.
    static let savePath = "/nsm/client/save"

    /// Parses a message. Nil for messages of later versions and other managers, which are ignored.
    init?(_ message: OSCMessage) {
        let arguments = message.arguments
        switch message.path {
        case "/reply":
            guard case .string(NsmCommand.announcePath)? = arguments.first else { return nil }
            guard arguments.count >= 4, case .string(let welcome) = arguments[1], case .string(let server) = arguments[2],
                case .string(let capabilities) = arguments[3]
            else {
                self = .wrong(path: message.path, why: StoredText("an answer to the announcement needs four texts"))
                return
            }
            self = .accepted(welcome: welcome, server: server, capabilities: capabilities)
        case "/error":
            guard case .string(NsmCommand.announcePath)? = arguments.first else { return nil }
            guard arguments.count >= 3, case .int32(let code) = arguments[1], case .string(let words) = arguments[2] else {
                self = .wrong(path: message.path, why: StoredText("an error needs a path, a code and a text"))
                return
            }
            self = .refused(code: code, words: words)
        case NsmCommand.openPath: self = NsmCommand.open(arguments)
        case NsmCommand.savePath: self = .save
        case "/nsm/client/session_is_loaded": self = .loaded
        case "/nsm/client/show_optional_gui": self = .show(true)
        case "/nsm/client/hide_optional_gui": self = .show(false)
        default: return nil
        }
    }

    /// Parses and checks a request to open.
    private static func open(_ arguments: [OSCArgument]) -> NsmCommand {
        guard arguments.count >= 3, case .string(let path) = arguments[0], case .string(let name) = arguments[1],
            case .string(let id) = arguments[2]
        else { return .wrong(path: openPath, why: StoredText(tr("open needs three texts: a path, a name and a client id"))) }
        guard path.hasPrefix("/"), path.utf8.count > 1 else {
            return .wrong(path: openPath, why: StoredText(tr("'\(path)' is not a full path")))
        }
        guard !path.utf8.split(separator: UInt8(ascii: "/")).contains(where: { $0.elementsEqual("..".utf8) }) else {
            return .wrong(path: openPath, why: StoredText(tr("'\(path)' leads out of its own folder")))
        }
        guard !id.isEmpty, !id.contains(":"), !id.unicodeScalars.contains(where: { $0.value < 32 }) else {
            return .wrong(path: openPath, why: StoredText(tr("'\(id)' cannot be the name of a JACK client")))
        }
        return .open(NsmProject(path: path, displayName: name, clientID: id))
    }
}
