// Room: Engine. Made by the control loop; everything but `post` runs on the monitor thread.
internal import JackClient
internal import Realtime
internal import Rings
internal import Stretch

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
    private let inbox: Mailbox<Message>
    private let outbox: Mailbox<Event>

    // Monitor thread's own.
    private var client: JackClient?
    private var shifter: PitchShifter?
    private var input = [Frame](repeating: .zero, count: MonitorThread.block)
    private var output = [Frame](repeating: .zero, count: MonitorThread.block)
    private var isQuitting = false

    init(wake: WakeSemaphore, outbox: Mailbox<Event>) {
        self.wake = wake
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
        }
    }

    private func obey(_ message: Message) {
        switch message {
        case .attach(let client):
            self.client = client
            shifter = nil
        case .detach:
            client = nil
            shifter = nil
            JackClient.makeThisThreadOrdinary()
            outbox.post(.detached)
        case .begin(let id, let cents, let engine): begin(id, cents, engine)
        case .quit: isQuitting = true
        }
    }

    private func begin(_ id: UInt32, _ cents: Double, _ engine: StretchSettings.Engine) {
        guard let client else {
            outbox.post(.refused(id: id, .noServer))
            return
        }
        awaitSilence(client)
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

    /// What the JACK thread still sends of before is thrown away; it stops after its fade of 20 ms.
    private func awaitSilence(_ client: JackClient) {
        var seen = -1
        while unsafe seen != client.link.pointee.monitorIn.publishedPosition {
            seen = unsafe client.link.pointee.monitorIn.publishedPosition
            unsafe client.link.pointee.monitorIn.release(to: seen)
            wake.wait(milliseconds: 30 + 2000 * client.bufferSize / client.rate)
            // Posted for a period that came meanwhile: then it looks again.
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
        }
    }
}
