// Tests that only a few files import the C library. Reads the sources.
import System
import Testing

/// Few files may import the C library. All others use System, which has each call once, with typed errors.
@Suite("Imports: the C library behind System")
struct SystemImportTests {
    /// Paths in Sources/, or their beginnings, that may import Glibc or CLinux.
    static let allowed = [
        "System/",
        // gettext, with the catalogues of messages.
        "Messages/",
        // Calls around the JACK thread: scheduling class, locked memory, cancelled threads, memory that libjack frees.
        "JackClient/JackClient.swift", "JackClient/JackSessionEvent.swift", "JackClient/JackSignals.swift",
        "JackClient/LibjackThread.swift",
        "JackClient/MemoryLock.swift", "JackClient/ServerProcess.swift",
    ]

    static func isForbidden(_ file: String, _ text: String) -> Bool {
        !allowed.contains(where: file.hasPrefix) && importsLibrary(text)
    }

    static func importsLibrary(_ text: String) -> Bool {
        text.split(separator: "\n").contains { line in
            let words = line.split(separator: " ")
            guard let place = words.firstIndex(of: "import"), place < 2, words[0] != "//", place + 1 < words.count else {
                return false
            }
            return ["Glibc", "CLinux"].contains(words[place + 1])
        }
    }

    static func files(in folder: String) throws -> [String] {
        try File.names(in: folder, where: { $0 != UInt8(ascii: ".") }).flatMap { name in
            let path = "\(folder)/\(name)"
            return try FileStatus(path).isFolder ? files(in: path) : path.hasSuffix(".swift") ? [path] : []
        }
    }

    @Test func onlyFewImportTheCLibrary() throws {
        let tests = File.parent(of: File.parent(of: #filePath))
        let sources = File.parent(of: tests) + "/Sources"
        let files = try Self.files(in: sources)
        #expect(files.count > 400)
        let found = try files.filter { file in
            let text = String(decoding: try File.contents(of: file), as: UTF8.self)
            return Self.isForbidden(String(file.dropFirst(sources.count + 1)), text)
        }
        #expect(found.isEmpty, "use System, or add an exception with its reason to `allowed`")
        // An exception that no file needs any more is removed.
        for name in Self.allowed {
            let isUsed = try files.contains { file in
                guard file.hasPrefix("\(sources)/\(name)") else { return false }
                return Self.importsLibrary(String(decoding: try File.contents(of: file), as: UTF8.self))
            }
            #expect(isUsed, "remove \(name) from `allowed`: no file there imports the C library")
        }
    }

    @Test func anImportIsFound() {
        #expect(Self.isForbidden("Engine/Engine.swift", "// A file.\ninternal import Glibc\n"))
        #expect(Self.isForbidden("Storage/Library/Library.swift", "import Dictation\nimport CLinux\n"))
        #expect(!Self.isForbidden("Storage/Library/Library.swift", "import Dictation\nimport System\n// import Glibc\n"))
        #expect(!Self.isForbidden("System/Errno.swift", "internal import Glibc\n"))
    }
}
