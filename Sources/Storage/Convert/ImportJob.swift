// Imports a foreign audio file in short steps. One thread at a time; each step blocks on the disk for a moment only.
public import Dictation
import System

/// Imports a foreign audio file into the library: as a copy, decoded when only ffmpeg can read it, or as a reference.
///
/// The audio is first written to a hidden file; name, sidecar and waveform follow in one change at the end. An abandoned job
/// leaves nothing behind, and `recover` removes the file of a killed program.
public final class ImportJob: PieceJob {
    /// Options of an import.
    public struct Options: Sendable, Hashable {
        /// True to refer to the file instead of copying it.
        public var isReference = false
        /// Name of the recording; nil for the file's own name.
        public var name: String?
        /// Tags to add.
        public var tags: [String] = []

        /// Makes the standard options: a copy under the file's own name.
        public init() {}
    }

    /// Step of the work.
    private enum Stage {
        case copying(FileCopy)
        case decoding(FFmpegRun)
        case drawing(PeakScan)
        case done
    }

    private let library: Library
    private let source: String
    private let options: Options
    /// Name of the recording: the wanted one, or the next free name at the end.
    public private(set) var name: String
    /// The imported recording; nil before the end.
    public private(set) var recording: Recording?
    /// Number of markers beyond the space of a sidecar.
    public private(set) var markersLeftOut = 0
    private var stage: Stage
    /// The hidden file, locked while the job uses it.
    private var temporary: (descriptor: Int32, path: String)?
    private var tags = AudioTags()
    private var segment: Segment?
    private let reserve: Int64

    /// Name of the waveform until the audio has its final name; unlike that of any other import.
    private let drawing = Library.hiddenName("import-")
    /// Beginning of the hidden file's name.
    private static let prefix = ".dicta-import-"

    /// Begins an import and makes an empty hidden file, except for a reference. Blocks. `reserve` bytes must stay free on the
    /// disk. Throws `exists`, `notAudio`, `noDecoder` and `diskFull`.
    public init(_ library: Library, _ path: String, _ options: Options, reserve: Int64 = 0) throws(StorageError) {
        self.library = library
        self.options = options
        self.reserve = reserve
        source = try onDisk("look at", path, File.realPath(path))
        name = try library.freshName(options.name ?? Library.baseName(ofPath: path))
        if let wanted = options.name, wanted != name { throw .exists(path: library.path(of: wanted)) }
        stage = .done
        let reader: SegmentReader
        do throws(StorageError) {
            reader = try SegmentReader(path: source)
        } catch .notAudio(let path, let reason) {
            guard !options.isReference else {
                throw .notAudio(path: path, reason: "\(reason); import it without --reference, and ffmpeg decodes it")
            }
            try beginDecoding()
            return
        }
        tags = try AudioTags(reader)
        if options.isReference {
            segment = try library.segment(file: source)
            stage = .drawing(try PeakScan(library, source))
        } else {
            try beginCopying(reader.info)
        }
    }

    deinit {
        guard let temporary else { return }
        // The hidden file is of no use any more.
        File.close(temporary.descriptor)
        Folder.removeQuietly(temporary.path)
        library.removePeaks(drawing)
    }

    /// Part of the work done, 0 to 1; the waveform counts for the last tenth.
    public var fraction: Double {
        switch stage {
        case .copying(let copy): 0.9 * copy.fraction
        case .decoding(let run): 0.9 * (run.fraction ?? 0)
        case .drawing(let scan): 0.9 + 0.1 * scan.fraction
        case .done: 1
        }
    }

    /// Does one piece of work. Returns true when the recording is complete.
    public func step() throws(StorageError) -> Bool {
        switch stage {
        case .copying(let copy):
            guard try copy.step() else { return false }
            try beginDrawing(as: "\(name).\(fileExtension(copy.container))")
        case .decoding(let run):
            if try DiskSpace.at(library.folder).available < reserve { throw .diskFull(path: library.folder) }
            do throws(StorageError) {
                guard try run.step() else { return false }
            } catch .converterRefused(_, let reason) {
                throw .decoderRefused(path: source, reason: reason)
            }
            try beginDrawing(as: "\(name).flac")
        case .drawing(let scan):
            guard try scan.step() else { return false }
            try commit()
            stage = .done
        case .done: return true
        }
        return recording != nil
    }

    // MARK: Parts

    /// Begins to copy a file that libsndfile can read.
    private func beginCopying(_ info: SegmentInfo) throws(StorageError) {
        let bytes = try FileStatus(of: source).bytes
        guard try DiskSpace.at(library.folder).available - reserve > bytes else { throw .diskFull(path: library.folder) }
        stage = .copying(try FileCopy(source, to: try makeTemporary().descriptor, container: info.container))
    }

