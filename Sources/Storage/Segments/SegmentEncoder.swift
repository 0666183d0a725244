// The capabilities of a container's encoder. One owner at a time; may block.
import Dictation

/// Turns frames into the bytes of one container. The initialiser writes the header to disk; a failure of the file ends the
/// encoder.
protocol SegmentEncoder: AnyObject {
    /// Sets the frame number of the first frame on the source's clock, where the container has a place for it; the next flush
    /// writes it.
    func begin(at frame: UInt64)
    /// Encodes interleaved stereo frames.
    func write(_ frames: UnsafeBufferPointer<SIMD2<Float>>) throws(StorageError)
    /// Hands all encoded frames to the kernel and updates the header. Returns the frames that a reader finds now.
    func flush() throws(StorageError) -> Int64
    /// Writes the last bytes, the markers and tags where the container has a place for them, and the final header. It is the
    /// last write.
    func finish(_ markers: [Marker], _ tags: AudioTags) throws(StorageError)
    /// Cuts the file after its last whole frame, updates the header, and returns the frames left. Called after a failure; the
    /// blocks of the header are allocated already, so a full disk does not prevent it.
    func rescue() throws(StorageError) -> Int64
    /// Bytes of a second file that the encoder writes beside the first one.
    var bytesBeside: Int64 { get }
}

extension SegmentEncoder {
    func begin(at frame: UInt64) {}
    var bytesBeside: Int64 { 0 }
}
