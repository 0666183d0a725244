// Options of an export. Any thread; a value.
import Dictation
internal import Messages
import Storage
import Stretch
import Words

/// The range, format and destination of an export.
struct ExportOptions: Hashable {
    /// Absolute path of a folder or a file.
    let to: String
    /// True if `to` is a folder.
    let isFolder: Bool
    /// True if the name of the file has an extension.
    private let hasExtension: Bool
    /// Format of the file.
    let format: ExportFormat
    /// Rate and pitch.
    let stretch: StretchSettings
    /// The silences to skip; nil for none.
    let silence: SilenceQuery?
    /// The loudness that the file is to have; nil to leave it as it is.
    let loudness: LoudnessTarget?
    /// Gain of the file in dB.
    private(set) var gain = 0.0
    /// The channels that become files of their own; nil in the list stands for the whole sound.
    let voices: [ExportVoice?]
    /// The channel of the file, once it is one of several; nil for the whole sound.
    var voice: ExportVoice?
    /// True if each stretch of the timeline becomes a file of its own.
    let isBySegment: Bool
    /// Number of the file among the stretches, once it is one of several; nil otherwise.
    var track: AudioTags.Track?
    /// The words that go with the file; nil for none.
    let words: ExportWords?
    /// True for a file of chapters beside it.
    let hasChapterFile: Bool
    /// The section to export; nil for the whole recording.
    let section: TimelineSection?
    /// Frames of the section, once its places are known in a recording; nil for the whole recording.
    var range: Range<Int64>?

    /// Reads the options from a request. Throws `CatalogueError.usage`.
    init(_ request: Request) throws(CatalogueError) {
        to = request.text(.to) ?? ""
        isFolder = to.hasBytes(last: "/") || Library.isFolder(to)
        let last = to.lastPart
        // A dot at the beginning makes a hidden file, not an extension.
        let dot = isFolder ? nil : last.lastIndex(ofByte: ".").flatMap { $0 == last.startIndex ? nil : $0 }
        hasExtension = dot != nil
        let ending = dot.map { last[$0...].droppingBytes(first: 1).lowercased() }
        let named = ending.flatMap { ExportFormat.words.contains($0) ? $0 : nil }
        if let ending, named == nil, request.text(.format) == nil {
            let known = ExportFormat.words.map { "." + $0 }.joined(separator: ", ")
            throw .usage(tr("export: no format has the ending .\(ending); use one of \(known), or add --format"))
        }
        section = TimelineSection(request)
        let isSkipping = request.flag(.skipSilence)
        for key in [ParameterKey.silenceLeft, .threshold] where request.values[key] != nil && !isSkipping {
            throw .usage(tr("export: --\(key.rawValue) needs --skip-silence"))
        }
        silence = isSkipping ? try SilenceQuery(request) : nil
        loudness = try LoudnessTarget(request)
        gain = request.double(.gain) ?? 0
        guard gain == 0 || loudness == nil else {
            throw .usage(tr("export: --loudness finds the gain itself; leave --gain out"))
        }
        voices = ExportVoice.all(request.text(.voice))
        stretch = StretchSettings(rate: request.double(.rate) ?? 1, pitchCents: request.double(.pitch) ?? 0)
        do throws(FormatError) {
            format = try ExportFormat(
                word: request.text(.format) ?? named ?? "wav", bits: request.text(.bits),
                bitRate: request.int(.bitrate).map(Int.init), sampleRate: request.int(.samplerate).map(Int.init))
        } catch {
            throw .usage("export: \(error.description)")
        }
        words = try ExportWords(request, in: format)
        hasChapterFile = request.flag(.chapterFile)
        isBySegment = request.flag(.segments)
        guard isFolder || !isBySegment else {
            throw .usage(tr("export: --segments makes several files; give --to an existing folder, or a path that ends in /"))
        }
        if let ending, let same = endings.first(where: { $0 == ending }) {
            throw .usage(tr("export: the file and its words would both end in .\(same); give --to the ending of a sound file"))
        }
    }

    /// Endings of the files beside an exported one.
    var endings: [String] { [words?.beside?.ending, hasChapterFile ? PodcastChapters.ending : nil].compactMap(\.self) }

    /// Throws `.usage` if a file beside would be taken for the description of a recording.
    func checkEndings(_ library: Library) throws(CatalogueError) {
        guard endings.contains(where: { $0.hasSuffix("json") }), library.owns(path("x")) else { return }
        throw .usage(
            tr("export: in the library a .json file describes a recording; export to another folder, or choose another format"))
    }

    /// Throws `.noFolder` if the folder of the files does not exist, and `.noPermission` if it cannot be written: before any
    /// work. Blocks on the disk.
    func checkFolder() throws(StorageError) {
        try Library.checkFolder(to.hasBytes(last: "/") || isFolder ? to : Library.folder(of: to))
    }

    /// Options of a delivery: AAC beside the recording's own files. Throws `CatalogueError.usage`.
    init(delivery folder: String, _ request: Request, loudness: LoudnessTarget?) throws(CatalogueError) {
        (to, isFolder, hasExtension, section, silence, stretch) = (folder, true, false, nil, nil, StretchSettings())
        (self.loudness, voices, hasChapterFile, isBySegment) = (loudness, [nil], false, false)
        do throws(FormatError) {
            format = try ExportFormat(word: "m4a", bits: nil, bitRate: request.int(.bitrate).map(Int.init), sampleRate: nil)
        } catch {
            throw .usage("deliver: \(error.description)")
        }
        words = try ExportWords(request, in: format)
    }

    /// Options of a rendering: all of the recording as it is heard, to this file.
    init(rendering format: ExportFormat, to path: String) {
        (to, isFolder, hasExtension, section, silence, stretch) = (path, false, true, nil, nil, StretchSettings())
        (loudness, voices, words, hasChapterFile, isBySegment) = (nil, [nil], nil, false, false)
        self.format = format
    }

    /// Path of the file for the recording with this name. A name without an extension gets that of the format. The file of a
    /// channel is named after it, unless it is the only one and the path names it.
    func path(_ name: String) -> String {
        let side = voice.map { "-\($0.rawValue)" } ?? ""
        let number = track.map { "-\($0.number)" } ?? ""
        guard !isFolder else {
            return (to.hasBytes(last: "/") ? to : to + "/") + "\(name)\(number)\(side).\(format.fileExtension)"
        }
        let whole = hasExtension ? to : "\(to).\(format.fileExtension)"
        guard voices.count > 1, let dot = whole.lastIndex(ofByte: ".") else { return whole }
        return whole[..<dot] + side + whole[dot...]
    }
}
