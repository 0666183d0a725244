// Fields for a place with little room. Any thread; a value, no I/O.

extension Fields {
    /// The fields without the longest texts, if their bytes are more than there is room for. A text is never cut: half a path is
    /// another path. `leftOut` has the keys of those that are missing.
    public func fitting(bytes room: Int) -> (fields: Fields, leftOut: [String]) {
        var bytes = all.map { $0.key.utf8.count + $0.value.description.utf8.count }
        var sum = bytes.reduce(0, +)
        var leftOut: Set<Int> = []
        while sum > room, let longest = bytes.indices.max(by: { bytes[$0] < bytes[$1] }), bytes[longest] > 0 {
            sum -= bytes[longest]
            bytes[longest] = 0
            leftOut.insert(longest)
        }
        guard !leftOut.isEmpty else { return (self, []) }
        return (Fields(all.indices.filter { !leftOut.contains($0) }.map { all[$0] }), leftOut.sorted().map { all[$0].key })
    }
}
