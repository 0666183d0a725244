// Notifications of libjack outside the process callback. Written by threads of libjack; any thread but JACK's may read them.
internal import CLinux
public import Synchronization

/// Notifications of libjack outside the process callback: atomic words, and an eventfd that wakes the reader.
@safe
public struct JackSignals: ~Copyable, Sendable {
    /// True after the server has shut down.
    public let isShutDown = Atomic<Bool>(false)
    /// Number of xruns that the server has reported.
    public let xruns = Atomic<Int>(0)
    /// Period length in frames.
    public let bufferSize = Atomic<Int>(0)
    /// Sample rate in Hz.
    public let rate = Atomic<Int>(0)
    /// Number of port registrations; a pattern that matched nothing may match after one.
    public let portChanges = Atomic<Int>(0)
    /// Number of ports that have gone from the graph.
    public let portsGone = Atomic<Int>(0)
    /// Number of connections made or removed anywhere in the graph.
    public let graphChanges = Atomic<Int>(0)
    /// Names of ports that appeared.
    let appeared = Mutex<Set<String>>([])
    /// Latency from the inputs to the outputs in frames; -1 while the inputs are not monitored. Written by the client's owner.
    public let monitorLatency = Atomic<Int>(-1)
    /// Error number for locking the JACK thread's stack; 0 when locked. Written by the JACK thread before its first period.
    let stackRefused = Atomic<Int32>(0)
    /// Reason that the server gave for the shutdown.
    let words = Mutex("")
    private let wakeDescriptor: Int32

    /// Takes an eventfd, which the caller polls and keeps open.
    public init(wakeDescriptor: Int32) { self.wakeDescriptor = wakeDescriptor }

    /// Wakes the reader with one system call. Any thread but JACK's.
    func wake() {
        // A full counter (EAGAIN) wakes the reader as well; nothing else can fail on an open eventfd.
        _ = eventfd_write(wakeDescriptor, 1)
    }
}
