// Room: Engine. Made by the control loop; everything but `post` runs on the monitor thread.
internal import JackClient
internal import Realtime
internal import Rings
internal import Stretch
internal import Synchronization

/// Shifts the pitch of what comes in while it is monitored that way; asleep otherwise.
///
/// Under JACK's realtime policy where that is allowed: it has the slack of a few ms only.
final class MonitorThread: @unchecked Sendable {
    enum Message: Sendable {
        case attach(JackClient)
        case detach
        /// A new shifter, once the JACK thread sends nothing any more.
        case begin(id: UInt32, cents: Double, engine: StretchSettings.Engine)
        case quit
    }

    enum Event: Sendable {
        /// Ready to shift; the sound is so many frames behind.
        case ready(id: UInt32, latency: Int)
        case refused(id: UInt32, EngineError)
        case detached
    }

    private static let block = 256

    private let wake: WakeSemaphore
    private let progressWake: WakeSemaphore
    private let inbox: Mailbox<Message>
    private let outbox: Mailbox<Event>

    // Monitor thread's own.
    private var client: JackClient?
    private var shifter: PitchShifter? {
        didSet { unsafe client?.link.pointee.isMonitorServed.store(shifter != nil, ordering: .releasing) }
    }
    /// A shifter that is asked for, and waits until the JACK thread has faded the one before out.
    private var asked: (id: UInt32, cents: Double, engine: StretchSettings.Engine)?
    private var input = [Frame](repeating: .zero, count: MonitorThread.block)
    private var output = [Frame](repeating: .zero, count: MonitorThread.block)
    private var isQuitting = false

    init(wake: WakeSemaphore, progressWake: WakeSemaphore, outbox: Mailbox<Event>) {
        self.wake = wake
        self.progressWake = progressWake
        self.outbox = outbox
        inbox = Mailbox { wake.post() }
    }

    /// Any thread but JACK's.
    func post(_ message: Message) { inbox.post(message) }

    /// The thread's body; returns after `.quit`.
    func run() {
        while !isQuitting {
            wake.wait(milliseconds: 10_000)
            for message in inbox.take() { obey(message) }
            shift()
            beginIfAsked()
        }
    }

    private func obey(_ message: Message) {
        switch message {
        case .attach(let client):
            self.client = client
            shifter = nil
            asked = nil
        case .detach:
            shifter = nil
            asked = nil
            client = nil
            JackClient.makeThisThreadOrdinary()
            outbox.post(.detached)
        case .begin(let id, let cents, let engine):
            if client == nil { outbox.post(.refused(id: id, .noServer)) } else { asked = (id, cents, engine) }
        case .quit: isQuitting = true
        }
    }

    /// While the JACK thread still fades the old sound out, that goes on being made: no message waits for it, and no fade for
    /// frames that nobody sends any more. The JACK thread wakes us when it has done.
    private func beginIfAsked() {
        guard let (id, cents, engine) = asked, let client,
            unsafe !client.link.pointee.isMonitorFed.load(ordering: .acquiring)
        else { return }
        asked = nil
        let left = unsafe client.link.pointee.monitorIn.publishedPosition
        unsafe client.link.pointee.monitorIn.release(to: left)
        do throws(StretchError) {
            let made = try PitchShifter(sampleRate: client.rate, cents: cents, engine: engine, formants: true)
            shifter = made
            // Refused, it works as well as the machine is quiet.
            _ = client.makeThisThreadRealtime()
            outbox.post(.ready(id: id, latency: made.latency))
        } catch {
            outbox.post(.refused(id: id, .stretch(error)))
        }
    }

    private func shift() {
        guard let client, let shifter else { return }
        while true {
            let ready = unsafe client.link.pointee.monitorIn.readableCount
            let room = unsafe client.link.pointee.monitorOut.writableCount
            let count = min(ready, room, MonitorThread.block)
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
            if unsafe client.link.pointee.isFreewheeling.load(ordering: .relaxed) { progressWake.post() }
        }
    }
}
