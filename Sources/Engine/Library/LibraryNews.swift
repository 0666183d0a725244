// Control loop only; a value.

/// That the library changed, for who is sent state: whoever changes it notes what.
struct LibraryNews {
    private(set) var revision: Int64 = 0
    private(set) var changed = ""

    mutating func note(_ name: String) {
        revision += 1
        changed = name
    }
}
