// Paths that a user types on the screen. One thread; reads the working directory.
import Dictation

/// Makes typed paths absolute, as a shell and `Paths` do for a command line: the engine works in another folder.
enum TypedPaths {
    /// The request with absolute paths. `~` is the user's home.
    static func absolute(_ request: Request, home: String?) -> Request {
        let key: ParameterKey
        switch request.verb {
        case .library(.importing): key = .path
        case .library(.export): key = .to
        case .library(.analyse) where request.text(.to) != nil: key = .to
        // The name of a bed has no slash.
        case .cue(.bed) where request.text(.name)?.hasSlash == true: key = .name
        case .cue(.timer) where request.text(.bed)?.hasSlash == true: key = .bed
        default: return request
        }
        let paths = request.texts(key).map { absolute($0, home) }
        let changed = [key: Value.text(paths.joined(separator: String(CommandParameter.separator)))]
        // Only the text of a path changes, so the request stays a valid one.
        return (try? request.command.check(request.values.merging(changed) { $1 })) ?? request
    }

    private static func absolute(_ path: String, _ home: String?) -> String {
        guard let home, !home.isEmpty, path == "~" || path.hasPrefix("~/") else { return Paths.absolute(path) }
        return home + path.dropFirst()
    }
}
