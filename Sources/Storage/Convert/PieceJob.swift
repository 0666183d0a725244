// Long work in short steps. One thread at a time.

/// Long work in short steps, so its thread can do other work in between. An abandoned job leaves nothing behind.
public protocol PieceJob: AnyObject {
    /// Part of the work done, 0 to 1.
    var fraction: Double { get }
    /// Does one piece of work. Blocks. Returns true when all is done.
    func step() throws(StorageError) -> Bool
}
