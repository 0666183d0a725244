// Playing a take that is still being recorded. The reader's worker alone.
internal import Deck
internal import Storage
internal import Stretch

extension PlaybackReader {
    /// Seconds that rendering stays behind the frames that are safe to read: the writer hands on half a second at a time.
    private static let distance = 1.0

    mutating func grow(_ load: UInt64, _ frames: Int64, _ isComplete: Bool) {
        guard let deck = decks[load] else { return }
        do throws(DeckError) {
            try deck.tape.grow(to: frames, isComplete: isComplete)
        } catch {
            outbox.post(.failed(.deck(error)))
        }
        guard load == playing else { return }
        setStarved(false)
        if isComplete, isHeldBack { holdBack(false) }
    }

    /// Faster than it is recorded, and nearly there?
    func shouldHoldBack(_ deck: Deck) -> Bool {
        guard deck.tape.isGrowing, !isHeldBack, settings.stretch.rate > 1, settings.scan == nil else { return false }
        return Double(deck.tape.length) - deck.place < PlaybackReader.distance * Double(deck.tape.info.rate)
    }

    mutating func holdBack(_ isHeld: Bool) {
        isHeldBack = isHeld
        change.isWanted = true
        outbox.post(.heldBack(isHeld))
    }
}
