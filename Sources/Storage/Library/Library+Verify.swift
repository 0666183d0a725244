// Checks recordings for damage. One owner at a time; blocks on the disk.

extension Library {
    /// Returns the problems of a recording, none when it is intact. Blocks; opens the audio. `deep` also decodes every frame.
    public func verify(_ name: String, deep: Bool) throws(StorageError) -> [String] {
        let job = VerifyJob(self, name, deep: deep)
        while try !job.step() {}
        return job.problems
    }
}
