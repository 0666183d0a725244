// Made by the reader thread, carried out by the JACK thread.

/// Where playing leaves one edition for another: at a place of the ring that is not heard yet, so that a change of rate, pitch
/// or loop is heard long before the ring has run out. The crossfade is mixed into what follows already.
public struct Splice: BitwiseCopyable, Sendable {
    /// Holds while this edition plays, else it is stale.
    public var from: UInt32
    /// Place in the playback ring (of the old edition) of the first frame that is not heard any more.
    public var at: Int
    public var to: UInt32
    /// Place in the block ring of the first block of the new edition.
    public var block: Int

    public init(from: UInt32, at: Int, to: UInt32, block: Int) {
        self.from = from
        self.at = at
        self.to = to
        self.block = block
    }
}
