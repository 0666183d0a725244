// Any thread; a value.

/// How help and man page sort the commands.
public enum CommandGroup: String, Sendable, CaseIterable {
    case transport = "Recording and playing"
    case editing = "Dictation"
    case markers = "Markers"
    case sound = "How it sounds"
    case library = "The library"
    case query = "Looking"
    case control = "Surfaces and scripts"
    case engine = "The engine"
}
