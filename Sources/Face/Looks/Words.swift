// Times and sizes as the screen writes them. Any thread; no I/O.
internal import Dictation
internal import Drawing

/// Words of the screen whose width never changes while their numbers do.
public enum Words {
    /// Cells of `elapsed(_:)`: up to a hundred hours.
    public static let elapsedWidth = 9

    /// A running time, right-aligned in nine cells: `1h07m26s`.
    public static func elapsed(_ seconds: Double) -> String {
        Cells.padded(TimeSpan.counter(seconds: seconds), elapsedWidth, right: true)
    }

    /// A size in units of 1000, as shops and disks count: `72.9 MB`.
    public static func size(_ bytes: Int64) -> String { ByteSize(max(0, bytes)).decimal }
}
