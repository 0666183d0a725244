// Derives recordings from a group of files. One owner at a time; blocks on the disk.
import Dictation
internal import Messages
import System
import Words

/// The recordings in a group of files whose names share a beginning.
///
/// `Ownership` decides which files belong together. When the files match their sidecar, the sidecar is believed and no audio
/// is opened.
struct LibraryDerivation {
    /// The library.
    let library: Library
    /// The recordings found.
    private(set) var entries: [LibraryEntry] = []
    /// True if the disk gave an error for one of the files, or lacked one outside of the group: it may be read the next time.
    private(set) var isUncertain = false
    private var stamps: [String: FolderScan.Stamp] = [:]
    /// Stamps of the transcripts, by the names of their recordings.
    private var transcripts: [String: FolderScan.Stamp] = [:]
    /// Rows of the index with lines, by the sources of these.
    private let known: [String: Int64]

    /// Derives the recordings from all files of a group. Lines whose source is among the `known` ones are not read. Blocks.
    init(_ library: Library, _ files: [(name: String, stamp: FolderScan.Stamp)], known: [String: Int64]) {
        self.library = library
        self.known = known
        for file in files where Library.isAudio(file.name) { stamps[file.name] = file.stamp }
        for file in files where file.name.hasBytes(last: Library.transcriptEnding) {
            transcripts[file.name.droppingBytes(last: Library.transcriptEnding.utf8.count)] = file.stamp
        }
        let ownership = Ownership(library, files.map(\.name))
        for recording in ownership.described { describe(recording) }
        for (name, error) in ownership.unread {
            note(error)
            if let copied = library.copiedRecording(name, isDamaged: true) {
                describe(copied, error.description)
            } else {
                describe(name, ownership.files(of: name), error.description)
            }
        }
        for (name, file) in ownership.alone { describe(name, [file], "") }
    }

    /// Adds an item for a recording with a sidecar, or with a second copy of one that has a problem.
    private mutating func describe(_ recording: Recording, _ problem: String = "") {
        let path = recording.wholeSegment.map { library.path(of: $0.file) } ?? ""
        var item = LibraryItem(name: recording.name, path: path)
        item.id = recording.id
        item.kilobits = recording.segments.kilobits
        item.title = recording.title
        item.artist = recording.artist
        item.note = recording.note
        item.tags = recording.tags
        (item.isFavourite, item.fields) = (recording.isFavourite, recording.fields)
        item.state = recording.state
        item.created = recording.created
        item.markers = recording.markers.count
        item.playPosition = recording.place
        item.segments = recording.segments.count
        item.frames = recording.timeline.length
        if let first = recording.segments.first {
            (item.rate, item.channels, item.container, item.encoding) = (
                first.rate, first.channels, first.container, first.encoding
            )
        } else {
            item.problem = tr("its sidecar names no audio")
        }
        var heard = recording.timeline.length
        for segment in recording.segments {
            guard let stamp = stamps[segment.file] ?? stamp(of: segment) else {
                item.problem = tr("\(segment.file) is missing")
                if isElsewhere(segment, of: recording) { isUncertain = true }
                item.bytes = item.bytes.boundedSum(segment.bytes)
                continue
            }
            item.bytes = item.bytes.boundedSum(stamp.bytes)
            item.modified = item.modified.map { max($0, stamp.modified) } ?? stamp.modified
            if stamp.bytes != segment.bytes { heard = heard.boundedSum(look(at: segment, &item)) }
        }
        if !problem.isEmpty { item.problem = problem }
        item.frames = max(0, heard)
        item.seconds = item.rate > 0 ? Double(item.frames) / Double(item.rate) : 0
        var entry = LibraryEntry(item: item)
        entry.markers = recording.markers.map { "\($0.name) \($0.note)" }.joined(separator: "\n")
        if let stamp = transcripts[recording.name] { addLines(of: recording, stamp, to: &entry) }
        entries.append(entry)
    }

