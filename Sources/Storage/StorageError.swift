// Every failure on disk with its message to the user, written in this file only. A value; any thread.
import Dictation
internal import Messages
import System

/// A failure on disk: the kind, the file it hit, and a message that tells the user the next step.
public enum StorageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file or folder does not exist.
    case missing(path: String)
    /// The open file of a take was deleted.
    case takeDeleted(path: String)
    /// The open file of a take has another name now, or its folder has.
    case takeMoved(path: String, now: String)
    /// The file of a take was deleted while it was open; the copy has all of it.
    case takeWrittenAnew(path: String, copy: String)
    /// The same, and earlier files of the take, which were closed by then, are gone.
    case takePartsGone(path: String, copy: String, gone: [String])
    /// The name is taken; the existing file was left alone.
    case exists(path: String)
    /// The path names a folder where a file is needed.
    case isFolder(path: String)
    /// An edited text was not taken; it is still in the file.
    case refusedText(reason: String, path: String)
    /// The path names a file where a folder is needed.
    case notFolder(path: String)
    /// A symbolic link has the place of a file or folder that only this program makes; it was not followed.
    case isLink(path: String)
    /// The file has further names (hard links), and a change would change it under all of them.
    case hasOtherNames(path: String)
    /// Another user owns a folder or file that has the name of one of this program; it was left alone.
    case notOwn(path: String, owner: UInt32)
    /// The file is changed, and the disk has not confirmed it, for this reason: a power cut may bring the old one back.
    case unconfirmed(path: String, reason: String)
    /// The path of the library leads to another disk than it did: its own disk is not there.
    case diskGone(path: String)
    /// The folder of a library is a bare mount point: its disk is not there.
    case diskAway(path: String)
    /// The folder to write in does not exist.
    case noFolder(path: String)
    /// The user may not read or write the file.
    case noPermission(path: String)
    /// The file system is mounted read-only.
    case readOnly(path: String)
    /// The disk or the user's quota is full.
    case diskFull(path: String)
    /// The file would leave less free room on the disk than is kept for takes; `reserve` in bytes.
    case reserved(path: String, reserve: Int64)
    /// Any other refusal by the system; `code` is the errno.
    case system(operation: String, path: String, code: Int32)
    /// The file cannot be read as audio.
    case notAudio(path: String, reason: String)
    /// The audio library cannot write this format.
    case refusedFormat(path: String, reason: String)
    /// The text cannot be the name of a recording.
    case badName(name: String, reason: String)
    /// The file system does not accept the file name.
    case refusedName(path: String)
    /// A change of several files was interrupted, and can be neither finished nor undone now.
    case halfDone(name: String, reason: String)
    /// The folder has no recording with this name.
    case noSuchRecording(name: String, folder: String)
    /// Several recordings have an identity that begins so.
    case ambiguousID(id: String, names: [String])
    /// The recording cannot be pointed to that file.
    case notRelinked(name: String, reason: String)
    /// A file of the recording is not in the library any more.
    case gone(name: String, path: String)
    /// A file outside the library that the recording refers to is not there.
    case moved(name: String, path: String)
    /// The sidecar cannot be read.
    case badMetadata(path: String, reason: String)
    /// The description would be longer than a sidecar may be; nothing was changed.
    case tooMuchToSay(path: String)
    /// The words that are heard would make a transcript longer than one may be, by themselves; nothing was changed.
    case tooManyWords(path: String)
    /// The take was kept without its last markers, since the description would be longer than a sidecar may be.
    case markersLeftOut(name: String, count: Int)
    /// The take was kept as a recording of its own: the one that it was for is gone, and another has its name.
    case takeApart(name: String, kept: String)
    /// A newer program wrote the sidecar; it is left unchanged.
    case newerMetadata(path: String, schema: Int64)
    /// Another take or program is at work on the recording or holds its lock, or has changed the recording meanwhile.
    case busy(name: String)
    /// Another program has held the lock of the library for as long as a change waits for it.
    case locked(folder: String, holder: String)
    /// A take with this name was left open.
    case leftOpen(name: String)
    /// The index of recordings cannot be used; the recordings are untouched.
    case index(path: String, reason: String)
    /// The file was closed before this call.
    case alreadyClosed(path: String)
    /// The waveform cache of a file is unusable; it is measured again.
    case badPeaks(path: String, reason: String)
    /// The file is not a readable settings file.
    case refusedConfig(path: String, reason: String)
    /// Only ffmpeg may be able to read the file, and ffmpeg is not installed.
    case noDecoder(path: String)
    /// Only ffmpeg can write the format, and ffmpeg is not installed.
    case noEncoder(path: String)
    /// ffmpeg failed to convert the file.
    case converterRefused(path: String, reason: String)
    /// The files of the recording are not what was written; nothing was changed.
    case damaged(name: String, reason: String)
    /// The sidecar of another recording cannot be read, and may name files of this one; nothing was deleted.
    case unreadOther(name: String, reason: String)
    /// Another recording needs the only file of this one; nothing was changed.
    case namedByOther(name: String, file: String)
    /// A file of the recording would be deleted that has more channels than what is kept; nothing was changed.
    case holdsMore(name: String, file: String, channels: Int)
    /// A file of the recording would be deleted whose samples are finer than those of what is kept; nothing was changed.
    case holdsFiner(name: String, file: String, bits: Int)
    /// The written file failed its check and was removed.
    case notVerified(path: String, reason: String)
    /// The delivery's name is taken by a file that is not the previous delivery.
    case inTheWay(path: String)
    /// Nobody has written down the words of the recording.
    case noTranscript(name: String)
    /// The recording has no words to export, or none in the exported part.
    case noWords(name: String, inPart: Bool)
    /// The transcript of the recording has no words that could be exported: none were heard, or all were removed.
    case heardNoWords(name: String)
    /// The recording has no markers to export, or none in the exported part.
    case noMarkers(name: String, inPart: Bool)
    /// Neither libsndfile nor ffmpeg can read the file.
    case decoderRefused(path: String, reason: String)

    /// Sorts an errno into the cases that a user would treat differently.
    init(code: Int32, operation: String, path: String) {
        switch code {
        case Errno.missing: self = .missing(path: path)
        case Errno.exists: self = .exists(path: path)
        case Errno.isFolder: self = .isFolder(path: path)
        case Errno.notFolder: self = .notFolder(path: path)
        case Errno.noPermission, Errno.notPermitted: self = .noPermission(path: path)
        case Errno.readOnly: self = .readOnly(path: path)
        case Errno.diskFull, Errno.quotaFull: self = .diskFull(path: path)
        // No file has a name that its disk does not take: on eCryptfs, that of a transcript can be too long where its sound fits.
        case Errno.nameTooLong where ["look at", "open"].contains(operation): self = .missing(path: path)
        case Errno.invalid, Errno.badText, Errno.nameTooLong:
            let isNaming = ["create", "rename", "replace", "create the folder"].contains(operation)
            self = isNaming ? .refusedName(path: path) : .system(operation: operation, path: path, code: code)
        default: self = .system(operation: operation, path: path, code: code)
        }
    }

    /// True when only the name was refused because it is in use.
    public var isTakenName: Bool {
        switch self {
        case .exists, .busy, .leftOpen: true
        default: false
        }
    }

    /// True when a file lost its name while a take went into it; the message tells where the sound is.
    public var isLossOfName: Bool {
        switch self {
        case .takeDeleted, .takeMoved, .takeWrittenAnew, .takePartsGone: true
        default: false
        }
    }

    /// True for a link, or a file that this user may not open: others stand beside it that can be used.
    var isObstacle: Bool {
        switch self {
        case .isLink, .noPermission: true
        default: false
        }
    }

    /// True for a text that was read but cannot be understood; false for a file that cannot be read now.
    public var isBadText: Bool {
        switch self {
        case .badMetadata, .newerMetadata: true
        default: false
        }
    }

    /// True when a change was neither finished nor undone: all its files are needed still, hidden ones too.
    var isHalfDone: Bool { if case .halfDone = self { true } else { false } }

    /// The message to the user: the file, the reason and the next step.
    public var description: String {
        switch self {
        case .missing(let path):
            tr("\(path) does not exist; check the name")
        case .takeDeleted(let path):
            tr("\(path) was deleted while it is being recorded; the take goes on, and its end writes the file anew")
        case .takeMoved(let path, let now):
            tr(
                "the file of the take was moved away from \(path), and its sound is in \(now): move it, or its folder, back, then run"
                    + " 'dicta recover'")
        case .takeWrittenAnew(let path, let copy):
            tr("\(path) was deleted while it was being recorded; all of the take was written anew, to \(copy)")
        case .takePartsGone(let path, let copy, let gone):
            Self.goneParts(path, copy, gone.count, gone.prefix(20).map(\.lastPart).joined(separator: ", "))
        case .exists(let path):
            tr("\(path) exists already and was left as it is; choose another name")
        case .refusedText(let reason, let path): tr("\(reason); the text is kept in \(path)")
        case .isFolder(let path):
            tr("\(path) is a folder; name a file in it")
        case .notFolder(let path):
            tr("\(path) is not a folder; name another place")
        case .isLink(let path):
            tr(
                "\(path) is a symbolic link, and nothing behind it was changed: Dicta follows no link at the place of its own"
                    + " files and folders; remove the link, or put what it leads to in its place")
        case .hasOtherNames(let path):
            tr(
                "\(path) is the same file as one under another name (a hard link), and was not repaired, since that one would change"
                    + " too: put a copy in its place (cp FILE COPY, mv COPY FILE), then run 'dicta recover'")
        case .notOwn(let path, let owner):
            tr(
                "\(path) belongs to user \(owner) and was left as it is: Dicta uses such a folder only if it is this user's or that"
                    + " of the owner of the folder around it; move it away, or change its owner (chown)")
        case .diskGone(let path):
            tr(
                "the disk of \(path) is away, and nothing is written in its place: mount it there again, or name another library"
                    + " and start again")
        case .diskAway(let path):
            tr(
                "the disk of \(path) is away, and nothing is written in its place: mount it there, or name another library; to use"
                    + " that path without the disk from now on, make the folder (mkdir -p) and a file in it first")
        case .unconfirmed(let path, let reason):
            tr(
                "\(path) is changed, but the disk did not confirm it: \(reason); a power cut may bring the old one back: check the"
                    + " disk")
        case .noFolder(let path):
            tr("the folder \(path) does not exist; make it first (mkdir -p), or name another one")
        case .noPermission(let path):
            tr("\(path): permission denied; change its permissions or use another folder")
        case .readOnly(let path):
            tr("\(path) is on a read-only file system; use another folder")
        case .diskFull(let path):
            tr("\(path): the disk is full; free some space or record to another disk")
        case .reserved(let path, let reserve):
            tr(
                "\(path) was not written, since its disk would have less than \(ByteSize(reserve)) free, which are kept for"
                    + " takes; free some space, or lower the setting reserve")
        case .system(_, let path, Errno.fileTooLarge):
            tr(
                "\(path): the limit of file sizes is reached, that of the user or service (ulimit -f, LimitFSIZE) or of the file"
                    + " system; raise it, or use another disk")
        case .system(_, let path, let code) where code == Errno.descriptorsFull || code == Errno.machineDescriptorsFull:
            tr("\(path): \(SystemError.reason(for: code)); end programs that have many files open, then try again")
        case .system(let operation, let path, let code):
            Self.refusal(of: operation, path, SystemError.reason(for: code)).text
        case .notAudio(let path, let reason):
            tr("\(path) cannot be read as audio: \(reason)")
        case .refusedFormat(let path, let reason):
            tr("\(path) cannot be written in this format: \(reason); ask for another one")
        case .badName(let name, let reason):
            tr("\"\(name)\" cannot be a recording's name: \(reason)")
        case .refusedName(let path):
            tr("\(path): the file system takes no such name; choose a shorter one without \" * : < > ? | or backslash")
        case .halfDone(let name, let reason):
            tr(
                "\(name): a change of its files was interrupted and can be neither finished nor undone: \(reason); "
                    + "fix that, then run 'dicta recover'")
        case .noSuchRecording(let name, let folder):
            tr("no recording \"\(name)\" in \(folder); 'dicta ls' lists those that are there")
        case .ambiguousID(let id, let names): Self.ambiguity(of: id, names.joined(separator: tr(" and of "))).text
        case .notRelinked(let name, let reason): tr("\(name) was left as it is: \(reason)")
        case .moved(let name, let path):
            tr("\(path) is moved or missing: 'dicta relink \(name.shellWord) PATH' points \(name) to its new place")
        case .gone(let name, let path):
            tr("\(path) is missing, so \(name) cannot be opened: move the file back ('dicta quarantine' lists those put aside)")
        case .badMetadata(let path, let reason) where path.hasBytes(last: Library.transcriptEnding):
            tr(
                "\(path) is not a readable transcript: \(reason); 'dicta recover' puts its second copy in its place; if there is"
                    + " none, move the file away")
        case .badMetadata(let path, let reason):
            tr("\(path) is not a readable description of a take: \(reason); the audio beside it is untouched")
        case .tooMuchToSay(let path): Self.length(of: path).text
        case .tooManyWords(let path):
            tr(
                "\(path) would exceed \(Library.mostBytes(of: path) >> 20) MiB, the longest transcript that can be read back, and was"
                    + " left unchanged; write or import fewer words")
        case .markersLeftOut(let name, let count):
            tr(
                count,
                "\(count) marker of \(name) was left out, since its description would exceed \(Recording.mostBytes >> 20) MiB; a"
                    + " WAV file has it as a cue point",
                "\(count) markers of \(name) were left out, since its description would exceed \(Recording.mostBytes >> 20) MiB; a"
                    + " WAV file has them as cue points")
        case .takeApart(let name, let kept):
            tr("\(name) is another recording now, and the one that the take was for is gone: the take is the recording \(kept)")
        case .newerMetadata(let path, let schema):
            tr(
                "\(path) was written by a newer program (schema \(schema)) and is left as it is; use that program,"
                    + " or update this one")
        case .busy(let name):
            tr("\(name) is in use by another program or take; try again when that is done")
        case .locked(let folder, let holder):
            tr(
                "\(folder) is locked by \(holder), which changes it or was stopped in the middle: wait for its end, let it go on (fg,"
                    + " or kill -CONT), or end it, then try again")
        case .leftOpen(let name):
            tr("\(name) has a take that was left open; run 'dicta recover' first")
        case .index(path: "", let reason):
            tr("the list of recordings (in memory) fails: \(reason); delete it, no recording is lost")
        case .index(let path, let reason):
            tr("the list of recordings (\(path)) fails: \(reason); delete it, no recording is lost")
        case .alreadyClosed(let path):
            tr("\(path) is already closed; open a new file")
        case .badPeaks(let path, let reason):
            tr("\(path) is not a usable waveform: \(reason); delete it, it is made again")
        case .refusedConfig(let path, let reason):
            tr("\(path) cannot be used as settings: \(reason); check the file")
        case .noDecoder(let path):
            tr("\(path) cannot be read without the ffmpeg program, which is not in PATH: install it (apt install ffmpeg)")
        case .noEncoder(let path):
            tr("\(path) needs the ffmpeg program, which is not in PATH: install it (apt install ffmpeg) or choose another format")
        case .converterRefused(let path, let reason):
            tr("ffmpeg could not convert \(path): \(reason)")
        case .unreadOther(let name, let reason):
            tr(
                "no file of \(name) was deleted, since another recording may need it: \(reason); repair that description, or"
                    + " move it away, then try again")
        case .namedByOther(let name, let file): tr("\(name) was left as it is: another recording needs \(file)")
        case .damaged(let name, let reason):
            tr(
                "\(name) was left as it is, since its sound is not whole: \(reason); see 'dicta verify \(name.shellWord) --deep', and"
                    + " bring the file back from a copy, or accept it as it is with 'dicta recover'")
        case .holdsMore(let name, let file, let channels):
            tr(
                "\(name) was left as it is: \(file) has \(channels) channels, and two of them would be left; keep the file, or"
                    + " export it first")
        case .holdsFiner(let name, let file, let bits):
            tr(
                "\(name) was left as it is: \(file) has \(bits) bits a sample, and 24 of them are heard and would be left; keep the"
                    + " file (without --forget), or export it first")
        case .notVerified(let path, let reason):
            tr("\(path) was written wrongly and removed: \(reason); its source is untouched")
        case .inTheWay(let path):
            tr(
                "\(path) is in the way: it was not made from this recording as it is now; "
                    + "move it away, or 'dicta export' under another name")
        case .noTranscript(let name):
            tr(
                "\(name) has no transcript yet: make one (dicta transcribe \(name.shellWord)),"
                    + " or import one (dicta transcript import \(name.shellWord) FILE)")
        case .noWords(let name, inPart: false):
            tr(
                "\(name) has no words to export: make a transcript (dicta transcribe \(name.shellWord)), import one"
                    + " (dicta transcript import \(name.shellWord) FILE), or leave out --words")
        case .noWords(let name, inPart: true):
            tr(
                "\(name) has no words in the exported part, as far as its transcript knows; choose another part, or"
                    + " leave out --words")
        case .heardNoWords(let name):
            tr(
                "the transcript of \(name) has no words, so there are none to export: try another language (dicta transcribe"
                    + " \(name.shellWord) --again --language LANGUAGE), import a transcript (dicta transcript"
                    + " import \(name.shellWord) FILE), or leave out --words")
        case .noMarkers(let name, inPart: false):
            tr("\(name) has no markers for a file of chapters: set some (dicta mark), or leave out --chapter-file")
        case .noMarkers(let name, inPart: true):
            tr("\(name) has no markers in the exported part; choose another part, or leave out --chapter-file")
        case .decoderRefused(let path, let reason):
            tr("\(path) cannot be read as audio, not even by ffmpeg: \(reason)")
        }
    }

    /// The sentence about a take of which files were deleted that had been closed; `names` are the first of them.
    private static func goneParts(_ path: String, _ copy: String, _ count: Int, _ names: String) -> String {
        tr(
            count,
            "\(path) was deleted while it was being recorded, and was written anew, to \(copy); \(count) earlier file of the take was"
                + " closed by then and is gone: \(names)",
            "\(path) was deleted while it was being recorded, and was written anew, to \(copy); \(count) earlier files of the take were"
                + " closed by then and are gone: \(names)")
    }

    /// The sentence about an identity that several recordings have; `names` are those of the recordings.
    private static func ambiguity(of id: String, _ names: String) -> Message {
        "\"\(id)\" is the id, or the beginning of the id, of \(names); name one of them, or give more digits;"
            + " if all digits are the same, 'dicta copy' makes a recording with an id of its own"
    }

    /// The sentence about a description that would be too long.
    private static func length(of path: String) -> Message {
        let most = Library.mostBytes(of: path) >> 20
        guard path.hasBytes(last: Library.transcriptEnding) else {
            return "\(path) would exceed \(most) MiB, the longest description that can be read back, and was left unchanged;"
                + " remove markers, or give up undo ('dicta clean NAME --forget')"
        }
        return "\(path) would exceed \(most) MiB, the longest description that can be read back, and was left unchanged;"
            + " give up undo, whose files have words too ('dicta flatten NAME --forget')"
    }

    /// The sentence about an operation that the system refused: one for each, since languages order its words differently.
    private static func refusal(of operation: String, _ path: String, _ reason: String) -> Message {
        switch operation {
        case "ask the free space of": "cannot ask the free space of \(path): \(reason); check the disk"
        case "close": "cannot close \(path): \(reason); check the disk"
        case "copy": "cannot copy \(path): \(reason); check the disk"
        case "create": "cannot create \(path): \(reason); check the disk"
        case "create the folder": "cannot create the folder \(path): \(reason); check the disk"
        case "cut": "cannot cut \(path): \(reason); check the disk"
        case "limit": "cannot limit \(path): \(reason); check the disk"
        case "list": "cannot list \(path): \(reason); check the disk"
        case "lock": "cannot lock \(path): \(reason); check the disk"
        case "look at": "cannot look at \(path): \(reason); check the disk"
        case "name a file in": "cannot name a file in \(path): \(reason); check the disk"
        case "open": "cannot open \(path): \(reason); check the disk"
        case "open a second time in": "cannot open a new file in \(path) a second time: \(reason); check the disk"
        case "open the folder": "cannot open the folder \(path): \(reason); check the disk"
        case "put aside": "cannot put aside \(path): \(reason); check the disk"
        case "read": "cannot read \(path): \(reason); check the disk"
        case "remove": "cannot remove \(path): \(reason); check the disk"
        case "rename": "cannot rename \(path): \(reason); check the disk"
        case "replace": "cannot replace \(path): \(reason); check the disk"
        case "set the permissions of": "cannot set the permissions of \(path): \(reason); check the disk"
        case "start": "cannot start \(path): \(reason); check the disk"
        case "sync": "cannot sync \(path): \(reason); check the disk"
        case "sync the folder": "cannot sync the folder \(path): \(reason); check the disk"
        case "talk to": "cannot make a pipe to the program \(path): \(reason); end programs that have many files open"
        case "write": "cannot write \(path): \(reason); check the disk"
        case "transcribe": "cannot start a thread to transcribe \(path): \(reason); end programs that run many threads"
        case "write in the folder": "cannot write in the folder \(path): \(reason); check the disk"
        default: "cannot \(operation) \(path): \(reason); check the disk"
        }
    }
}
