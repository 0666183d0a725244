// The log of a started engine. One thread; makes the log's folder and reads the log's end.
import Dictation
import Messages
import System

/// The log of a started engine: `$XDG_STATE_HOME/dicta/NAME.log`, mode 0600, appended to.
struct EngineLog {
    let path: String
    /// The reason why the engine runs without a log, in words; nil if the log can be written.
    let trouble: String?
    /// The path of a log that is written; nil without one.
    var written: String? { trouble == nil ? path : nil }
    /// The offset at which this start begins.
    private let start: Int64

    init(engine: String, socketPath: String, environment: [String: String]) {
        let folder = Self.folder(socketPath: socketPath, environment: environment)
        path = "\(folder)/\(engine).log"
        (start, trouble) = Self.open(path, in: folder)
    }

    /// Makes the log, and gives its end. A recorder without a log is better than none, so an error is told and stops nothing.
    private static func open(_ path: String, in folder: String) -> (start: Int64, trouble: String?) {
        let isFile = (try? FileStatus(path, followsLinks: false))?.isFile ?? true
        guard isFile else { return (0, words(path, tr("it is not a regular file"))) }
        do throws(SystemError) {
            try File.makeFolders(folder, mode: 0o700)
            let file = try File.open(path, .write, [.create, .append, .noLink, .noWait])
            defer { File.close(file) }
            return (try File.seekToEnd(file), nil)
        } catch {
            // The path of the failed call: the folder that could not be made, or the log itself.
            return (0, words(error.path.isEmpty ? path : error.path, SystemError.reason(for: error.code)))
        }
    }

    private static func words(_ path: String, _ why: String) -> String {
        tr("the engine runs without its log, since \(path) cannot be written: \(why); check the folder, or set XDG_STATE_HOME")
    }

    /// The last lines since the start, or why there are none; empty when the log cannot be read.
    func lastWords() -> String {
        if let trouble { return trouble }
        guard let file = try? File.open(path, .read, .noWait) else { return "" }
        defer { File.close(file) }
        let most: Int64 = 4096
        guard let end = try? File.seekToEnd(file),
            let bytes = try? File.read(file, at: max(start, end - most), count: Int(most))
        else { return "" }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").suffix(5).joined(separator: "\n")
    }

    private static func folder(socketPath: String, environment: [String: String]) -> String {
        if let state = UserFolders.state({ environment[$0] }) { return state + "/dicta" }
        // Without a home folder the log goes beside the socket.
        return File.parent(of: socketPath)
    }
}
