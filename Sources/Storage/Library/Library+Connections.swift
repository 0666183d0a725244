// Keeps the port connections of an engine. One owner at a time; blocks on the disk.
public import Dictation

extension Library {
    /// Path of the file with an engine's connections. It lies in the library, so each session has its own.
    private func connectionsPath(_ engine: String) -> String {
        "\(folder)/.\(String(engine.map { $0 == "/" ? "_" : $0 }).prefix(100)).connections"
    }

    /// Returns the saved connections of an engine, empty when none are saved. Blocks. Throws `badMetadata`.
    public func connections(of engine: String) throws(StorageError) -> ConnectionMemory {
        let path = connectionsPath(engine)
        let bytes: [UInt8]
        do throws(StorageError) { bytes = try Self.contents(of: path) } catch .missing { return ConnectionMemory() }
        do throws(RecordingError) {
            return try ConnectionMemory(parsing: bytes)
        } catch {
            throw .badMetadata(path: path, reason: "\(error)")
        }
    }

    /// Moves an unreadable file of connections aside, where no later save overwrites it, and returns its new path. Blocks.
    public func putConnectionsAside(of engine: String) throws(StorageError) -> String {
        try Self.putAside(connectionsPath(engine))
    }

    /// Saves the connections of an engine. Blocks until they are on the disk.
    public func keep(_ connections: ConnectionMemory, of engine: String) throws(StorageError) {
        try checkPlace()
        try Self.replace(connectionsPath(engine), with: connections.printed)
    }
}
