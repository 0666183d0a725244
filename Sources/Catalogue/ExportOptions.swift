// Options of an export. Any thread; a value.
import Dictation
import Storage
import Stretch

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
    /// The section to export; nil for the whole recording.
    let section: TimelineSection?
    /// Frames of the section, once its places are known in a recording; nil for the whole recording.
    var range: Range<Int64>?

    /// Reads the options from a request. Throws `CatalogueError.usage`.
    init(_ request: Request) throws(CatalogueError) {
        to = request.text(.to) ?? ""
        isFolder = to.hasSuffix("/") || Library.isFolder(to)
        let last = to.split(separator: "/").last.map(String.init) ?? ""
        // A dot at the beginning makes a hidden file, not an extension.
        let dot = isFolder ? nil : last.lastIndex(of: ".").flatMap { $0 == last.startIndex ? nil : $0 }
        hasExtension = dot != nil
        let ending = dot.map { String(last[last.index(after: $0)...]).lowercased() }
        let named = ending.flatMap { ExportFormat.words.contains($0) ? $0 : nil }
        if let ending, named == nil, request.text(.format) == nil {
            let known = ExportFormat.words.map { "." + $0 }.joined(separator: ", ")
            throw .usage("export: no format has the ending .\(ending); use one of \(known), or add --format")
        }
        section = TimelineSection(request)
        let isSkipping = request.flag(.skipSilence)
        for key in [ParameterKey.silenceLeft, .threshold] where request.values[key] != nil && !isSkipping {
            throw .usage("export: --\(key.rawValue) needs --skip-silence")
        }
        silence = isSkipping ? try SilenceQuery(request) : nil
        stretch = StretchSettings(rate: request.double(.rate) ?? 1, pitchCents: request.double(.pitch) ?? 0)
        do throws(FormatError) {
            format = try ExportFormat(
                word: request.text(.format) ?? named ?? "wav", bits: request.text(.bits),
                bitRate: request.int(.bitrate).map(Int.init), sampleRate: request.int(.samplerate).map(Int.init))
        } catch {
            throw .usage("export: \(error.description)")
        }
    }

    /// Throws `.noFolder` if the folder of the files does not exist, and `.noPermission` if it cannot be written: before any
    /// work. Blocks on the disk.
    func checkFolder() throws(StorageError) {
        try Library.checkFolder(to.hasSuffix("/") || isFolder ? to : Library.folder(of: to))
    }

    /// Options of a delivery: AAC beside the recording's own files. Throws `CatalogueError.usage`.
    init(delivery folder: String, bitRate: Int?) throws(CatalogueError) {
        (to, isFolder, hasExtension, section, silence, stretch) = (folder, true, false, nil, nil, StretchSettings())
        do throws(FormatError) {
            format = try ExportFormat(word: "m4a", bits: nil, bitRate: bitRate, sampleRate: nil)
        } catch {
            throw .usage("deliver: \(error.description)")
        }
    }

    /// Options of a rendering: all of the recording as it is heard, to this file.
    init(rendering format: ExportFormat, to path: String) {
        (to, isFolder, hasExtension, section, silence, stretch) = (path, false, true, nil, nil, StretchSettings())
        self.format = format
    }

    /// Path of the file for the recording with this name. A name without an extension gets that of the format.
    func path(_ name: String) -> String {
        guard isFolder else { return hasExtension ? to : "\(to).\(format.fileExtension)" }
        return (to.hasSuffix("/") ? to : to + "/") + "\(name).\(format.fileExtension)"
    }
}
