// State of the monitor thread: the pitch shifter and its buffers. Monitor thread only.
package import JackClient
internal import Realtime
internal import Rings
package import Stretch
internal import Synchronization
package import Threads

/// Shifts the pitch of the inputs while they are monitored through the shifter; asleep otherwise.
///
/// Runs under JACK's realtime policy if the system allows it, except in freewheel: the thread has a slack of only a few
/// milliseconds.
package struct MonitorShifter: ThreadState, ~Copyable {
    /// Orders to the monitor thread.
    package enum Order: Sendable {
        /// Serve this client from now on.
        case attach(JackClient)
        /// Let go of the client.
        case detach
        /// Make a new shifter, once the JACK thread no longer feeds the old one.
        case begin(id: UInt32, cents: Double, engine: StretchSettings.Engine)
        /// End the thread.
        case quit
    }

    /// Events from the monitor thread.
    package enum Event: Sendable {
        /// The shifter runs; it delays the sound by `latency` frames.
        case ready(id: UInt32, latency: Int)
        /// The shifter could not be made.
        case refused(id: UInt32, EngineError)
        /// Answer to `detach`: the thread no longer uses the client.
        case detached
    }

    package typealias Wake = WakeSemaphore

    /// Most frames shifted at a time.
    private static let block = 256

    private let outbox: Mailbox<Event>
    private var client: JackClient?
    private var shifter: PitchShifter?
    /// The requested shifter, which waits until the JACK thread has faded out the old one.
    private var asked: (id: UInt32, cents: Double, engine: StretchSettings.Engine)?
    private var input = [Frame](repeating: .zero, count: MonitorShifter.block)
    private var output = [Frame](repeating: .zero, count: MonitorShifter.block)
    /// Realtime scheduling while a shifter runs.
    private var policy = RealtimePolicy(.monitor)
    private var isQuitting = false

    /// Makes the state of a monitor thread without a client.
    package init(outbox: Mailbox<Event>) { self.outbox = outbox }

    /// Carries out one message.
    package mutating func obey(_ order: Order) {
        switch order {
        case .attach(let client):
            self.client = client
            serve(with: nil)
            asked = nil
        case .detach:
            serve(with: nil)
            asked = nil
            client = nil
            outbox.post(.detached)
        case .begin(let id, let cents, let engine):
            if client == nil { outbox.post(.refused(id: id, .noServer)) } else { asked = (id, cents, engine) }
        case .quit: isQuitting = true
        }
    }

    /// Shifts all frames there are; returns the sleep in milliseconds, or nil to end the thread.
    package mutating func turn() -> Int? {
        policy.follow(shifter == nil ? nil : client)
        shift()
        beginIfAsked()
        policy.rest()
        return isQuitting ? nil : 10_000
    }

    /// Shifts with this shifter from now on, or with none. A freewheeling callback waits only for a thread that shifts.
    private mutating func serve(with shifter: PitchShifter?) {
        self.shifter = shifter
        unsafe client?.link.pointee.isMonitorServed.store(shifter != nil, ordering: .releasing)
    }

    /// Makes the requested shifter once the JACK thread has faded the old sound out. The old shifter runs until then, so that
    /// no message waits for the fade, and the fade does not wait for frames that nobody makes. The JACK thread wakes this
    /// thread after the fade.
    private mutating func beginIfAsked() {
        guard let (id, cents, engine) = asked, let client,
            unsafe !client.link.pointee.isMonitorFed.load(ordering: .acquiring)
        else { return }
        asked = nil
        let left = unsafe client.link.pointee.monitorIn.publishedPosition
        unsafe client.link.pointee.monitorIn.release(to: left)
        do throws(StretchError) {
            let made = try PitchShifter(sampleRate: client.rate, cents: cents, engine: engine, formants: true)
            serve(with: made)
            policy.follow(client)
            outbox.post(.ready(id: id, latency: made.latency))
        } catch {
            outbox.post(.refused(id: id, .stretch(error)))
        }
    }

    /// Shifts frames from the input ring to the output ring, as many as there are and fit.
    private mutating func shift() {
        guard let client, let shifter else { return }
        while true {
            policy.follow(client)
            let ready = unsafe client.link.pointee.monitorIn.readableCount
            let room = unsafe client.link.pointee.monitorOut.writableCount
            let count = min(ready, room, MonitorShifter.block)
            guard count > 0 else { return }
            let place = unsafe client.link.pointee.monitorIn.readPosition
            for index in 0..<count { input[index] = unsafe client.link.pointee.monitorIn[place + index] }
            unsafe client.link.pointee.monitorIn.release(to: place + count)
            unsafe input.withUnsafeBufferPointer { input in
                unsafe output.withUnsafeMutableBufferPointer { output in
                    unsafe shifter.process(
                        in: UnsafeBufferPointer(rebasing: input[..<count]),
                        out: UnsafeMutableBufferPointer(rebasing: output[..<count]))
                }
            }
            unsafe client.link.pointee.monitorOut.write(count) { output[$0] }
            unsafe client.link.pointee.monitorProgress.tell()
        }
    }
}
