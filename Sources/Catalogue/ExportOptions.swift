// The options of an export, read from its request. Any thread may hold the value.
import Dictation
import Storage
import Stretch

/// What is exported, how, and where to.
struct ExportOptions: Hashable {
    /// Absolute: a folder, or a file.
    let to: String
    let isFolder: Bool
    let format: ExportFormat
    let stretch: StretchSettings
    let from: TimeSpan?
    let until: TimeSpan?

    init(_ request: Request) throws(CatalogueError) {
        to = request.text(.to) ?? ""
        isFolder = to.hasSuffix("/") || Library.isFolder(to)
        let last = to.split(separator: "/").last.map(String.init) ?? ""
        let ending = isFolder ? nil : last.lastIndex(of: ".").map { String(last[last.index(after: $0)...]).lowercased() }
        let named = ending.flatMap { ExportFormat.words.contains($0) ? $0 : nil }
        from = request.time(.from)
        until = request.time(.until)
        stretch = StretchSettings(rate: request.double(.rate) ?? 1, pitchCents: request.double(.pitch) ?? 0)
        do throws(FormatError) {
            format = try ExportFormat(
                word: request.text(.format) ?? named ?? "wav", bits: request.text(.bits),
                bitRate: request.int(.bitrate).map(Int.init), sampleRate: request.int(.samplerate).map(Int.init))
        } catch {
            throw .usage("export: \(error.description)")
        }
    }

    /// Beside the recording's own files, as AAC.
    init(delivery folder: String, bitRate: Int?) throws(CatalogueError) {
        (to, isFolder, from, until, stretch) = (folder, true, nil, nil, StretchSettings())
        do throws(FormatError) {
            format = try ExportFormat(word: "m4a", bits: nil, bitRate: bitRate, sampleRate: nil)
        } catch {
            throw .usage("deliver: \(error.description)")
        }
    }

    func path(_ name: String) -> String {
        guard isFolder else { return to }
        return (to.hasSuffix("/") ? to : to + "/") + "\(name).\(format.fileExtension)"
    }
}
