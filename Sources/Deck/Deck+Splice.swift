// Room: Deck. Reader thread only.
public import Stretch

extension Deck {
    /// Frames of what was heard that a splice wants to fade out.
    public var fadeFrames: Int { outputRate / 100 }

    /// Reader thread. As `begin`, but out of what was heard: `old` is what would have come from here on (fewer frames than
    /// `fadeFrames`, even none, where there is no more).
    ///
    /// - Parameter isSamePlace: the same music goes on, only slower or higher. A stretcher turns the phase of every partial,
    ///   so the new one is shifted by up to 5 ms to where it is most like the old. Otherwise the landing is exact.
    public func splice(
        from old: UnsafeBufferPointer<SIMD2<Float>>, at place: Double, route: Route, settings: StretchSettings,
        isSamePlace: Bool
    ) throws(DeckError) {
        let isShifted = isSamePlace && !old.isEmpty && !(settings.isBypass && self.settings.isBypass)
        let search = isShifted ? outputRate / 100 : 0
        // Earlier by half the search, so that the best match is looked for on both sides.
        let start = place - Double(search / 2) * settings.rate * stream.ratio
        try begin(at: isShifted ? max(0, start) : place, route: route, settings: settings)
        guard !old.isEmpty else { return }

        let wanted = fadeFrames + search
        let new = UnsafeMutableBufferPointer<SIMD2<Float>>.allocate(capacity: wanted)
        defer { unsafe new.deallocate() }
        unsafe new.initialize(repeating: .zero)
        let made = unsafe try renderNew(into: new)
        let shift = unsafe isShifted && made == wanted ? Joint.bestShift(old, in: UnsafeBufferPointer(new)) : 0
        let fade = unsafe UnsafeMutableBufferPointer(rebasing: new[shift..<min(wanted, shift + fadeFrames)])
        // The same sound, bit for bit (a loop's point was moved): it stays that.
        if unsafe !isSame(old, fade) { unsafe Joint.mix(old, into: fade) }
        // Where the new one ends within the fade, the old goes on fading.
        mixed = unsafe Array(new[shift..<max(made, min(wanted, shift + old.count))])
        mixedPieces = pieces
        pieces = []
        trimMixed(shift)
    }

    private func isSame(
        _ old: UnsafeBufferPointer<SIMD2<Float>>, _ new: UnsafeMutableBufferPointer<SIMD2<Float>>
    ) -> Bool {
        unsafe old.count == new.count && old.elementsEqual(new)
    }

    /// Drops the frames that the shift left out, and describes those that only the old sound has.
    private func trimMixed(_ shift: Int) {
        var left = shift
        while left > 0, var piece = mixedPieces.first {
            let part = min(left, piece.count)
            piece.count -= part
            piece.timeline += Double(part) * piece.step
            if piece.count == 0 { mixedPieces.removeFirst() } else { mixedPieces[0] = piece }
            left -= part
        }
        let missing = mixed.count - mixedPieces.reduce(0) { $0 + $1.count }
        guard missing > 0 else { return }
        mixedPieces.append(Piece(count: missing, timeline: stream.place(of: count), step: 0))
    }
}
