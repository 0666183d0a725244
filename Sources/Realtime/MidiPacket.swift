// One received MIDI message. Made by the JACK thread, read by the consumer of the MIDI ring.

/// One MIDI message with the frame at which it arrived. The engine obeys no message longer than 16 bytes.
public struct MidiPacket: BitwiseCopyable, Sendable {
    /// Extended JACK frame.
    public var frame: Int64
    /// Number of valid bytes in `data`.
    public var count: UInt8
    /// Bytes of the message, the status byte first.
    public var data: SIMD16<UInt8>

    /// Highest number of bytes in a packet.
    public static let longest = 16

    /// Makes a packet.
    @_noLocks @_noAllocation
    public init(frame: Int64, count: UInt8 = 0, data: SIMD16<UInt8> = .zero) {
        self.frame = frame
        self.count = count
        self.data = data
    }

    /// Bytes of the message as an array. Allocates, so any thread but JACK's.
    public var bytes: [UInt8] { (0..<Int(count)).map { data[$0] } }
}
