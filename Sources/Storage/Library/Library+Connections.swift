// One thread at a time (the library worker; the control loop before it runs); blocks on the disk.
public import Dictation

extension Library {
    /// Where an engine keeps what its ports are connected to: in the library, so that each session has its own.
    private func patchPath(_ engine: String) -> String {
        "\(folder)/.\(String(engine.map { $0 == "/" ? "_" : $0 }).prefix(100)).connections"
    }

    /// Blocks. Nothing where none are kept.
    public func connections(of engine: String) throws(StorageError) -> ConnectionMemory {
        let path = patchPath(engine)
        let bytes: [UInt8]
        do throws(StorageError) { bytes = try Self.contents(of: path) } catch .missing { return ConnectionMemory() }
        do throws(RecordingError) {
            return try ConnectionMemory(parsing: bytes)
        } catch {
            throw .badMetadata(path: path, reason: "\(error)")
        }
    }

    /// Blocks. Those that cannot be understood, out of the way of the next; gives where they are.
    public func putConnectionsAside(of engine: String) throws(StorageError) -> String { try Self.putAside(patchPath(engine)) }

    /// Blocks until it is on the disk.
    public func keep(_ connections: ConnectionMemory, of engine: String) throws(StorageError) {
        try Self.replace(patchPath(engine), with: connections.printed)
    }
}
