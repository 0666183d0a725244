// Words of JACK outside the process callback. Written by libjack's notification thread, read by the control loop.
internal import CLinux
public import Synchronization

/// What JACK tells us outside the process callback: atomic words, and one eventfd that wakes the control loop.
@safe
public struct JackSignals: ~Copyable, Sendable {
    public let isShutDown = Atomic<Bool>(false)
    public let xruns = Atomic<Int>(0)
    public let bufferSize = Atomic<Int>(0)
    public let rate = Atomic<Int>(0)
    /// Counts port registrations: patterns that matched nothing may match now.
    public let portChanges = Atomic<Int>(0)
    /// Counts connections that were made or taken away, anywhere in the graph.
    public let graphChanges = Atomic<Int>(0)
    /// Names of ports that came.
    let appeared = Mutex<Set<String>>([])
    /// Frames from the inputs to the outputs; -1 while nothing goes that way. Written by the control loop.
    public let monitorLatency = Atomic<Int>(-1)
    /// Why the stack of JACK's thread is not locked; 0 where it is. Written by that thread before its first period.
    let stackRefused = Atomic<Int32>(0)
    /// What the server said when it threw us out.
    let words = Mutex("")
    private let wakeDescriptor: Int32

    /// `wakeDescriptor` is an eventfd that the control loop polls; it stays the caller's.
    public init(wakeDescriptor: Int32) { self.wakeDescriptor = wakeDescriptor }

    /// Never the JACK thread: this is a system call.
    func wake() {
        // A full counter (EAGAIN) is awake enough; nothing else can fail on an open eventfd.
        _ = eventfd_write(wakeDescriptor, 1)
    }
}
