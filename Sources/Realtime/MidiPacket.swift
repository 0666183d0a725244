// Made by the JACK thread, read by the control loop.

/// One MIDI message with the frame at which it came in. Longer ones than 16 bytes are none that we obey.
public struct MidiPacket: BitwiseCopyable, Sendable {
    /// Extended JACK frame.
    public var frame: Int64
    public var count: UInt8
    public var data: SIMD16<UInt8>

    public static let longest = 16

    @_noLocks @_noAllocation
    public init(frame: Int64, count: UInt8 = 0, data: SIMD16<UInt8> = .zero) {
        self.frame = frame
        self.count = count
        self.data = data
    }

    public var bytes: [UInt8] { (0..<Int(count)).map { data[$0] } }
}
