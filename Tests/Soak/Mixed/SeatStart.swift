// Options with which an engine of the mixed run is started. Main thread only; a value.

/// Folder of the library, programs, and variables of an engine.
struct SeatStart {
    let library: String
    /// Folder of the programs; nil for that of this program.
    let programs: String?
    let environment: [String: String]
}
