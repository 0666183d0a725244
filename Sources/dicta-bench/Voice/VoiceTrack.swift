// Memory of a track that a source plays. Made on the main thread; read by the JACK thread.

/// The samples of a track, at an address that never changes. The owner keeps it longer than the source.
@safe
final class VoiceTrack {
    let samples: UnsafeBufferPointer<Float>

    /// Copies the samples.
    init(_ sound: [Float]) {
        let memory = UnsafeMutableBufferPointer<Float>.allocate(capacity: sound.count)
        _ = unsafe memory.initialize(from: sound)
        unsafe samples = UnsafeBufferPointer(memory)
    }

    deinit { unsafe samples.deallocate() }
}
