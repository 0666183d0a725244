// Memory of a cue's sound. Made on any thread; read by the JACK thread while the cue sounds.

/// The samples of one cue, at an address that never changes: the JACK thread plays them without a copy.
///
/// The samples are written once, before the first command that names them. The owner of the JACK client keeps the object until
/// the callback has reported the end of the cue, or has stopped for good. `@unchecked`: the address never changes, and nobody
/// writes to the samples after `init`.
@safe
public final class CueSamples: @unchecked Sendable {
    /// Samples of a frame: 1 plays on both outputs, 2 are left and right.
    public let channels: Int
    /// Number of frames.
    public let frames: Int
    private let samples: UnsafeMutableBufferPointer<Float>

    /// Copies the samples, interleaved if there are two channels; a sample that is not finite becomes silence. Allocates.
    public init(_ sound: [Float], channels: Int) {
        precondition(channels == 1 || channels == 2, "a cue has one channel or two")
        self.channels = channels
        frames = sound.count / channels
        let memory = UnsafeMutableBufferPointer<Float>.allocate(capacity: max(1, sound.count))
        unsafe memory.initialize(repeating: 0)
        for place in 0..<sound.count { unsafe memory[place] = finite(sound[place]) }
        unsafe samples = memory
    }

    deinit { unsafe samples.deallocate() }

    /// The memory, for locking it into RAM.
    public var memory: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(samples) }

    /// Highest magnitude of a sample.
    public var peak: Float { unsafe samples.reduce(0) { max($0, abs($1)) } }

    /// Address of the first sample, as a command carries it.
    var address: UInt { unsafe UInt(bitPattern: samples.baseAddress) }
}
