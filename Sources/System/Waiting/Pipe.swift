// A pipe between processes. One owner for each end.
internal import CLinux
internal import Glibc

/// The two ends of a pipe, which the owners close. A child program inherits neither (O_CLOEXEC), even if one starts meanwhile.
public struct Pipe: Sendable {
    /// Descriptor to read from.
    public let reading: Int32
    /// Descriptor to write to.
    public let writing: Int32

    /// Makes a pipe. Reads and writes wait, until `makeImpatient`.
    public init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe2(&ends, O_CLOEXEC) == 0 else { throw .last("pipe2") }
        (reading, writing) = (ends[0], ends[1])
    }

    /// Makes reads and writes at one end throw `wouldBlock` instead of waiting.
    public static func makeImpatient(_ end: Int32) { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
}
