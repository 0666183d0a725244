// Room: dicta. One thread; asks for the working directory.
import Control
import Dictation
import Glibc

/// Paths as they are here, where the user typed them: the engine works in another folder.
enum Paths {
    /// A folder is always a path; the name of a recording is one when there is a slash in it.
    static func absolute(_ argument: CommandArgument, of command: Command) -> CommandArgument {
        guard case .text(let text) = argument.value else { return argument }
        switch (command.name, argument.name) {
        case (_, "library"): return CommandArgument(argument.name, .text(absolute(text)))
        case ("import", "path"), ("export", "to"): return CommandArgument(argument.name, .text(absolute(text)))
        case ("play", "name"), ("info", "name"):
            return text.contains("/") ? CommandArgument(argument.name, .text(absolute(text))) : argument
        default: return argument
        }
    }

    static func absolute(_ path: String) -> String {
        guard !path.isEmpty, path.utf8.first != UInt8(ascii: "/"), let folder = unsafe getcwd(nil, 0) else { return path }
        defer { unsafe free(folder) }
        return unsafe String(cString: folder) + "/" + path
    }
}
