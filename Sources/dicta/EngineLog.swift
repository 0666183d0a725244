// The log of a started engine. One thread; makes the log's folder and reads the log's end.
import Dictation
import Glibc

/// The log of a started engine: `$XDG_STATE_HOME/dicta/NAME.log`, mode 0600, appended to.
struct EngineLog {
    let path: String
    /// The offset at which this start begins.
    private let start: off_t

    init(engine: String, socketPath: String, environment: [String: String]) throws(DictaError) {
        let folder = Self.folder(socketPath: socketPath, environment: environment)
        path = "\(folder)/\(engine).log"
        try Self.makeFolders(folder)
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR)
        guard file >= 0 else { throw .log(path: path, code: errno) }
        start = lseek(file, 0, SEEK_END)
        guard close(file) == 0, start >= 0 else { throw .log(path: path, code: errno) }
    }

    /// The last lines since the start; empty when there are none or the log cannot be read.
    func lastWords() -> String {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { _ = close(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let from = max(start, lseek(file, 0, SEEK_END) - off_t(bytes.count))
        let count = unsafe pread(file, &bytes, bytes.count, from)
        guard count > 0 else { return "" }
        return String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: "\n").suffix(5).joined(separator: "\n")
    }

    private static func folder(socketPath: String, environment: [String: String]) -> String {
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return state + "/dicta" }
        if let home = environment["HOME"], home.hasPrefix("/") { return home + "/.local/state/dicta" }
        // Without a home folder the log goes beside the socket.
        return socketPath.lastIndex(of: "/").map { String(socketPath[..<$0]) } ?? "."
    }

    private static func makeFolders(_ folder: String) throws(DictaError) {
        var path = ""
        for part in folder.split(separator: "/") {
            path += "/" + part
            guard unsafe mkdir(path, S_IRWXU) != 0, errno != EEXIST else { continue }
            // For a folder above, mkdir can fail with EACCES or EROFS although it exists.
            guard unsafe access(path, F_OK) != 0 else { continue }
            throw .log(path: path, code: errno)
        }
    }
}
