// A value any thread may hold; making one blocks on the disk.
import CSndFile
import Dictation

/// What a file says of itself beside its audio, whoever wrote it.
public struct AudioTags: Sendable, Hashable {
    public var title = ""
    public var artist = ""
    /// As it stands there: a year, a day, or a moment.
    public var date = ""
    public var comment = ""
    /// Cue points and chapters.
    public var markers: [SegmentMarker] = []

    public init() {}

    public var isEmpty: Bool { self == AudioTags() }

    /// Blocks. Of a file that libsndfile reads; what only ffprobe knows (chapters) is added where it is installed.
    init(_ reader: SegmentReader) throws(StorageError) {
        title = reader.text(SF_STR_TITLE)
        artist = reader.text(SF_STR_ARTIST)
        date = reader.text(SF_STR_DATE)
        comment = reader.text(SF_STR_COMMENT)
        if ["wav", "rf64"].contains(reader.info.container) {
            let tags = try WaveTags(path: reader.path)
            markers = tags.markers
            if comment.isEmpty { comment = tags.description?.description ?? "" }
        } else if let program = ForeignProgram.find("ffprobe") {
            let found = try Self(program, reader.path, rate: reader.info.rate)
            markers = found.markers
            // What libsndfile does not know of in this container.
            if title.isEmpty { title = found.title }
            if artist.isEmpty { artist = found.artist }
            if date.isEmpty { date = found.date }
            if comment.isEmpty { comment = found.comment }
        }
        markers = markers.filter { (0..<max(1, reader.info.frames)).contains($0.position) }
    }

    /// Blocks. As ffprobe tells it; nothing where there is none. Places are in frames of that rate.
    init(probing path: String, rate: Int) throws(StorageError) {
        guard let program = ForeignProgram.find("ffprobe") else { return }
        self = try Self(program, path, rate: rate)
    }

    private init(_ program: String, _ path: String, rate: Int) throws(StorageError) {
        let answer = try ForeignProgram.run(
            program,
            [
                "-v", "error", "-protocol_whitelist", "file", "-show_entries", "format_tags:stream_tags", "-show_chapters", "-of",
                "json", "file:\(path)",
            ])
        let tree: JSONTree
        do throws(JSONError) {
            tree = try JSONTree(parsing: answer.output)
        } catch {
            throw .converterRefused(path: path, reason: "what ffprobe says of it is \(error)")
        }
        // Ogg has them at the stream, all others at the file.
        let places = [tree["format"]?["tags"]] + (tree["streams"]?.list ?? []).map { $0["tags"] }
        func text(_ key: String) -> String {
            for case .object(let members)? in places {
                let found = members.first { $0.key.lowercased() == key }?.value.text
                if let found { return found }
            }
            return ""
        }
        title = text("title")
        artist = text("artist")
        date = text("date")
        comment = text("comment")
        for chapter in tree["chapters"]?.list ?? [] {
            guard let start = chapter["start_time"]?.text.flatMap(Double.init), start >= 0, start < 1e9 else { continue }
            let name = chapter["tags"]?["title"]?.text ?? ""
            markers.append(SegmentMarker(position: Int64(nearest: start * Double(rate)), name: name))
        }
    }
}

extension SegmentReader {
    /// One of libsndfile's strings, or nothing.
    func text(_ which: Int) -> String {
        guard let text = unsafe sf_get_string(sound, Int32(which)) else { return "" }
        return unsafe String(cString: text)
    }
}
