// One thread (the library worker, or the terminal alone).

/// Long work, done a piece at a time, so that its thread can do other things in between. Let go of before its end it leaves
/// nothing behind.
public protocol PieceJob: AnyObject {
    /// 0 to 1.
    var fraction: Double { get }
    /// Blocks for one piece. True when all is done.
    func step() throws(StorageError) -> Bool
}
