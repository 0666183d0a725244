// One thread at a time (the library worker); may block on the disk.

extension Library {
    /// What is taken for a recording by its name although only ffmpeg reads it.
    private static let decodableExtensions: Set<String> = [
        "m4a", "m4b", "mp4", "mov", "aac", "ac3", "eac3", "dts", "wma", "asf", "webm", "mka", "mkv", "amr", "3gp", "ape", "wv",
        "tta", "mpc", "ra", "rm", "spx", "avi", "mpg",
    ]

    /// Blocks. The file of that name, with or without its extension, that `find` does not know as a recording.
    public func findDecodable(_ name: String) throws(StorageError) -> String? {
        guard !name.contains("/") else { return nil }
        let all = try Folder.names(in: folder)
        let name = Self.spelling(of: name, among: all)
        let files = all.filter { file in
            let (base, ending) = Self.splitName(file)
            return base == name && Self.decodableExtensions.contains(ending.lowercased())
        }
        return files.min().map { "\(folder)/\($0)" }
    }

    /// Any thread. Whether a file lies in the library itself, so that a sidecar of its name is its own.
    public func owns(_ path: String) -> Bool { Folder.parent(of: path) == folder }

    /// Any thread. The recording's name that a path stands for.
    public static func name(ofPath path: String) -> String { baseName(ofPath: path) }
}
