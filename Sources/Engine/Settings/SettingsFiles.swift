// The settings files as they were last read. Any thread; a value.

/// The user's settings file and, in a session, the file of its project.
struct SettingsFiles: Sendable {
    /// The user's file.
    var own: SettingsFile
    /// The file of the session's project; nil outside a session. Settings that belong to projects are stored only there.
    var project: SettingsFile?

    /// The files as they are on the disk now. Blocks on the disk.
    func read() -> SettingsFiles {
        var files = self
        files.own.read()
        files.project?.read()
        return files
    }
}
