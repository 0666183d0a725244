// Changes from the old sound to the new one by a crossfade. One owner at a time; may block.
public import Stretch

extension TimelineRenderer {
    /// Frames of the old sound that `splice` fades out: 10 ms.
    public var fadeFrames: Int { outputRate / 100 }

    /// Begins anew like `begin`, with a crossfade from the old sound. `old` holds the frames that would have come next,
    /// `fadeFrames` of them, or fewer at the end. Blocks.
    ///
    /// - Parameter isSamePlace: true if the same audio goes on at another rate or pitch. A stretcher changes the phase of every
    ///   partial, so the new sound is shifted by up to 5 ms to match the old one best. With false the new place is exact.
    public func splice(
        from old: UnsafeBufferPointer<SIMD2<Float>>, at place: Double, route: Route, settings: StretchSettings,
        isSamePlace: Bool
    ) throws(PlaybackError) {
        let isShifted = isSamePlace && !old.isEmpty && !(settings.isBypass && self.settings.isBypass)
        let search = isShifted ? outputRate / 100 : 0
        // Start earlier by half the search range, so that matches on both sides are found.
        let step = settings.rate * resampled.ratio
        let start = isShifted ? max(0, place - Double(search / 2) * step) : place
        try begin(at: start, route: route, settings: settings, goesOn: isShifted)
        guard !old.isEmpty else { return }

        let wanted = fadeFrames + search
        let new = UnsafeMutableBufferPointer<SIMD2<Float>>.allocate(capacity: wanted)
        defer { unsafe new.deallocate() }
        unsafe new.initialize(repeating: .zero)
        let made = unsafe try renderNew(into: new)
        // Without enough frames to compare, the shift only makes up for the earlier start.
        let expected = isShifted ? Int(((place - start) / step).rounded()) : 0
        let canCompare = isShifted && made == wanted && old.count == fadeFrames
        let shift = unsafe canCompare ? Crossfade.bestShift(old, in: UnsafeBufferPointer(new), expected: expected) : expected
        let fade = unsafe UnsafeMutableBufferPointer(rebasing: new[shift..<shift + fadeFrames])
        // Equal frames stay as they are, bit for bit (for example after a loop point was moved).
        if unsafe !isSame(old, fade) { unsafe Crossfade.mix(old, into: fade) }
        // If the new sound ends within the fade, the old one goes on fading out.
        let end = max(made, shift + min(old.count, fadeFrames))
        mixed = unsafe Array(new[shift..<end])
        mixedPieces = pieces
        pieces = []
        _ = takeMixedPieces(shift)
        let missing = mixed.count - mixedPieces.reduce(0) { $0 + $1.count }
        if missing > 0 { mixedPieces.append(Piece(count: missing, timeline: resampled.place(of: count), step: 0)) }
    }

    private func isSame(
        _ old: UnsafeBufferPointer<SIMD2<Float>>, _ new: UnsafeMutableBufferPointer<SIMD2<Float>>
    ) -> Bool {
        unsafe old.count == new.count && old.elementsEqual(new)
    }
}
