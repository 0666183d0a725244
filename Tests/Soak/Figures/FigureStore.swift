// The figures of all runs in files. Main thread only; blocks on the disk.
import System
import TestSupport

/// Folder with the figures of all runs: `mixed.tsv` and `pauses.tsv` with a line for each engine and minute, `runs.tsv` with a line
/// for each run that has ended, `events.log`. Lines are added and synced, so a run that is killed loses its last minute at most.
final class FigureStore {
    private let folder: String

    /// Makes the folder.
    init(folder: String) throws(SoakError) {
        self.folder = folder
        do { try File.makeFolders(folder, mode: 0o755) } catch { throw .machine("\(folder): \(error)") }
    }

    /// Adds lines of figures of one moment.
    func add(_ figures: [EngineFigures], to step: StepName) throws(SoakError) {
        try append(figures.map(\.line), to: "\(step.rawValue).tsv", heading: EngineFigures.heading)
    }

    /// Adds the record of a run.
    func add(_ record: RunRecord) throws(SoakError) { try append([record.line], to: "runs.tsv", heading: "") }

    /// Adds a line to the log of events.
    func note(_ words: String) throws(SoakError) {
        try append(["\(Timestamp.now.local) \(words)"], to: "events.log", heading: "")
    }

    /// The figures of a step.
    func figures(_ step: StepName) -> [EngineFigures] { lines("\(step.rawValue).tsv").compactMap { EngineFigures(line: $0) } }

    /// The records of all runs that have ended.
    var records: [RunRecord] { lines("runs.tsv").compactMap { RunRecord(line: $0) } }

    /// Forgets all figures of a step. The log of events stays.
    func forget(_ step: StepName) throws(SoakError) {
        let kept = records.filter { $0.step != step }
        for name in ["\(step.rawValue).tsv", "runs.tsv"] where Files.exists("\(folder)/\(name)") {
            guard Files.remove("\(folder)/\(name)") else { throw .machine("\(folder)/\(name) cannot be removed") }
        }
        try append(kept.map(\.line), to: "runs.tsv", heading: "")
    }

    private func lines(_ name: String) -> [Substring] { (Files.read("\(folder)/\(name)") ?? "").split(separator: "\n") }

    private func append(_ lines: [String], to name: String, heading: String) throws(SoakError) {
        let path = "\(folder)/\(name)"
        let isNew = !Files.exists(path)
        let text = ((isNew && !heading.isEmpty ? [heading] : []) + lines).map { $0 + "\n" }.joined()
        do {
            let descriptor = try File.open(path, .write, [.create, .append], mode: 0o644)
            defer { File.close(descriptor) }
            // A line that a crash has cut off must not swallow the next one.
            try File.write(descriptor, Array((isNew || endsLine(path) ? "" : "\n").utf8) + Array(text.utf8))
            try File.syncData(descriptor)
        } catch {
            throw .machine("\(path): \(error)")
        }
    }

    private func endsLine(_ path: String) -> Bool { Files.read(path)?.hasSuffix("\n") ?? true }
}
