// Measures for how long the machine gives threads no time. Any thread.
import CJack
import Glibc
import Synchronization
import TestSupport

/// A thread on each processor that sleeps for 5 ms again and again and notes by how much each sleep was too long. A processor that
/// belongs to another machine for a while, or to realtime threads, holds up the thread of an engine in the same way.
public final class StallWatch: Sendable {
    /// The watch of this process, which goes on as long as the process.
    public static let shared = StallWatch()

    /// A stretch without time for a thread, in milliseconds of the monotonic clock.
    private struct Stall {
        let end: Int
        let length: Int
    }

    private struct State {
        /// The end of the latest sleep on each processor.
        var awake: [Int] = []
        var stalls: [Stall] = []
    }

    /// Stretches that are shorter are no stalls: a busy machine has some of them in each second.
    private static let shortest = 50
    private static let sleep = 5
    private let state = Mutex(State())

    private init() {
        for processor in 0..<sysconf(Int32(_SC_NPROCESSORS_ONLN)) { watch(processor) }
    }

    /// The present time in milliseconds of the monotonic clock.
    public var now: Int { Self.now }

    private static var now: Int {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }

    /// Milliseconds of the longest stall that has ended since then or goes on; 0 for none.
    public func longest(since start: Int) -> Int {
        let now = Self.now
        return state.withLock { state in
            let past = state.stalls.filter { $0.end >= start }.map(\.length).max() ?? 0
            let present = state.awake.map { now - $0 - Self.sleep }.max() ?? 0
            return max(past, present >= Self.shortest ? present : 0)
        }
    }

    /// Begins to watch one processor.
    private func watch(_ processor: Int) {
        let number = state.withLock { state in
            state.awake.append(Self.now)
            return state.awake.count - 1
        }
        let start = unsafe Unmanaged.passRetained(Start(watch: self, processor: processor, number: number)).toOpaque()
        var thread = pthread_t()
        let code = unsafe pthread_create(
            &thread, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                let start = unsafe Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
                start.watch.run(on: start.processor, start.number)
                return nil
            }, start)
        if code == 0 { _ = pthread_detach(thread) } else { unsafe Unmanaged<Start>.fromOpaque(start).release() }
    }

    private func run(on processor: Int, _ number: Int) {
        // A thread that cannot be bound to its processor still measures, on any of them.
        _ = Process.run("/usr/bin/taskset", ["--cpu-list", "--pid", "\(processor)", "\(dicta_thread_number())"])
        while true {
            let start = Self.now
            _ = usleep(UInt32(Self.sleep * 1000))
            let end = Self.now
            state.withLock { state in
                state.awake[number] = end
                let length = end - start - Self.sleep
                if length >= Self.shortest { state.stalls = state.stalls.suffix(999) + [Stall(end: end, length: length)] }
            }
        }
    }

    /// The argument of a thread.
    private final class Start: Sendable {
        let watch: StallWatch
        let processor: Int
        let number: Int

        init(watch: StallWatch, processor: Int, number: Int) {
            (self.watch, self.processor, self.number) = (watch, processor, number)
        }
    }
}
