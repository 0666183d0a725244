// The files that settings are kept in, as they were read last. A value of any thread.

/// The user's own file of settings and, in a session, the file of its project.
struct SettingsFiles: Sendable {
    var own: SettingsFile
    /// File of the session's project, where there is one: a project's keys stand there and nowhere else.
    var project: SettingsFile?

    /// The same files as they are now. Blocks on the disk.
    func read() -> SettingsFiles {
        var files = self
        files.own.read()
        files.project?.read()
        return files
    }
}
