// Checks and finds names for recordings and their files. One owner at a time unless noted; may block on the disk.
public import Dictation
internal import Messages
public import System

extension Library {
    /// Highest length of a name in bytes of UTF-8; leaves room for extensions and temporary names in a file system's 255 bytes.
    public static let longestName = 200

    /// Throws `badName` for a name that is not a plain, visible file name. Any thread.
    public static func checkName(_ name: String) throws(StorageError) {
        func refuse(_ reason: String) -> StorageError { .badName(name: name, reason: reason) }
        if name.isEmpty { throw refuse(tr("it is empty")) }
        if name.hasBytes(first: ".") { throw refuse(tr("it starts with a dot, which would hide it")) }
        if name.hasSlash { throw refuse(tr("it contains \"/\"; the library is a single folder")) }
        if name.utf8.count > longestName {
            throw refuse(tr(longestName, "it is longer than \(longestName) byte", "it is longer than \(longestName) bytes"))
        }
        if "\(name).json".hasBytes(last: transcriptEnding) {
            throw refuse(tr("files that end so are transcripts; leave out \".transcript\""))
        }
        if "\(name).json".hasBytes(last: diaryEnding) {
            throw refuse(tr("files that end so are entries of a diary; leave out \".diary\""))
        }
        if name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            throw refuse(tr("it contains a control character"))
        }
    }

    /// Throws `badName` for a name that no new recording may have: one that `checkName` refuses, or one that commands take for a
    /// pattern. Recordings of earlier versions and of other programs keep such names. Any thread.
    public static func checkNewName(_ name: String) throws(StorageError) {
        try checkName(name)
        guard !name.unicodeScalars.contains(where: isOfPatterns) else {
            throw .badName(name: name, reason: tr("it contains \"*\" or \"?\", which stand for any characters in other commands"))
        }
    }

    /// True for a character that stands for others in the pattern of a command.
    static func isOfPatterns(_ scalar: Unicode.Scalar) -> Bool { scalar == "*" || scalar == "?" }

    /// Journals in quarantine that are read for the names of their files.
    private static let mostAwaited = 100

    /// Names, without endings, of the files that journals in quarantine wait for: a file that was moved away comes back under its name, and
    /// no later take may have it then. Blocks.
    private func awaitedNames() -> Set<String> {
        // Without the folder nothing is awaited.
        let files = (try? Folder.names(in: "\(folder)/\(Self.quarantineFolder)")) ?? []
        // Several of one name are numbered behind their ending.
        let journals = files.filter { Self.splitName($0).fileExtension.hasBytes(first: "take") }
        let awaited = journals.sorted().prefix(Self.mostAwaited).compactMap { journal in
            try? JournalEntry(parsing: journalText("\(Self.quarantineFolder)/\(journal)")).segment.file
        }
        return Set(awaited.filter { !files.contains($0) }.map { Self.splitName($0).base })
    }

    /// Returns a name that no file in the folder, no running take and no take in quarantine has: the wanted name or the local time,
    /// with " (2)" and so on where needed. Blocks.
    ///
    /// `first` is the lowest number to give: from 2 on, the wanted name gets a number in any case.
    ///
    /// Another program can take the name in between. Creating the file claims it; the loser asks again and adds the refused
    /// name to `refused`.
    public func freshName(
        _ wanted: String? = nil, from first: Int = 1, now: Timestamp = .now, avoiding refused: Set<String> = []
    ) throws(StorageError) -> String {
        let name = wanted ?? now.name
        // A part of a take has the name of the first one, whatever that is.
        if first > 1 { try Self.checkName(name) } else { try Self.checkNewName(name) }
        var taken = refused.union(awaitedNames())
        for file in try Folder.names(in: folder, hidden: true) {
            if let name = TakeJournal.name(file) { taken.insert(name) }
            guard !file.hasBytes(first: ".") else { continue }
            taken.insert(file)
            taken.insert(Self.splitName(file).base)
            // The transcript of a recording that is gone must not become that of a new one.
            if file.hasBytes(last: Self.transcriptEnding) {
                taken.insert(file.droppingBytes(last: Self.transcriptEnding.utf8.count))
            }
        }
        var number = first
        while true {
            let fresh = number > 1 ? Self.numbered(name, number) : name
            guard taken.contains(fresh) else { return fresh }
            number = max(2, number + 1)
        }
    }

    /// The name with a number at its end, shortened where it would be too long.
    private static func numbered(_ name: String, _ number: Int) -> String {
        let ending = " (\(number))"
        var stem = name
        while stem.utf8.count + ending.utf8.count > longestName { stem.removeLast() }
        return stem + ending
    }

    /// Returns a path for the next segment of a recording: past the numbers that its sidecar knows and past all existing files
    /// of that name, of whatever kind. Blocks.
    public func freshSegmentPath(
        of recording: Recording, fileExtension: String, avoiding refused: Set<String> = []
    ) throws(StorageError) -> String {
        try Self.checkName(recording.name)
        let taken = try refused.union(awaitedNames()).union(
            Folder.names(in: folder, hidden: true).map { TakeJournal.name($0) ?? Self.splitName($0).base })
        var file = recording.nextFileName(fileExtension: fileExtension)
        var number = 2
        while taken.contains(Self.splitName(file).base) {
            number += 1
            file = recording.nextFileName(fileExtension: fileExtension, from: number)
        }
        return "\(folder)/\(file)"
    }

    /// Throws `exists` when a sidecar has this name. Any thread; blocks.
    public func refuseDescribed(_ name: String) throws(StorageError) {
        if exists("\(name).json") { throw .exists(path: "\(folder)/\(name).json") }
    }

    /// Returns the path of the recording's audio in a container. Any thread.
    public func path(name: String, container: AudioFormat.Container) throws(StorageError) -> String {
        try Self.checkName(name)
        return "\(folder)/\(name).\(container.fileExtension)"
    }
}
