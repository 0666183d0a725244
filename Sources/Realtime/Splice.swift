// Change from one edition of the playback ring to the next. Made by the producer of the ring, carried out by the JACK thread.

/// The change from one edition to the next, at a position of the playback ring that is not yet heard. A change of rate, pitch
/// or loop is therefore heard long before the ring runs out. The crossfade is already mixed into the new edition.
public struct Splice: BitwiseCopyable, Sendable {
    /// Edition that the splice leaves; the splice is stale when another edition plays.
    public var from: UInt32
    /// Position in the playback ring of the first frame of the old edition that is no longer heard.
    public var at: Int
    /// Edition that the splice leads to.
    public var to: UInt32
    /// Position in the block ring of the first block of the new edition.
    public var block: Int

    /// Makes a splice.
    public init(from: UInt32, at: Int, to: UInt32, block: Int) {
        self.from = from
        self.at = at
        self.to = to
        self.block = block
    }
}
