// The settings files as they were last read. Any thread; a value.

/// The user's settings file and, over it, the file of this engine or, in a session, that of its project.
public struct SettingsFiles: Sendable {
    /// The user's file, for all engines.
    var common: SettingsFile
    /// The file of this engine; nil for the standard engine, in a session, and where the command line names the file.
    var engine: SettingsFile?
    /// The file of the session's project; nil outside a session. Settings that belong to projects are stored only there.
    var project: SettingsFile?

    /// The files as they are on the disk now. Blocks on the disk.
    public func read() -> SettingsFiles {
        var files = self
        files.common.read()
        files.engine?.read()
        files.project?.read()
        return files
    }
}
