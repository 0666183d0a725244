// Reader thread only.
internal import Glibc
public import Stretch

extension TimelineRenderer {
    /// Frames of what was heard that a splice wants to fade out: 10 ms.
    public var fadeFrames: Int { outputRate / 100 }

    /// Reader thread. As `begin`, but out of what was heard: `old` is what would have come from here on (fewer frames than
    /// `fadeFrames`, even none, where there is no more).
    ///
    /// - Parameter isSamePlace: the same music goes on, only slower or higher. A stretcher turns the phase of every partial,
    ///   so the new one is shifted by up to 5 ms to where it is most like the old. Otherwise the landing is exact.
    public func splice(
        from old: UnsafeBufferPointer<SIMD2<Float>>, at place: Double, route: Route, settings: StretchSettings,
        isSamePlace: Bool
    ) throws(PlaybackError) {
        let isShifted = isSamePlace && !old.isEmpty && !(settings.isBypass && self.settings.isBypass)
        let search = isShifted ? outputRate / 100 : 0
        // Earlier by half the search, so that the best match is looked for on both sides.
        let step = settings.rate * resampled.ratio
        let start = isShifted ? max(0, place - Double(search / 2) * step) : place
        try begin(at: start, route: route, settings: settings, goesOn: isShifted)
        guard !old.isEmpty else { return }

        let wanted = fadeFrames + search
        let new = UnsafeMutableBufferPointer<SIMD2<Float>>.allocate(capacity: wanted)
        defer { unsafe new.deallocate() }
        unsafe new.initialize(repeating: .zero)
        let made = unsafe try renderNew(into: new)
        // Where there is not enough to compare, it is only made up for the earlier start.
        let expected = isShifted ? Int(((place - start) / step).rounded()) : 0
        let canCompare = isShifted && made == wanted && old.count == fadeFrames
        let shift = unsafe canCompare ? Crossfade.bestShift(old, in: UnsafeBufferPointer(new), expected: expected) : expected
        let fade = unsafe UnsafeMutableBufferPointer(rebasing: new[shift..<shift + fadeFrames])
        // The same sound, bit for bit (a loop's point was moved): it stays that.
        if unsafe !isSame(old, fade) { unsafe Crossfade.mix(old, into: fade) }
        // Where the new one ends within the fade, the old goes on fading.
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
