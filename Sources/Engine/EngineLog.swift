// Room: Engine. Control loop, and dictad before there is one.
internal import Dictation
internal import Glibc

/// One line an event on standard error, for the terminal, the journal or the log file. The one place that writes there, so
/// that no name in it can order a terminal about.
public enum EngineLog {
    public static func say(_ words: String) {
        let line = Array("dictad: \(PrintableText.line(words))\n".utf8)
        // Nobody may be listening any more; a recorder goes on without being heard.
        _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
