// Finds the engines of a user by their control sockets. Any thread; reads one folder, connects to the sockets in it.
import System

/// The engines of this user that listen in the runtime folder.
public enum RunningEngines {
    /// The names of the engines, sorted. A socket that nobody listens at, left by a killed engine, is none.
    public static func names(runtimeFolder: String?) -> [String] {
        guard let path = try? ControlPath.standard(engine: "x", runtimeFolder: runtimeFolder) else { return [] }
        let folder = File.parent(of: path)
        var found: [String] = []
        // Without the folder no engine runs.
        try? FolderEntry.each(in: folder) { entry in
            let name = entry.name
            if name.hasSuffix(".sock"), !entry.isHidden { found.append(String(name.dropLast(5))) }
        }
        return found.sorted().filter { name in
            guard let path = try? ControlPath.standard(engine: name, runtimeFolder: runtimeFolder) else { return false }
            return isListening(name, path)
        }
    }

    private static func isListening(_ name: String, _ path: String) -> Bool {
        do throws(ControlError) {
            _ = try ControlClient(engine: name, path: path)
            return true
        } catch {
            return false
        }
    }
}
