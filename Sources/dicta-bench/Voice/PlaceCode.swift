// Places of frames as samples. Any thread, the JACK thread included.

/// The place of a frame in a track as one sample: exact in float up to 16 million frames, and softer than -95 dBFS.
enum PlaceCode {
    private static var scale: Float {
        @_noLocks @_noAllocation get { 0x1p-40 }
    }

    /// The sample of a place, which is never 0.
    @_noLocks @_noAllocation
    static func encode(_ place: Int) -> Float { Float(place &+ 1) * scale }

    /// The place of a sample; nil for silence and for samples that are no place.
    static func decode(_ sample: Float) -> Int? {
        let count = sample / scale
        guard count >= 1, count < 0x1p24, count == count.rounded() else { return nil }
        return Int(count) - 1
    }
}
