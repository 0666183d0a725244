// Tests the scheduling of the threads that serve the process callback (P18).
import Glibc
import JackClient
import JackTestSupport
import Realtime
import System
import Testing
import Threads

extension Integration {
    @Suite struct RealtimePolicyTests {
        /// A thread whose work never ends has the realtime policy for a second, and then the ordinary one until it rests, or for
        /// four seconds. One that waits takes no processor away, and keeps the policy.
        @Test func aThreadThatNeverRestsIsOrdinary() throws {
            let server = try #require(JackServer())
            let (wakes, descriptor) = (WakeSemaphores(), try WakeDescriptor())
            let client = try JackClient(name: "policy", wakeDescriptor: descriptor.descriptor) { _ in
                RealtimeLink(
                    captureFrames: 65_536, playbackFrames: 65_536, bedFrames: 65_536, writerWake: wakes.writer.semaphore,
                    readerWake: wakes.reader.semaphore, monitorWake: wakes.monitor.semaphore, bedWake: wakes.bed.semaphore,
                    controlWake: wakes.control.semaphore)
            }
            client.waitForPeriod()
            var policy = RealtimePolicy(.reader)
            policy.follow(client)
            #expect(isRealtime)
            let start = Moment.now
            while isRealtime, Moment.now.seconds(since: start) < 5 { policy.follow(client) }
            #expect(!isRealtime && Moment.now.seconds(since: start) >= 0.9)
            policy.follow(client)
            #expect(!isRealtime)
            let spared = Moment.now
            while !isRealtime, Moment.now.seconds(since: spared) < 8 { policy.follow(client) }
            #expect(isRealtime && Moment.now.seconds(since: spared) > 3)
            while isRealtime { policy.follow(client) }
            policy.rest()
            policy.follow(client)
            #expect(isRealtime)
            let waiting = Moment.now
            while Moment.now.seconds(since: waiting) < 2 {
                policy.follow(client)
                usleep(5000)
            }
            #expect(isRealtime)
            policy.giveUp()
            #expect(!isRealtime)
            try client.close()
            _ = server
        }

        private var isRealtime: Bool { sched_getscheduler(0) & 0xff == SCHED_FIFO }
    }
}
