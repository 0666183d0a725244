// The log of a started engine. One thread; makes the log's folder and reads the log's end.
import Dictation
import System

/// The log of a started engine: `$XDG_STATE_HOME/dicta/NAME.log`, mode 0600, appended to.
struct EngineLog {
    let path: String
    /// The offset at which this start begins.
    private let start: Int64

    init(engine: String, socketPath: String, environment: [String: String]) throws(DictaError) {
        let folder = Self.folder(socketPath: socketPath, environment: environment)
        path = "\(folder)/\(engine).log"
        do throws(SystemError) {
            try File.makeFolders(folder, mode: 0o700)
            let file = try File.open(path, .write, [.create, .append, .noLink])
            defer { File.close(file) }
            start = try File.seekToEnd(file)
        } catch {
            // The path of the failed call: the folder that could not be made, or the log itself.
            throw .log(path: error.path.isEmpty ? path : error.path, code: error.code)
        }
    }

    /// The last lines since the start; empty when there are none or the log cannot be read.
    func lastWords() -> String {
        guard let file = try? File.open(path, .read) else { return "" }
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
