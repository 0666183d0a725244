// Writes the file beside the socket that tells other programs the engine's URLs. One thread at a time.
import Dictation
import System

extension ControlServer {
    /// The path of the directory file: beside the socket, so that a program that finds one finds the other.
    var directoryPath: String { path + ".json" }

    /// Writes the directory file under another name and moves it into place: nobody reads half of it.
    func writeDirectory() throws(ControlError) {
        let urls = urls.map(Self.quoted).joined(separator: ",")
        let text =
            "{\"engine\":\(Self.quoted(engine)),\"pid\":\(ThisProcess.identifier),\"urls\":[\(urls)],\"version\":\(Self.quoted(Version.text))}\n"
        let draft = directoryPath + ".new"
        do throws(SystemError) {
            try File.removeIfThere(draft)
            let file = try File.open(draft, .write, [.create, .exclusive, .noLink])
            do throws(SystemError) { try File.write(file, Array(text.utf8)) } catch {
                File.close(file)
                throw error
            }
            try File.finish(file)
            try File.rename(draft, to: directoryPath)
        } catch {
            throw .system(call: error.call, path: draft, code: error.code)
        }
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
