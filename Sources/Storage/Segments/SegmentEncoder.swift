// Writer thread only. What a container has to be able to do.

/// Turns frames into the bytes of one container. Made with the header on disk; a failure of the file ends it.
protocol SegmentEncoder: AnyObject {
    /// Says which frame of the source's time the first one is, where the container has a place for it; in the file from the
    /// next flush on.
    func begin(at frame: UInt64)
    func write(_ frames: UnsafeBufferPointer<SIMD2<Float>>) throws(StorageError)
    /// Hands all there is to the kernel and makes the header say so. Returns the frames that a reader finds now.
    func flush() throws(StorageError) -> Int64
    /// Writes the last bytes, the markers where the container has a place for them, and the final header. Nothing is written
    /// after it.
    func finish(_ markers: [SegmentMarker], _ tags: AudioTags) throws(StorageError)
    /// After a failure: cuts the file after its last whole frame, makes the header say so, and returns how many there are.
    /// The header's blocks are on disk already, so a full disk does not stand in the way.
    func rescue() throws(StorageError) -> Int64
}

extension SegmentEncoder {
    func begin(at frame: UInt64) {}
}
