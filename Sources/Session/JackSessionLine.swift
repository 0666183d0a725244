// Room: Session. Any thread; a value.

/// What starts an engine again in JACK's own session.
public enum JackSessionLine {
    /// The file of the state, in the folder that the session gives.
    public static let file = "dicta.json"
    /// What libjack keeps of it, with the NUL at its end.
    public static let longest = 255

    /// The program by its bare name, and no path but the session's: the folder may be somewhere else by then, and has quotes
    /// around it since there may be spaces in it.
    public static func text(engine: String, id: String) throws(SessionError) -> String {
        let line = "dictad --name \(engine) --jack-session \(id) --restore \"${SESSION_DIR}\(file)\""
        guard line.utf8.count <= longest else { throw .lineTooLong(bytes: line.utf8.count) }
        return line
    }
}
