// One thread at a time (the control loop); may block on the disk.
public import Dictation

extension Library {
    /// Bytes of UTF-8: leaves room in the 255 of a file system for extension and temporary names.
    public static let longestName = 200

    /// Any thread. Refuses what cannot be a plain file name that people can type and see.
    public static func checkName(_ name: String) throws(StorageError) {
        func refuse(_ reason: String) -> StorageError { .badName(name: name, reason: reason) }
        if name.isEmpty { throw refuse("it is empty") }
        if name.hasPrefix(".") { throw refuse("it starts with a dot, which would hide it") }
        if name.contains("/") { throw refuse("it has a \"/\" in it; the library is one folder") }
        if name.utf8.count > longestName { throw refuse("it is longer than \(longestName) bytes") }
        if name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            throw refuse("it has a control character in it")
        }
    }

    /// Blocks. A name that no file in the folder has, and no take that is being written: the wanted one or the local time, with
    /// " (2)" and so on where needed.
    ///
    /// Another program can take it in between: it is claimed by creating the file, and who comes second asks again, without those
    /// that were refused.
    public func freshName(
        _ wanted: String? = nil, now: Timestamp = .now, avoiding refused: Set<String> = []
    ) throws(StorageError) -> String {
        let name = wanted ?? now.name
        try Self.checkName(name)
        var taken = refused
        for file in try Folder.names(in: folder, hidden: true) {
            if let name = TakeJournal.name(file) { taken.insert(name) }
            guard !file.hasPrefix(".") else { continue }
            taken.insert(file)
            taken.insert(Self.splitName(file).base)
        }
        var fresh = name
        var number = 2
        while taken.contains(fresh) {
            let ending = " (\(number))"
            var stem = name
            while stem.utf8.count + ending.utf8.count > Self.longestName { stem.removeLast() }
            fresh = stem + ending
            number += 1
        }
        return fresh
    }

    /// Blocks. Where the next segment of a recording goes: past what its sidecar knows, and past what is called so already, of
    /// whatever kind it is.
    public func freshSegmentPath(
        of recording: Recording, fileExtension: String, avoiding refused: Set<String> = []
    ) throws(StorageError) -> String {
        try Self.checkName(recording.name)
        let taken = try refused.union(
            Folder.names(in: folder, hidden: true).map { TakeJournal.name($0) ?? Self.splitName($0).base })
        var file = recording.nextFileName(fileExtension: fileExtension)
        var number = 2
        while taken.contains(Self.splitName(file).base) {
            number += 1
            file = recording.nextFileName(fileExtension: fileExtension, from: number)
        }
        return "\(folder)/\(file)"
    }

    /// Any thread; blocks. Of a name that a sidecar has.
    public func refuseDescribed(_ name: String) throws(StorageError) {
        if exists("\(name).json") { throw .exists(path: "\(folder)/\(name).json") }
    }

    /// Any thread. Where a recording of that name has its audio.
    public func path(name: String, container: AudioFormat.Container) throws(StorageError) -> String {
        try Self.checkName(name)
        return "\(folder)/\(name).\(container.fileExtension)"
    }
}