    /// Begins to decode a file with ffmpeg into FLAC with 24 bits: a third of the size of floats, and lossless for AAC and the
    /// like.
    private func beginDecoding() throws(StorageError) {
        guard ForeignProgram.find("ffmpeg") != nil else { throw .noDecoder(path: source) }
        let target = try makeTemporary().path
        stage = .decoding(
            try FFmpegRun(
                [
                    "-i", "file:\(source)", "-map", "0:a:0", "-vn", "-sn", "-dn", "-af", "aformat=channel_layouts=stereo|mono",
                    "-c:a", "flac", "-sample_fmt", "s32", "-bits_per_raw_sample", "24", "-map_metadata", "-1", "-f", "flac",
                    "-y", "file:\(target)",
                ], on: source))
    }

    /// Makes the hidden file.
    private func makeTemporary() throws(StorageError) -> (descriptor: Int32, path: String) {
        let mode = FileMode(of: source)?.ofCopy ?? FileMode.ordinary
        let made = try Library.makeTemporary(in: library.folder, prefix: Self.prefix, mode: mode)
        // The lock tells recovery that the file is in use; nobody else knows its name, so the lock cannot be refused.
        _ = try? File.lock(made.0)
        temporary = made
        return made
    }

    /// Finishes the hidden file and begins to compute its waveform.
    private func beginDrawing(as file: String) throws(StorageError) {
        guard let temporary else { return }
        if case .decoding = stage {
            let info = try SegmentReader(path: temporary.path).info
            tags = try AudioTags(probing: source, rate: info.rate)
        }
        let status = try FileStatus(of: source)
        // The copy gets the time of its source.
        let (seconds, nanoseconds) = status.modificationTime
        try? File.setTimes(temporary.descriptor, seconds: seconds, nanoseconds: nanoseconds)
        try onDisk("sync", temporary.path, File.sync(temporary.descriptor))
        var made = try library.segment(file: temporary.path)
        made.file = file
        segment = made
        stage = .drawing(try PeakScan(library, path: temporary.path, target: library.peakPath(of: drawing)))
    }

    /// Extension for the copy: the source's own, if it counts as audio, else that of the container.
    private func fileExtension(_ container: String) -> String {
        let own = Library.splitName(source).fileExtension
        if Library.isAudio("x.\(own)") { return own }
        return ["rf64": "wav", "aiff": "aiff", "au": "au"][container] ?? (Library.isAudio("x.\(container)") ? container : "wav")
    }

    /// Names the file and writes the sidecar, in one change.
    private func commit() throws(StorageError) {
        guard var segment else { return }
        let lock = try LibraryLock(library)
        var refused: Set<String> = []
        while true {
            do throws(StorageError) {
                try library.refuseTaken(name, among: try Folder.names(in: library.folder))
                let made = describe(segment)
                try library.carryOut(try intent(made, segment), lock)
                recording = made
                break
            } catch {
                // A take or another program has taken the name in the meantime.
                guard error.isTakenName, options.name == nil else { throw error }
                refused.insert(name)
                name = try library.freshName(Library.baseName(ofPath: source), avoiding: refused)
                guard !segment.isReference else { continue }
                segment.file = "\(name).\(Library.splitName(segment.file).fileExtension)"
            }
        }
        // The file belongs to the recording now.
        guard let made = temporary else { return }
        File.close(made.descriptor)
        temporary = nil
        library.movePeaks(drawing, to: segment.file)
    }

    /// Describes the recording from its segment and the file's tags.
    private func describe(_ segment: Segment) -> Recording {
        var made = Recording(name: name, created: created(segment), segment: segment)
        made.title = tags.title
        made.artist = tags.artist
        made.note = tags.comment
        made.retag(adding: options.tags)
        made.edits.arrangement.add(tags.markers)
        if made.fittingText == nil, let fitting = made.withFittingMarkers() { (made, markersLeftOut) = fitting }
        return made
    }

    /// The final change as an intent.
    private func intent(_ made: Recording, _ segment: Segment) throws(StorageError) -> Intent {
        var intent = Intent(name: name)
        if let temporary {
            let from = temporary.path.split(separator: "/").last.map(String.init) ?? ""
            intent.moves = [.init(from: from, to: segment.file)]
        }
        intent.sidecars = [.init(file: "\(name).json", text: String(decoding: try library.text(of: made), as: UTF8.self))]
        return intent
    }

    /// Time of creation: the file's date tag, if it is a time or a day, else the time of the last change less the length.
    private func created(_ segment: Segment) -> String { Self.moment(tags.date) ?? segment.created }

    /// The time or the day of a date tag, ISO 8601; nil for any other text. Broadcast files and cameras separate the numbers by
    /// any of several characters.
    static func moment(_ date: String) -> String? {
        let numbers = date.prefix(19).split { !("0"..."9").contains($0) }
        let whole: String
        switch numbers.count {
        case 3 where date.utf8.count == 10: whole = numbers.joined(separator: "-") + "T00:00:00Z"
        case 6: whole = numbers[..<3].joined(separator: "-") + "T" + numbers[3...].joined(separator: ":") + "Z"
        default: return nil
        }
        return Timestamp(iso8601: whole)?.iso8601
    }
}
