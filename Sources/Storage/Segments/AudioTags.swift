// The tags and markers of an audio file. A value; any thread, and reading one from a file blocks on the disk.
import CSndFile
public import Dictation
internal import JSON
internal import Messages
import System

/// Title, artist, date, comment, words and markers of an audio file, from any program.
public struct AudioTags: Sendable, Hashable {
    /// Title of the audio.
    public var title = ""
    /// Artist or author.
    public var artist = ""
    /// Date as written in the file: a year, a day or a moment.
    public var date = ""
    /// Time of the beginning of the sound, as another program writes it: with a time of day, and with a zone if it has one. Dicta writes
    /// ISO 8601 in UTC. Empty without.
    public var recorded = ""
    /// Free text.
    public var comment = ""
    /// The words, each line with its time (LRC) if it is known; empty without.
    public var lyrics = ""
    /// Number of the file among others that belong together, and their count; nil for a file by itself. Written only.
    public var track: Track?
    /// Cue points and chapters.
    public var markers: [Marker] = []

    /// A number among several.
    public struct Track: Sendable, Hashable {
        /// The number, from 1.
        public let number: Int
        /// The count of all.
        public let count: Int

        /// Makes a number.
        public init(_ number: Int, of count: Int) { (self.number, self.count) = (number, count) }
    }

    /// Makes empty tags.
    public init() {}

    /// The time of the beginning of the sound, by a file whose time of writing gives `written` for it. A date alone is that day,
    /// month or year; the rest is that of the file if it was written then.
    func beginning(written: Timestamp?) -> Timestamp? {
        let all = [recorded, date].compactMap { RecordedDate($0) }
        guard let found = all.first(where: \.hasTime) ?? all.first else { return nil }
        guard !found.hasTime, let written, written.local.prefix(found.told) == found.time.local.prefix(found.told) else {
            return found.time
        }
        return written
    }

    /// The local date and time with its zone, as one text; only the date of one that has no more.
    var localDate: String { RecordedDate(recorded)?.time.local ?? date }

    /// True without text and markers.
    public var isEmpty: Bool { self == AudioTags() }

    /// Reads the tags of a file that libsndfile can open. Blocks.
    ///
    /// The markers are the cue points of a WAV, those of an AIFF, or the chapters that ffprobe finds in another file where it is installed.
    init(_ reader: SegmentReader) throws(StorageError) {
        title = reader.text(SF_STR_TITLE)
        artist = reader.text(SF_STR_ARTIST)
        date = reader.text(SF_STR_DATE)
        comment = reader.text(SF_STR_COMMENT)
        // A WAV with its bytes the other way round, or behind a tag of MP3, is read by ffprobe.
        if ["wav", "rf64"].contains(reader.info.container), let tags = try? WaveTags(path: reader.path) {
            take(tags)
        } else if let program = ForeignProgram.find("ffprobe") {
            let found = try Self(program, reader.path, rate: reader.info.rate)
            markers = found.markers
            // Fill in the texts that libsndfile cannot read in this container.
            if title.isEmpty { title = found.title }
            if artist.isEmpty { artist = found.artist }
            // The day and the time of an MP3 stand in tags of their own.
            if found.date.hasPrefix(date) { date = found.date }
            recorded = found.recorded
            if comment.isEmpty { comment = found.comment }
            lyrics = found.lyrics
        }
        if reader.info.container == "aiff" {
            // An ID3 tag in it may have chapters instead.
            let marks = try AIFFMarks.read(reader.path)
            if !marks.isEmpty { markers = marks }
        }
        markers = markers.filter { (0..<max(1, reader.info.frames)).contains($0.frame) }
    }

    /// Takes over what the chunks of a WAV tell.
    mutating func take(_ tags: WaveTags) {
        markers = tags.markers
        if let about = tags.description, RecordedDate(about.date) != nil { recorded = "\(about.date) \(about.time)" }
        if comment.isEmpty { comment = tags.description?.description ?? "" }
    }

    /// Reads the tags through ffprobe; they stay empty where it is not installed. Marker positions are in frames at `rate`.
    /// Blocks.
    init(probing path: String, rate: Int) throws(StorageError) {
        guard let program = ForeignProgram.find("ffprobe") else { return }
        self = try Self(program, path, rate: rate)
    }

    private init(_ program: String, _ path: String, rate: Int) throws(StorageError) {
        let answer = try ForeignProgram.run(
            program,
            [
                "-v", "error", "-protocol_whitelist", "file", "-show_entries", "format_tags:stream_tags", "-show_chapters", "-of",
                "json=string_validation=ignore", "file:\(path)",
            ])
        let tree: JSONTree
        do throws(JSONError) {
            // Tags that are no UTF-8 come as they are.
            tree = try JSONTree(parsing: Array(String(foreign: answer.output).withWindowsLetters.utf8))
        } catch {
            throw .converterRefused(path: path, reason: tr("the answer of ffprobe is unreadable: \(error)"))
        }
        // Ogg has tags at the stream, every other container at the file.
        let places = [tree["format"]?["tags"]] + (tree["streams"]?.list ?? []).map { $0["tags"] }
        func text(_ key: String) -> String {
            for case .object(let members)? in places {
                // An MP3 names the language of its lyrics.
                let found = members.first { $0.key.lowercased().split(separator: "-").first ?? "" == key }?.value.text
                if let found { return found }
            }
            return ""
        }
        title = text("title")
        artist = text("artist")
        date = text("date")
        // A camera of Apple's tells its zone there; the other time is that of UTC.
        recorded = ["com.apple.quicktime.creationdate", "creation_time"].map(text).first { RecordedDate($0) != nil } ?? ""
        comment = text("comment")
        lyrics = text("lyrics")
        for (number, chapter) in (tree["chapters"]?.list ?? []).enumerated() {
            guard let start = chapter["start_time"]?.text.flatMap(Double.init), start >= 0, start < 1e9 else { continue }
            let told = chapter["tags"]?["title"]?.text ?? ""
            // In an MP3 ffmpeg calls a chapter without a name by its number.
            let name = told == "ch\(number)" ? "" : told
            markers.append(Marker(frame: Int64(nearest: start * Double(rate)), name: name))
        }
        // The chapter that `ChapterText` puts before the first marker is none.
        if markers.count > 1, let first = markers.first, first.frame == 0, first.name == title { markers.removeFirst() }
    }
}

extension SegmentReader {
    /// Returns one of libsndfile's tag strings, or an empty one.
    func text(_ which: Int) -> String {
        guard let text = unsafe sf_get_string(sound, Int32(which)) else { return "" }
        let bytes = unsafe Self.bytes(text)
        return info.container == "aiff" ? String(foreignMac: bytes) : String(foreign: bytes).withWindowsLetters
    }
    /// The bytes of a C text.
    private static func bytes(_ text: UnsafePointer<CChar>) -> [UInt8] {
        var bytes: [UInt8] = []
        while unsafe text[bytes.count] != 0 { bytes.append(UInt8(bitPattern: unsafe text[bytes.count])) }
        return bytes
    }
}
