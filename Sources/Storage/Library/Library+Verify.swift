// Checks recordings for damage. One owner at a time; blocks on the disk.
import Dictation
internal import Messages

extension Library {
    /// Returns the problems of a recording, none when it is intact. Blocks; opens the audio. `deep` also decodes every frame.
    public func verify(_ name: String, deep: Bool) throws(StorageError) -> [String] {
        let job = VerifyJob(self, name, deep: deep)
        while try !job.step() {}
        return job.problems
    }

    /// Returns the files of transcripts that belong to no recording, with what is wrong. Blocks.
    public func transcriptsAlone() throws(StorageError) -> [(file: String, problem: String)] {
        let files = try Folder.names(in: folder)
        let present = Set(files)
        var alone: [(file: String, problem: String)] = []
        for file in files.sorted() where file.hasBytes(last: Self.transcriptEnding) {
            let name = file.droppingBytes(last: Self.transcriptEnding.utf8.count)
            if present.contains("\(name).json") { continue }
            if try ownership(of: name).has(name) { continue }
            alone.append(
                (
                    file,
                    tr("\(file) is a transcript without a recording '\(name)': rename it after its recording, or remove it")
                ))
        }
        return alone
    }
}
