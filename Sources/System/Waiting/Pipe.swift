// Pipe to a child process. Each end has one owner.
internal import CLinux
internal import Glibc

/// The two ends of a pipe. No other program inherits them, whatever thread starts one meanwhile.
public struct Pipe: Sendable {
    /// The end to read from.
    public let reading: Int32
    /// The end to write to.
    public let writing: Int32

    /// Makes a pipe.
    public init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe2(&ends, O_CLOEXEC) == 0 else { throw .last("pipe2") }
        (reading, writing) = (ends[0], ends[1])
    }

    /// Lets neither read nor write wait at one end: `wouldBlock` instead.
    public static func makeImpatient(_ end: Int32) { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
}
