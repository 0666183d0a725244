// Settings for requests that list recordings. Any thread; a value.

extension Request {
    /// The request with the sort order of the setting `list-sort`, if it lists recordings and names no order of its own.
    func withListSort(of settings: Request) -> Request {
        guard [.library(.ls), .library(.search)].contains(verb), values[.sort] == nil, let word = settings.text(.listSort) else {
            return self
        }
        let isReversed = word.hasSuffix(CommandTable.reversedEnding)
        var values = values
        values[.sort] = .text(isReversed ? String(word.dropLast(CommandTable.reversedEnding.count)) : word)
        if isReversed { values[.reverse] = .flag(!flag(.reverse)) }
        return Request(command: command, values: values, extendedFrame: extendedFrame)
    }
}
