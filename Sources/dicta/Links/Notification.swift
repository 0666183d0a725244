// Notifications of the desktop. One thread; waits briefly for a program.
import Dictation
import System

/// Shows a line on the desktop: a link that is clicked, a key and a menu have no terminal.
enum Notification {
    /// Seconds that the program has to hand the line over.
    private static let patience = 3.0

    /// Shows the words if there is a desktop and notify-send is installed.
    static func show(_ words: String, environment: [String: String]) {
        guard environment["DBUS_SESSION_BUS_ADDRESS"] != nil || environment["XDG_RUNTIME_DIR"] != nil else { return }
        let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map { "\($0)/notify-send" }
        guard let program = folders.first(where: File.isExecutable) else { return }
        // The answer is printed too, so a desktop without notifications loses nothing.
        let text = PrintableText.markup(words)
        _ = ProgramTrial.run(program, ["--app-name=Dicta", "--", "Dicta", text], environment: environment, seconds: patience)
    }
}
