// Room: Catalogue. One thread at a time (the library worker, or the terminal when no engine runs); blocks on the disk.
public import Storage

/// What a library is asked, and what it answers: the same with an engine and without.
public final class Catalogue {
    public let library: Library

    public init(_ library: Library) { self.library = library }
}
