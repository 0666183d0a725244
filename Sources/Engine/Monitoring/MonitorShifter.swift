// State of the monitor thread: the pitch shifter and its buffers. Its worker alone runs it.
internal import JackClient
internal import Realtime
internal import Rings
internal import Stretch
internal import Synchronization

/// Shifts the pitch of the inputs while they are monitored that way; asleep otherwise.
///
/// Under JACK's realtime policy where that is allowed: it has the slack of a few ms only.
struct MonitorShifter: ThreadState, ~Copyable {
    enum Message: Sendable {
        case attach(JackClient)
        case detach
        /// Make a new shifter, once the JACK thread sends nothing any more.
        case begin(id: UInt32, cents: Double, engine: StretchSettings.Engine)
        case quit
    }

    enum Event: Sendable {
        /// Ready to shift; the sound is so many frames behind.
        case ready(id: UInt32, latency: Int)
        case refused(id: UInt32, EngineError)
        case detached
    }

    typealias Wake = WakeSemaphore

    private static let block = 256

    private let progressWake: WakeSemaphore
    private let outbox: Mailbox<Event>
    private var client: JackClient?
    private var shifter: PitchShifter?
    /// A shifter that is asked for, and waits until the JACK thread has faded the one before out.
    private var asked: (id: UInt32, cents: Double, engine: StretchSettings.Engine)?
    private var input = [Frame](repeating: .zero, count: MonitorShifter.block)
    private var output = [Frame](repeating: .zero, count: MonitorShifter.block)
    private var isQuitting = false

    init(progressWake: WakeSemaphore, outbox: Mailbox<Event>) {
        self.progressWake = progressWake
        self.outbox = outbox
    }

    mutating func obey(_ message: Message) {
        switch message {
        case .attach(let client):
            self.client = client
            serve(with: nil)
            asked = nil
        case .detach:
            serve(with: nil)
            asked = nil
            client = nil
            JackClient.makeThisThreadOrdinary()
            outbox.post(.detached)
        case .begin(let id, let cents, let engine):
            if client == nil { outbox.post(.refused(id: id, .noServer)) } else { asked = (id, cents, engine) }
        case .quit: isQuitting = true
        }
    }

    mutating func turn() -> Int? {
        shift()
        beginIfAsked()
        return isQuitting ? nil : 10_000
    }

    /// Shifts with this one from now on, or not at all; a freewheeling callback waits only for a thread that does.
    private mutating func serve(with shifter: PitchShifter?) {
        self.shifter = shifter
        unsafe client?.link.pointee.isMonitorServed.store(shifter != nil, ordering: .releasing)
    }

    /// While the JACK thread still fades the old sound out, that goes on being made: no message waits for it, and no fade for
    /// frames that nobody sends any more. The JACK thread wakes us when it has done.
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
            // Refused, it works as well as the machine is quiet.
            _ = client.makeThisThreadRealtime()
            outbox.post(.ready(id: id, latency: made.latency))
        } catch {
            outbox.post(.refused(id: id, .stretch(error)))
        }
    }

    private mutating func shift() {
        guard let client, let shifter else { return }
        while true {
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
            // A freewheeling callback waits for it.
            if unsafe client.link.pointee.isFreewheeling.load(ordering: .relaxed) { progressWake.wake() }
        }
    }
}
