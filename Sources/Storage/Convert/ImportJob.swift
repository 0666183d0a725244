// Imports a foreign audio file in short steps. One thread at a time; each step blocks on the disk for a moment only.
public import Dictation
public import Messages
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
        /// Name of the recording; nil for the file's own name, made legal.
        public var name: String?
        /// True to import contents that the library has already.
        public var isAgain = false
        /// True for a file that was found in a folder: ffmpeg gets it only if its ending is one of sound, since it also reads
        /// lists and texts.
        public var isFound = false
        /// Tags to add.
        public var tags: [String] = []
        /// The artist, in place of that in the file; nil for that one.
        public var artist: String?
        /// The title, in place of that in the file; nil for that one.
        public var title: String?

        /// Makes the standard options: a copy under the file's own name.
        public init() {}
    }

    /// Step of the work.
    private enum Stage {
        /// The contents are compared with those that were imported before.
        case identifying(FileDigest)
        /// The frames of an encoded file are counted before it is copied: its header may be wrong, and its decoder may hang.
        case counting(HelpedCount, SegmentReader)
        case copying(FileCopy)
        /// The sound is copied behind a header that counts it.
        case mending(WaveMending)
        case decoding(FFmpegRun)
        /// A file in which libsndfile cannot seek is decoded by it from the beginning to the end.
        case unrolling(SequentialCopy)
        /// A referenced file that only ffmpeg can read is decoded into the cache, where its length is known.
        case caching(Decoding)
        case drawing(PeakScan)
        case done
    }

    private let library: Library
    /// Path of the file as it was given.
    private let path: String
    /// Path of the file without links, from which it is read.
    private let source: String
    /// The file, if its name is not UTF-8: it stays open as long as it is read.
    private let odd: OddlyNamedFile?
    private let options: Options
    /// Name of the recording: the wanted one, or the next free name at the end.
    public private(set) var name: String
    /// The recording that was made of the same contents earlier: nothing is imported then. Nil for new contents.
    public private(set) var twin: String?
    /// Identity of the contents; nil before it is known.
    private var contents: Identifier?
    private let imported: ImportedContents?
    /// The imported recording; nil before the end, and with a twin.
    public private(set) var recording: Recording?
    /// Size of the source in bytes.
    public let sourceBytes: Int64
    /// Number of markers beyond the space of a sidecar.
    public private(set) var markersLeftOut = 0
    /// Number of the words that the tags had, with their times.
    public private(set) var words = 0
    /// Number of those past the end of the sound, which are left out.
    public private(set) var wordsLeftOut = 0
    private var stage: Stage
    /// Costs of the audio and of its waveform. A file that is only referred to has no copy.
    private var shares = WorkShares([0, 1])
    /// The hidden file, locked while the job uses it.
    private var temporary: (descriptor: Int32, path: String)?
    /// True if the hidden file belongs to a change that is half done.
    private var isPlaced = false
    private var tags = AudioTags()
    /// Notes for the user on a file that is not as its header says; none for any other file.
    public private(set) var notes: [StoredText] = []
    /// The note about what lies behind the file, which holds in whatever way the sound comes in.
    private var joinedNote: [StoredText] = []
    /// The samples of a WAV by its header; nil for other files.
    private var claim: WaveClaim?
    private var segment: Segment?
    /// Frames of a FLAC whose header does not tell the length that it has; nil for any other file.
    private var lengthMissing: Int64?
    /// Channels of a file that ffmpeg decodes; 0 if they are not known.
    private var sourceChannels = 0
    /// Frames by the header, of a file that libsndfile does not read whole: what ffmpeg finds is compared with it.
    private var claimed: Int64?
    /// True once ffmpeg decodes the file.
    private var isDecoded = false
    /// True for a file that only ffmpeg reads: nothing else tells its damage.
    private var isForeign = false
    /// Length in seconds that a file tells ffmpeg; nil if it does not.
    private var said: Double?
    private let reserve: Int64

    /// Name of the waveform until the audio has its final name; unlike that of any other import.
    private let drawing = Library.hiddenName("import-")
    /// Beginning of the hidden file's name.
    private static let prefix = ".dicta-import-"

    /// Begins an import. Blocks. `reserve` bytes must stay free on the disk. Contents that are among `imported` are left alone; nil
    /// looks for none. Throws `exists`, `notAudio`, `noDecoder`, `diskFull` and `reserved`.
    public init(
        _ library: Library, _ path: String, _ options: Options, imported: ImportedContents? = nil, reserve: Int64 = 0
    ) throws(StorageError) {
        self.library = library
        self.imported = options.isAgain ? nil : imported
        self.path = path
        self.options = options
        self.reserve = reserve
        odd = try OddlyNamedFile(path)
        if let odd { source = odd.path } else { source = try onDisk("look at", path, File.realPath(path)) }
        guard odd == nil || !options.isReference else {
            throw .notAudio(
                path: path, reason: tr("a file whose name is not UTF-8 cannot be referred to; rename it, or copy it in"))
        }
        sourceBytes = try FileStatus(of: source).bytes
        name = try library.freshName(options.name ?? Library.legalName(from: Library.baseName(ofPath: path)))
        if let wanted = options.name, wanted != name { throw .exists(path: library.path(of: wanted)) }
        stage = .identifying(try FileDigest(source))
    }

    /// Opens the file, and chooses the way by which its sound comes in.
    private func beginWithSound() throws(StorageError) {
        let reader: SegmentReader
        let isSequential = SegmentReader.mustBeSequential(source)
        do throws(StorageError) {
            if try beginMending() { return }
            reader = try SegmentReader(path: source, isSequential: isSequential && !options.isReference)
        } catch .notAudio(_, let reason) {
            guard !options.isFound || Library.mayHaveSound(shown) else { throw .notAudio(path: shown, reason: reason) }
            if Library.isAudio(shown), !isSequential { notes.append(StoredText(tr("\(shown): \(reason); ffmpeg decoded it"))) }
            isForeign = !SegmentReader.fallsShort(source)
            if options.isReference { try beginCaching() } else { try beginDecoding() }
            return
        }
        tags = try AudioTags(reader)
        if options.isReference {
            noteCut(reader)
            let found = try library.segment(file: source)
            segment = try library.moved(found, to: source)
            tellChannels(found.channels)
            stage = .drawing(try PeakScan(library, source))
        } else if reader.isEncoded {
            shares = WorkShares([FrameCost.reading(.mp3), FrameCost.reading(.mp3)])
            stage = .counting(try HelpedCount(source, claimed: reader.info.frames), reader)
        } else if reader.info.container.hasPrefix("iff ") {
            // An Amiga's form counts as audio by no ending of the library, and FLAC has all of its samples.
            noteCut(reader)
            try beginUnrolling(source)
        } else {
            try beginCopying(reader)
        }
    }

    deinit {
        guard let temporary else { return }
        File.close(temporary.descriptor)
        if !isPlaced { Folder.removeQuietly(temporary.path) }
        library.removePeaks(drawing)
    }

    /// Part of the work done, 0 to 1: a tenth for the comparison with other contents, the rest for what follows.
    public var fraction: Double {
        let rest =
            switch stage {
            case .identifying(let digest): (digest.fraction - 1) / 9
            case .counting(let count, _): shares.fraction(0, count.fraction)
            case .copying(let copy): shares.fraction(0, copy.fraction)
            case .mending(let copy): shares.fraction(0, copy.fraction)
            case .decoding(let run): shares.fraction(0, run.fraction ?? 0)
            case .unrolling(let copy): shares.fraction(0, copy.fraction)
            case .caching(let decoding): shares.fraction(0, decoding.fraction ?? 0)
            case .drawing(let scan): shares.fraction(1, scan.fraction)
            case .done: 1.0
            }
        return 0.1 + 0.9 * rest
    }

    /// Does one piece of work. Returns true when the recording is complete.
    public func step() throws(StorageError) -> Bool {
        do throws(StorageError) { return try proceed() } catch { throw told(error) }
    }

    /// Path of the file for people.
    private var shown: String { odd == nil ? source : path }

    /// The error with the file that the user knows in place of a hidden one. A full disk is the library's, since the source is
    /// only read.
    private func told(_ error: StorageError) -> StorageError {
        guard let temporary else { return error }
        if case .diskFull = error { return .diskFull(path: library.path(of: target)) }
        return error.told(of: library.path(of: target), insteadOf: temporary.path).told(of: shown, insteadOf: source)
    }

    /// Name of the file that the copy will have.
    private var target: String {
        if let segment { return segment.file }
        if case .copying(let copy) = stage { return "\(name).\(fileExtension(copy.container))" }
        if case .mending = stage { return "\(name).\(fileExtension("wav"))" }
        return "\(name).flac"
    }

    /// Does one piece of work. An error may name the hidden file.
    private func proceed() throws(StorageError) -> Bool {
        switch stage {
        case .identifying(let digest):
            guard let contents = try digest.step() else { return false }
            self.contents = contents
            twin = imported?.name(of: contents, asReference: options.isReference)
            if twin != nil {
                stage = .done
                return true
            }
            try beginWithSound()
        case .counting(let count, let reader): try advance(count, reader)
        case .copying(let copy):
            guard try copy.step() else { return false }
            try beginDrawing(as: target)
        case .mending(let copy):
            guard try copy.step() else { return false }
            if let temporary, SegmentReader.mustBeSequential(temporary.path) {
                try beginUnrolling(temporary.path)
            } else {
                try beginDrawing(as: target)
            }
        case .unrolling(let copy):
            try checkRoom(for: 0)
            guard try copy.step() else { return false }
            try beginDrawing(as: target)
        case .decoding(let run):
            try checkRoom(for: 0)
            do throws(StorageError) {
                guard try run.step() else { return false }
            } catch .converterRefused(_, let reason) {
                throw .decoderRefused(path: shown, reason: reason)
            }
            try beginDrawing(as: target)
        case .caching(let decoding):
            Poll.wait(reading: decoding.descriptors, milliseconds: 20)
            guard let decoded = try decoding.look() else { return false }
            try refer(to: decoded, decoding.report)
        case .drawing(let scan):
            do throws(StorageError) {
                guard try scan.step() else { return false }
            } catch .notAudio(_, let reason) where !isDecoded {
                // The first whole reading finds what the header does not tell.
                claimed = segment?.frames
                try decode(because: reason)
                return false
            }
            try commit()
            stage = .done
        case .done: return true
        }
        return recording != nil
    }

    // MARK: Parts

    /// Counts on. A file with as many frames as it should have is copied, any other one decoded by ffmpeg.
    private func advance(_ count: HelpedCount, _ reader: SegmentReader) throws(StorageError) {
        let reason: String
        do throws(StorageError) {
            guard try count.step() else { return }
            // The bytes tell where the sound of a block ends that libsndfile reads to its end.
            let isPadded = reader.isSequential && count.frames > reader.info.frames
            if count.frames != reader.info.frames, !isPadded {
                claimed = reader.info.frames
                reason = tr("libsndfile finds another length than its header says")
            } else if reader.info.container == "ogg", try isJoined() {
                reason = tr("several streams are joined in it")
            } else if reader.isSequential {
                noteCut(reader)
                return try beginUnrolling(source)
            } else {
                return try beginCopying(reader)
            }
        } catch .notAudio(_, let words) {
            claimed = reader.info.frames
            reason = words
        }
        try decode(because: reason)
    }

    /// Begins anew: ffmpeg decodes a file that libsndfile does not read whole.
    private func decode(because reason: String) throws(StorageError) {
        if let made = temporary {
            File.close(made.descriptor)
            Folder.removeQuietly(made.path)
        }
        (temporary, segment, lengthMissing) = (nil, nil, nil)
        notes = [StoredText(tr("\(shown): \(reason); ffmpeg decoded it"))] + joinedNote
        if options.isReference { try beginCaching() } else { try beginDecoding() }
    }

    /// Tells the difference of what ffmpeg has found to the header, but for the delays of encoders.
    private func compare(_ info: SegmentInfo) {
        guard let claimed, abs(info.frames - claimed) > Int64(info.rate / 10) else { return }
        let found = TimeSpan.comparison(info.frames, to: claimed, rate: info.rate)
        let reason = tr("it is \(found) than its header says")
        notes[0] = StoredText(tr("\(shown): \(reason); ffmpeg decoded it"))
    }

    /// Tells the damage of a file that only ffmpeg reads: it goes on after it, and ends without an error.
    private func tellDamage(_ report: FFmpegReport, _ info: SegmentInfo) {
        guard isForeign else { return }
        // Pauses may be left out in a container: the times in it go on.
        let heard = max(report.seconds, info.seconds)
        let whole = report.isGuess ? 0 : said ?? 0
        let isShort = heard < whole - 0.1
        if report.isCut || isShort && report.lost == 0 {
            let words = SoundLength.brokenOff(
                info.frames, of: isShort ? Int64(nearest: whole * Double(info.rate)) : 0, rate: info.rate)
            notes.append(StoredText(tr("\(shown): \(words); what is there was taken")))
            return
        }
        let isGap = report.lost == 0 && report.trouble != nil && info.seconds < whole - 0.1
        let count = isGap ? 1 : report.lost
        if count > 0 {
            notes.append(
                StoredText(
                    tr(
                        count, "\(shown): \(count) place could not be decoded; the sound after it may come early",
                        "\(shown): \(count) places could not be decoded; the sound after them may come early")))
        }
    }

    /// True if the source is several Ogg streams, of which libsndfile reads the first one.
    private func isJoined() throws(StorageError) -> Bool {
        let descriptor = try onDisk("open", source, File.open(source, .read, .noWait))
        // Only read, so a failing close loses nothing.
        defer { File.close(descriptor) }
        let bytes = try FileStatus(of: descriptor, path: source).bytes
        return try SoundLength.isJoined(ByteSource(descriptor, path: source, length: bytes))
    }

    /// Begins to copy the sound of a WAV whose header is wrong. False for any other file, and for one that is only referred to.
    private func beginMending() throws(StorageError) -> Bool {
        guard let claim = try WaveClaim.of(source) else {
            if let rest = try ContainerEnd.rest(of: source) { tellRest(rest) }
            return false
        }
        self.claim = claim
        if claim.isJoined { tellRest(.file("WAV")) }
        guard claim.isWrong, !options.isReference else { return false }
        try checkRoom(for: claim.bytes, as: "\(name).wav")
        tags = try AudioTags(probing: source, rate: claim.rate)
        if let found = try? WaveTags(path: source) { tags.take(found) }
        shares = WorkShares([Double(claim.bytes) * FrameCost.copying, FrameCost.reading(.wav) * Double(claim.frames)])
        let length = TimeSpan.length(claim.frames, rate: claim.rate)
        notes.append(
            StoredText(tr("\(shown): its header was never closed, or counts less than it has; all \(length) of sound were taken"))
        )
        stage = .mending(try WaveMending(source, claim, to: try makeTemporary().descriptor))
        return true
    }

    /// Notes what lies behind the end of the file.
    private func tellRest(_ rest: ContainerEnd.Rest) {
        let words =
            switch rest {
            case .file(let kind): tr("\(shown): another \(kind) is joined behind its end, and was left out")
            case .bytes(let count): tr("\(shown): \(ByteSize(count)) behind its end are no part of it, and were left out")
            }
        joinedNote = [StoredText(words)]
        notes += joinedNote
    }

    /// Tells that a file broke off.
    private func noteCut(_ reader: SegmentReader) {
        guard case .cut(let frames, let said) = reader.found else { return }
        let words = SoundLength.brokenOff(frames, of: said, rate: reader.info.rate)
        notes.append(StoredText(tr("\(shown): \(words); what is there was taken")))
    }

    /// Begins to copy a file that libsndfile can read.
    private func beginCopying(_ reader: SegmentReader) throws(StorageError) {
        let info = reader.info
        noteCut(reader)
        if reader.found != .asClaimed, info.container == "flac" { lengthMissing = info.frames }
        let bytes = try FileStatus(of: source).bytes
        try checkRoom(for: bytes, as: "\(name).\(fileExtension(info.container))")
        // A copy costs by its bytes; the waveform costs by the frames.
        let drawing = FrameCost.reading(AudioFormat.Container(rawValue: info.container)) * Double(max(0, info.frames))
        shares = WorkShares([Double(bytes) * FrameCost.copying, drawing])
        stage = .copying(try FileCopy(source, to: try makeTemporary().descriptor, container: info.container))
    }

    /// Throws `diskFull` or `reserved` if the disk has no room for so many more bytes of a file.
    private func checkRoom(for bytes: Int64, as file: String? = nil) throws(StorageError) {
        try DiskSpace.require(bytes, for: library.path(of: file ?? target), in: library.folder, keeping: reserve)
    }

    /// Begins to decode a file that is only referred to, unless the cache has it: its exact length is known then.
    private func beginCaching() throws(StorageError) {
        isDecoded = true
        let cache = DecodeCache(reserve: reserve)
        if let decoded = try cache.find(source) { return try refer(to: decoded) }
        shares = WorkShares([FrameCost.decoding, FrameCost.reading(.wav)])
        stage = .caching(try cache.decode(source))
    }

    /// Describes the referenced file by its decoded copy, and begins to compute its waveform.
    private func refer(to decoded: String, _ report: FFmpegReport? = nil) throws(StorageError) {
        let info = try SegmentReader(path: decoded).info
        compare(info)
        let depth = try SourceDepth(probing: source)
        said = depth.seconds
        if let report { tellDamage(report, info) }
        var encoding = depth.codec
        if SegmentReader.mustBeSequential(source) {
            // ffprobe does not know each of these encodings, and takes NMS for AMR.
            let reader = try SegmentReader(path: source, isSequential: true)
            encoding = reader.info.encoding
            tags = try AudioTags(reader)
        } else {
            tags = try AudioTags(probing: source, rate: info.rate)
        }
        let status = try FileStatus(of: source)
        let kind = Library.splitName(source).fileExtension.lowercased()
        var made = Segment(
            file: source, created: status.modified.earlier(by: Int(Int64(nearest: info.seconds.rounded(.up)))).iso8601,
            container: kind.isEmpty ? "unknown" : kind, encoding: encoding, rate: info.rate,
            channels: max(info.channels, depth.channels))
        made.frames = info.frames
        made.bytes = status.bytes
        made.inode = status.identityText
        segment = made
        tellChannels(made.channels)
        tellTracks(depth.tracks)
        stage = .drawing(try PeakScan(library, made, decoded: decoded))
    }

    /// Begins to decode a file with ffmpeg into FLAC, which is lossless and a third of the size of floats. It has 16 bits where
    /// the source has no more, as AAC and the like, and 24 otherwise.
    private func beginDecoding() throws(StorageError) {
        isDecoded = true
        guard ForeignProgram.find("ffmpeg") != nil else { throw .noDecoder(path: shown) }
        let depth = try SourceDepth(probing: source)
        (sourceChannels, said) = (depth.channels, depth.seconds)
        tellTracks(depth.tracks)
        // FLAC keeps up to eight channels, which are mixed when they are heard, and one layout for each number of them: ffmpeg moves
        // others there. It mixes more channels.
        let layouts = depth.channels > 8 ? "stereo" : "mono|stereo|3.0|quad|5.0|5.1|6.1|7.1"
        let mix = depth.channels > 8 || depth.hasPlaces ? ["-af", "aformat=channel_layouts=\(layouts)"] : []
        let samples = depth.bits == 16 ? ["-sample_fmt", "s16"] : ["-sample_fmt", "s32", "-bits_per_raw_sample", "24"]
        // A link cannot take the place of the open file.
        let target = File.path(of: try makeTemporary().descriptor)
        shares = WorkShares([FrameCost.decoding + FrameCost.writing(.flac), FrameCost.reading(.flac)])
        stage = .decoding(
            try FFmpegRun(
                [
                    "-i", "file:\(source)", "-map", "0:a:0", "-vn", "-sn", "-dn", "-c:a", "flac",
                ] + mix + samples + ["-map_metadata", "-1", "-f", "flac", "-y", "file:\(target)"], on: source))
    }

    /// Begins to decode a file in which libsndfile cannot seek into FLAC, with all of its samples. A hidden file made so far goes.
    private func beginUnrolling(_ path: String) throws(StorageError) {
        let old = temporary
        let target = try makeTemporary().descriptor
        defer {
            if let old {
                File.close(old.descriptor)
                Folder.removeQuietly(old.path)
            }
        }
        shares = WorkShares([FrameCost.decoding + FrameCost.writing(.flac), FrameCost.reading(.flac)])
        stage = .unrolling(try SequentialCopy(path, as: .flac, to: target, without: claim))
    }

    /// Makes the hidden file.
    private func makeTemporary() throws(StorageError) -> (descriptor: Int32, path: String) {
        let mode = (FileMode(of: source)?.ofCopy ?? FileMode.ordinary) & FileMode.ordinary
        let made = try library.makeTemporary(prefix: Self.prefix, mode: mode)
        temporary = made
        return made
    }

    /// Finishes the hidden file and begins to compute its waveform.
    private func beginDrawing(as file: String) throws(StorageError) {
        guard let temporary else { return }
        if case .decoding(let run) = stage {
            let info = try SegmentReader(path: temporary.path).info
            compare(info)
            tellDamage(run.report, info)
            tags = try AudioTags(probing: source, rate: info.rate)
        }
        // A FLAC without its length would be looked through at each opening, and a cut one tells a wrong one.
        if let lengthMissing { try StreamRepair.setLength(lengthMissing, of: temporary.descriptor, temporary.path) }
        let status = try FileStatus(of: source)
        // The copy gets the time of its source.
        let (seconds, nanoseconds) = status.modificationTime
        try? File.setTimes(temporary.descriptor, seconds: seconds, nanoseconds: nanoseconds)
        try onDisk("sync", temporary.path, File.sync(temporary.descriptor))
        var made = try library.segment(file: temporary.path)
        made.file = file
        segment = made
        tellChannels(sourceChannels > 0 ? sourceChannels : made.channels)
        stage = .drawing(try PeakScan(library, path: temporary.path, target: Library.peakName(of: drawing)))
    }

    /// Notes that a file has more channels than are heard.
    private func tellChannels(_ count: Int) {
        guard count > 2 else { return }
        notes.append(StoredText(tr("\(shown) has \(count) channels, which are mixed to two when it is heard")))
    }

    /// Notes that ffmpeg takes the first of several tracks of sound.
    private func tellTracks(_ count: Int) {
        guard count > 1 else { return }
        notes.append(StoredText(tr("\(shown) has \(count) tracks of sound; the first was taken")))
    }

    /// Extension for the copy: the source's own, if it counts as audio, else that of the container.
    private func fileExtension(_ container: String) -> String {
        let own = Library.splitName(shown).fileExtension
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
                isPlaced = error.isHalfDone
                // A take or another program has taken the name in the meantime.
                guard error.isTakenName, options.name == nil else { throw error }
                refused.insert(name)
                name = try library.freshName(Library.legalName(from: Library.baseName(ofPath: path)), avoiding: refused)
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
        var segment = segment
        segment.source = contents
        var made = Recording(name: name, created: created(segment), segment: segment)
        // The padding of a last block belongs to the file, and is no sound.
        let heard = claim?.sound(of: segment.frames) ?? segment.frames
        if heard < segment.frames { made.edits = EditHistory(Timeline([Span(segment: segment.file, length: heard)])) }
        made.id = .fresh()
        made.title = options.title ?? tags.title
        made.artist = options.artist ?? tags.artist
        made.note = tags.comment
        made.retag(adding: options.tags)
        made.edits.arrangement.add(tags.markers)
        if made.fittingText == nil, let fitting = made.withFittingMarkers() { (made, markersLeftOut) = fitting }
        return made.identified
    }

    /// The final change as an intent.
    private func intent(_ made: Recording, _ segment: Segment) throws(StorageError) -> Intent {
        var intent = Intent(name: name)
        if let temporary {
            let from = temporary.path.lastPart
            intent.moves = [.init(from: from, to: segment.file)]
        }
        intent.sidecars = [.init(file: "\(name).json", text: String(decoding: try library.text(of: made), as: UTF8.self))]
        (words, wordsLeftOut) = library.addTranscript(tags.lyrics, to: made, &intent)
        return intent
    }

    /// Time of creation: that which the file tells, else the time of the last change less the length.
    private func created(_ segment: Segment) -> String {
        tags.beginning(written: Timestamp(iso8601: segment.created))?.iso8601 ?? segment.created
    }
}
