// Room: Stretch. A value of the reader thread.

/// Where a count is on its way to another: straight lines, joined where the speed changed.
struct Course {
    private struct Turn {
        var start: Double
        var value: Double
        var slope: Double
    }

    /// Never empty; a few at most, as `forget` is called.
    private var turns = [Turn(start: 0, value: 0, slope: 1)]

    mutating func begin(at value: Double, slope: Double) { turns = [Turn(start: 0, value: value, slope: slope)] }

    func value(at place: Double) -> Double {
        let turn = turns.last { $0.start <= place } ?? turns[0]
        return turn.value + (place - turn.start) * turn.slope
    }

    /// From `place` on with another slope; what was to come after it no longer does.
    mutating func turn(at place: Double, slope: Double) {
        let value = value(at: place)
        turns.removeAll { $0.start >= place }
        turns.append(Turn(start: place, value: value, slope: slope))
    }

    /// Nobody asks for anything before `place` again.
    mutating func forget(before place: Double) {
        while turns.count > 1, turns[1].start <= place { turns.removeFirst() }
    }
}
