// Writes the file beside the socket that tells other programs the engine's URLs. One thread at a time.
import Dictation
import Glibc

extension ControlServer {
    /// The path of the directory file: beside the socket, so that a program that finds one finds the other.
    var directoryPath: String { path + ".json" }

    /// Writes the directory file under another name and moves it into place: nobody reads half of it.
    func writeDirectory() throws(ControlError) {
        let urls = urls.map(Self.quoted).joined(separator: ",")
        let text =
            "{\"engine\":\(Self.quoted(engine)),\"pid\":\(getpid()),\"urls\":[\(urls)],\"version\":\(Self.quoted(Version.text))}\n"
        let draft = directoryPath + ".new"
        guard unsafe unlink(draft) == 0 || errno == ENOENT else { throw .system(call: "unlink", path: draft, code: errno) }
        let file = unsafe Glibc.open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR)
        guard file >= 0 else { throw .system(call: "open", path: draft, code: errno) }
        let bytes = Array(text.utf8)
        let count = unsafe write(file, bytes, bytes.count)
        let code = count == bytes.count ? 0 : count < 0 ? errno : ENOSPC
        let closed = Glibc.close(file) == 0 ? 0 : errno
        guard code == 0, closed == 0 else { throw .system(call: "write", path: draft, code: code == 0 ? closed : code) }
        guard unsafe rename(draft, directoryPath) == 0 else { throw .system(call: "rename", path: draft, code: errno) }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case _ where scalar.value < 32:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
