// The command line that restarts an engine in a JACK session. Any thread; no I/O.

/// Makes and reads the command line that a JACK session stores.
public enum JackSessionLine {
    /// Name of the file of the state in the session's folder.
    public static let file = "dicta.json"
    /// Most bytes of a command line that libjack stores, beside the final NUL.
    public static let longest = 255

    /// The command line for this engine and the client's ID. Names the program without a path, and only the session's own
    /// folder, because that folder may have moved at the next start. Throws `SessionError.lineTooLong`.
    ///
    /// The line has no quotes and ends with the path. Some managers pass the line to a shell; others (QjackCtl) split it at
    /// blanks and keep quotes. Both split a path that has blanks, and `words` joins it again.
    public static func text(engine: String, id: String) throws(SessionError) -> String {
        let line = "dictad --name \(engine) --jack-session \(id) \(option) ${SESSION_DIR}\(file)"
        guard line.utf8.count <= longest else { throw .lineTooLong(bytes: line.utf8.count) }
        return line
    }

    /// The words of a command line, with the path of the state joined to one word, and without the quotes that lines of older
    /// versions have. If the line was split at each blank, all blanks are restored; a shell reduces several blanks to one.
    ///
    /// - Parameters:
    ///   - words: a command line; returned unchanged without `--jack-session`.
    ///   - isOption: true for a word that is an option, which ends the path.
    public static func words(_ words: [String], isOption: (String) -> Bool) -> [String] {
        guard words.contains(where: { $0 == "--jack-session" || $0.hasPrefix("--jack-session=") }),
            let place = words.firstIndex(of: option)
        else { return words }
        let rest = words[(place + 1)...]
        let end = rest.firstIndex(where: isOption) ?? rest.endIndex
        guard place + 1 < end else { return words }
        return words[...place] + [unquoted(words[(place + 1)..<end].joined(separator: " "))] + words[end...]
    }

    /// Path of the state, found by the variable SESSION_DIR that some managers set; nil without it. Needed if a shell has
    /// dropped blanks of the path, or expanded a part of it as a pattern.
    public static func path(environment: (String) -> String?) -> String? {
        guard let folder = environment("SESSION_DIR"), folder.hasPrefix("/") else { return nil }
        return folder.hasSuffix("/") ? folder + file : "\(folder)/\(file)"
    }

    /// The option before the path.
    private static let option = "--restore"

    /// The path without one pair of quotes around it.
    private static func unquoted(_ path: String) -> String {
        guard let quote = path.first, quote == "\"" || quote == "'", path.count > 1, path.last == quote else { return path }
        return String(path.dropFirst().dropLast())
    }
}
