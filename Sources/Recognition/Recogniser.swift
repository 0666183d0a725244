// Finds recognisers. Any thread; blocks briefly on the disk.
import Dictation
internal import Storage
internal import System

/// A program that writes speech down, by the contract of `session/recognisers.md`.
public struct Recogniser: Sendable, Hashable {
    /// Name for transcripts and messages: that of the adapter, or the file name of the program.
    public let name: String
    /// Path of the program.
    public let path: String

    /// Names a program.
    public init(name: String, path: String) {
        self.name = name
        self.path = path
    }

    /// The adapters, in the order in which the first one that can work is taken.
    public static let adapters = ["whisper-cli", "faster-whisper", "pocketsphinx"]

    /// The recogniser of that adapter name or program path; without a name the first one whose program is installed. `variable`
    /// gives the value of an environment variable; nil for the process's own. Throws `.none` or `.unknown`.
    public static func find(
        _ wanted: String?, variable given: ((String) -> String?)? = nil
    ) throws(RecognitionError) -> Recogniser {
        let variable = given ?? { ThisProcess.variable($0) }
        let folder = adapterFolder(variable)
        if let wanted, wanted != "auto" {
            if wanted.hasPrefix("/") {
                guard File.isExecutable(wanted), !Library.isFolder(wanted) else { throw .unknown(name: wanted) }
                return Recogniser(name: fileName(wanted), path: wanted)
            }
            guard adapters.contains(wanted), let folder else { throw .unknown(name: wanted) }
            return Recogniser(name: wanted, path: "\(folder)/\(wanted)")
        }
        guard let folder, let name = adapters.first(where: { canWork($0, variable) }) else {
            throw .none(install: folder.map { "\($0)/install" } ?? "session/recogniser")
        }
        return Recogniser(name: name, path: "\(folder)/\(name)")
    }

    /// True if the program behind an adapter is installed, with a model where it needs one.
    private static func canWork(_ adapter: String, _ variable: (String) -> String?) -> Bool {
        let paths = (variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
        let isThere = { (name: String) in paths.contains { File.isExecutable("\($0)/\(name)") } }
        guard isThere("python3") else { return false }
        switch adapter {
        case "whisper-cli":
            let folders = dataFolder(variable).map { ["\($0)/recogniser", "\($0)/recogniser/models"] } ?? []
            return isThere("whisper-cli") && folders.contains { hasModel($0) }
        case "faster-whisper": return dataFolder(variable).map { File.isExecutable("\($0)/recogniser/bin/python3") } ?? false
        default: return isThere("pocketsphinx_continuous")
        }
    }

    /// True if a folder has a model of whisper.cpp.
    private static func hasModel(_ folder: String) -> Bool {
        let names = (try? File.names(in: folder) { _ in true }) ?? []
        return names.contains { $0.hasPrefix("ggml-") && $0.hasSuffix(".bin") }
    }

    /// Folder of the adapters: that of the installation, or that of the sources from which the program was built. Nil if they are
    /// not there.
    private static func adapterFolder(_ variable: (String) -> String?) -> String? {
        var places: [String] = []
        if let program = ThisProcess.program {
            let parts = program.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            places.append((parts.dropLast(2) + ["share/dicta/recognisers"]).joined(separator: "/"))
            if let build = parts.lastIndex(of: ".build") {
                places.append((parts[..<build] + ["session/share/recognisers"]).joined(separator: "/"))
            }
        }
        if let data = dataFolder(variable) { places.append(data + "/recognisers") }
        return (places + ["/usr/local/share/dicta/recognisers", "/usr/share/dicta/recognisers"]).first {
            File.isExecutable("\($0)/pocketsphinx")
        }
    }

    /// Folder of the user's data of Dicta; nil without a home.
    private static func dataFolder(_ variable: (String) -> String?) -> String? {
        if let path = variable("XDG_DATA_HOME"), path.hasPrefix("/") { return path + "/dicta" }
        guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
        return home + "/.local/share/dicta"
    }

    private static func fileName(_ path: String) -> String { path.lastPart }
}
