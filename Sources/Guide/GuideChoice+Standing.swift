// The prompt that stands. Any thread; a pure function.

extension GuideChoice {
    /// The item that was shown last, while it stands: it was shown on this day and in this part of the day, and nobody has
    /// spoken about it since. Nil when another one is due. `moment` gives the moment of a time in seconds since 1970.
    public func standing(_ moment: (Int) -> GuideMoment) -> GuideItem? {
        guard let id = usage.lastShown, let item = items.first(where: { $0.id == id }), let shown = usage[id].lastShown,
            usage[id].lastUsed.map({ $0 < shown }) ?? true
        else { return nil }
        let then = moment(shown)
        return then.day == self.moment.day && then.dayPart == self.moment.dayPart ? item : nil
    }
}
