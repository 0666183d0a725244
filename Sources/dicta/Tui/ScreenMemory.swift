// Keeps what the screen remembers for the next time. One thread; reads and writes one small file.
import Dictation
import JSON
import System

/// The file `dicta/screen` in the user's folder of state: texts by name, as JSON.
struct ScreenMemory {
    private let path: String?
    private(set) var values: [String: String] = [:]

    /// Reads the file. One that is missing or broken counts as empty: it holds nothing but habits.
    init(_ environment: [String: String]) {
        path = UserFolders.state { environment[$0] }.map { $0 + "/dicta/screen" }
        guard let path, let bytes = try? File.contents(of: path), bytes.count < 1 << 20,
            case .object(let members)? = try? JSONTree(parsing: bytes)
        else { return }
        for member in members { if case .text(let text) = member.value { values[member.key] = text } }
    }

    /// Stores values beside the others. The file is replaced as a whole, so that no reader sees half of it.
    mutating func store(_ new: [String: String]) {
        let all = values.merging(new) { $1 }
        guard all != values, let path else { return }
        values = all
        let tree = JSONTree.object(all.sorted { $0.key < $1.key }.map { JSONTree.Member($0.key, .text($0.value)) })
        // A disk that is full costs the habits, and nothing else: the screen goes on.
        do throws(SystemError) {
            try File.makeFolders(File.parent(of: path), mode: 0o700)
            let (file, temporary) = try File.makeUnique(path + ".XXXXXX", ending: "")
            do throws(SystemError) {
                try File.write(file, tree.printed)
                try File.finish(file)
                try File.rename(temporary, to: path)
            } catch {
                try? File.remove(temporary)
                throw error
            }
        } catch {}
    }
}
