// Versions of installed programs and libraries. Main thread only; runs the package manager.
import System

/// Asks the package manager of Debian and its relatives; on other systems no version is known.
struct InstalledPackages {
    /// Folder for the answers.
    let folder: String
    private let manager = Environment.program("dpkg-query", isOurs: false)

    init(folder: String) { self.folder = folder }

    /// The name, with package and version of the file that has it.
    func text(_ name: String, _ path: String?) -> String {
        "\(name) (\(path.flatMap(version) ?? "version unknown"))"
    }

    /// Package and version of a file; nil if no package has it.
    private func version(of path: String) -> String? {
        // Folders of the system are links to those below /usr, and packages name either.
        let paths = [path, path.hasPrefix("/usr/") ? String(path.dropFirst(4)) : "/usr" + path]
        for path in paths {
            guard let package = ask(["--search", path])?.split(separator: ": ").first,
                let version = ask(["--show", "--showformat", "${Version}", String(package)])
            else { continue }
            return "\(package.split(separator: ":")[0]) \(Text.trimmed(version))"
        }
        return nil
    }

    /// Packages and versions of libraries of this process, which are those of dictad too.
    func libraries(_ names: [String]) -> [String] {
        let maps = (Text.file("/proc/self/maps") ?? "").split(separator: "\n")
        return names.map { name in
            let line = maps.first { $0.contains("/lib\(name).so") }
            return text("lib\(name)", line?.split(separator: " ").last.map(String.init))
        }
    }

    /// Output of the package manager; nil if it fails.
    private func ask(_ words: [String]) -> String? {
        let log = folder + "/packages"
        try? File.remove(log)
        guard let manager, let child = try? Child(manager, words, log: log) else { return nil }
        while child.ended == nil { ThisProcess.sleep(milliseconds: 2) }
        return child.ended == 0 ? child.said : nil
    }
}
