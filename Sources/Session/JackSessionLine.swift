// Any thread; a value.

/// What starts an engine again in JACK's own session.
public enum JackSessionLine {
    /// The file of the state, in the folder that the session gives.
    public static let file = "dicta.json"
    /// What libjack keeps of it, with the NUL at its end.
    public static let longest = 255

    /// The program by its bare name, and no path but the session's: the folder may be somewhere else by then.
    ///
    /// Without quotes, and with the path at the end: some managers hand the line to a shell, others (QjackCtl) only split it at
    /// blanks and pass quotes on. Both take a path with blanks apart; `words` puts it together.
    public static func text(engine: String, id: String) throws(SessionError) -> String {
        let line = "dictad --name \(engine) --jack-session \(id) \(option) ${SESSION_DIR}\(file)"
        guard line.utf8.count <= longest else { throw .lineTooLong(bytes: line.utf8.count) }
        return line
    }

    /// The words of a command line with the path of the state as one of them, and without the quotes that lines of older
    /// versions have. Every blank comes back where the line was split at each; a shell makes one of several.
    ///
    /// - Parameters:
    ///   - words: those of a command line with `--jack-session`; any other is left as it is.
    ///   - isOption: whether a word is an option, with which the path ends.
    public static func words(_ words: [String], isOption: (String) -> Bool) -> [String] {
        guard words.contains(where: { $0 == "--jack-session" || $0.hasPrefix("--jack-session=") }),
            let place = words.firstIndex(of: option)
        else { return words }
        let rest = words[(place + 1)...]
        let end = rest.firstIndex(where: isOption) ?? rest.endIndex
        guard place + 1 < end else { return words }
        return words[...place] + [unquoted(words[(place + 1)..<end].joined(separator: " "))] + words[end...]
    }

    /// For a shell that has lost blanks of the path, or taken a part of it for a pattern: the folder by the variable that such a
    /// manager sets. `nil` where there is none.
    public static func path(environment: (String) -> String?) -> String? {
        guard let folder = environment("SESSION_DIR"), folder.hasPrefix("/") else { return nil }
        return folder.hasSuffix("/") ? folder + file : "\(folder)/\(file)"
    }

    private static let option = "--restore"

    private static func unquoted(_ path: String) -> String {
        guard let quote = path.first, quote == "\"" || quote == "'", path.count > 1, path.last == quote else { return path }
        return String(path.dropFirst().dropLast())
    }
}
