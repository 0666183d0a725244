// Makes paths of the command line absolute. One thread; reads the working directory.
import Control
import Dictation
import System

/// Paths relative to the user's working directory; the engine works in another folder.
enum Paths {
    /// Makes an argument absolute when it is a path. A folder always is; the name of a recording or a sound is one when it has a slash.
    static func absolute(_ argument: CommandArgument, of command: Command) -> CommandArgument {
        guard case .text(let text) = argument.value, let key = command.parameter(argument.name)?.key else { return argument }
        switch (command.verb, key) {
        case (_, .library): return CommandArgument(argument.name, .text(absolute(text)))
        case (.library(.importing), .path), (.library(.export), .to), (.library(.analyse), .to),
            (.library(.transcript), .path), (.library(.transcript), .to):
            return CommandArgument(argument.name, .text(absolute(text)))
        // A name of an adapter is no path.
        case (.library(.transcribe), .vocabulary): return CommandArgument(argument.name, .text(absolute(text)))
        case (.library(.transcribe), .recogniser):
            return text.hasSlash ? CommandArgument(argument.name, .text(absolute(text))) : argument
        case (.cue(.sound), .name), (.cue(.bed), .name), (.cue(.timer), .bed), (.playing(.play), .name), (.playing(.play), .more),
            (.queue(.queue), .name), (.library(.info), .name),
            (.marker(.marks), .in), (.marker(.mark), .in),
            (.marker(.unmark), .in):
            return text.hasSlash ? CommandArgument(argument.name, .text(absolute(text))) : argument
        default: return argument
        }
    }

    static func absolute(_ path: String) -> String {
        guard !path.isEmpty, path.utf8.first != UInt8(ascii: "/"), let folder = ThisProcess.folder else { return path }
        // A dot for the folder itself says nothing in a path that is shown. Two dots stay: a link may lead elsewhere.
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).filter { $0 != "." }
        return parts.isEmpty ? folder : folder + "/" + parts.joined(separator: "/")
    }
}
