// Rights of links. Any thread; a value.

/// The commands that links may carry out, as the user gives them in the setting `link-may`.
public enum LinkPermission: String, Sendable, Hashable, CaseIterable, Comparable {
    /// Nothing.
    case off
    /// Load and play recordings, and pause and stop the playback.
    case play
    /// Also begin, pause, resume and stop takes, and set markers.
    case record

    /// True for the smaller right.
    public static func < (one: LinkPermission, other: LinkPermission) -> Bool { one.number < other.number }

    private var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