    /// Adds the lines that are heard. A transcript that cannot be read is a problem: no search finds its words.
    private mutating func addLines(of recording: Recording, _ stamp: FolderScan.Stamp, to entry: inout LibraryEntry) {
        let source = Self.source(of: recording, stamp)
        if let row = known[source] {
            (entry.source, entry.kept) = (source, row)
            return
        }
        do throws(StorageError) {
            let transcript = try library.transcript(of: recording.name)
            entry.source = source
            entry.lines = TimelineText(transcript, recording.timeline).lines.map { FoundLine(frame: $0.start, text: $0.text) }
        } catch {
            note(error)
            entry.isUnread = true
            if entry.item.problem.isEmpty { entry.item.problem = error.description }
        }
    }

    /// A text that changes with the lines that are heard: with the file of the transcript, and with the timeline.
    private static func source(of recording: Recording, _ stamp: FolderScan.Stamp) -> String {
        let time = stamp.modified
        var parts = [recording.name, "\(stamp.bytes) \(time.seconds) \(time.nanoseconds) \(stamp.inode)"]
        for span in recording.timeline.spans { parts += [span.segment, "\(span.first) \(span.length)"] }
        return DecodeKey.hash(text: parts.joined(separator: "\u{0}"))
    }

    /// Updates an item when another program has changed the audio. Returns the change of length in frames when the recording
    /// plays the whole file, else 0.
    private mutating func look(at segment: Segment, _ item: inout LibraryItem) -> Int64 {
        do throws(StorageError) {
            let found = try library.segment(file: segment.file)
            (item.container, item.encoding) = (found.container, found.encoding)
            return item.segments == 1 && item.frames == segment.frames ? found.frames - segment.frames : 0
        } catch {
            note(error)
            item.problem = error.description
            return 0
        }
    }

    private mutating func note(_ error: StorageError) { if case .system = error { isUncertain = true } }

    /// True for a file outside of the group, whose return changes nothing in it.
    private func isElsewhere(_ segment: Segment, of recording: Recording) -> Bool {
        segment.isReference || !Library.isAudio(segment.file)
            || FolderScan.root(of: segment.file) != FolderScan.root(of: "\(recording.name).json")
    }

    /// Stamp of a file outside of the group: one that lies elsewhere, has another name, or is readable by ffmpeg only.
    private func stamp(of segment: Segment) -> FolderScan.Stamp? {
        do throws(StorageError) {
            let status = try FileStatus(of: library.path(of: segment.file))
            return FolderScan.Stamp(bytes: status.bytes, modified: status.modified, inode: 0)
        } catch {
            return nil
        }
    }

    /// Adds an item for files without a valid sidecar, described from the audio.
    private mutating func describe(_ name: String, _ files: [String], _ problem: String) {
        guard let first = files.first else { return }
        var item = LibraryItem(name: name, path: library.path(of: first))
        item.problem = problem
        if files.count > 1 { item.path = "" }
        item.segments = files.count
        var segments: [Segment] = []
        for file in files {
            guard let stamp = stamps[file] else { continue }
            item.bytes = item.bytes.boundedSum(stamp.bytes)
            item.modified = item.modified.map { max($0, stamp.modified) } ?? stamp.modified
            do throws(StorageError) {
                let segment = try library.segment(file: file)
                segments.append(segment)
                if item.created.isEmpty {
                    (item.created, item.rate, item.channels, item.container, item.encoding) = (
                        segment.created, segment.rate, segment.channels, segment.container, segment.encoding
                    )
                }
                item.frames = item.frames.boundedSum(segment.frames)
                if item.id.isUnset { item.id = try library.bareIdentity(segment, of: name) }
            } catch {
                note(error)
                if item.problem.isEmpty { item.problem = error.description }
            }
        }
        item.kilobits = segments.kilobits
        if item.created.isEmpty { item.created = item.modified?.iso8601 ?? "" }
        item.seconds = item.rate > 0 ? Double(item.frames) / Double(item.rate) : 0
        var entry = LibraryEntry(item: item)
        if let stamp = transcripts[name], let recording = try? library.rebuiltRecording(name) {
            addLines(of: recording, stamp, to: &entry)
        }
        entries.append(entry)
    }
}

extension Library {
    /// Path of a segment's file. Any thread.
    public func path(of file: String) -> String { file.hasBytes(first: "/") ? file : "\(folder)/\(file)" }
}
