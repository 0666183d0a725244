// Room: Engine. Control loop, and dictad before there is one.
internal import Glibc

/// One line an event on standard error, for the terminal, the journal or the log file.
public enum EngineLog {
    public static func say(_ words: String) {
        let line = Array("dictad: \(words)\n".utf8)
        // Nobody may be listening any more; a recorder goes on without being heard.
        _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
