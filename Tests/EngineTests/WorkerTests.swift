// Tests of a worker: messages, turns, sleeps and the end.
import Synchronization
import System
import Testing

@testable import Engine
@testable import Threads

@Suite struct WorkerTests {
    /// Sends its numbers back, and the number of its turns.
    struct Echo: ThreadState, ~Copyable {
        enum Order: Sendable {
            case number(Int)
            case quit
        }

        enum Event: Sendable, Equatable {
            case number(Int)
            case turn(after: Int)
        }

        typealias Wake = WakeSemaphore

        let outbox: Mailbox<Event>
        let sleep: Int
        /// Number of messages since the last turn.
        private var count = 0
        private var isQuitting = false

        init(_ outbox: Mailbox<Event>, sleep: Int = 60_000) {
            self.outbox = outbox
            self.sleep = sleep
        }

        mutating func obey(_ order: Order) {
            count += 1
            switch order {
            case .number(let number): outbox.post(.number(number))
            case .quit: isQuitting = true
            }
        }

        mutating func turn() -> Int? {
            outbox.post(.turn(after: count))
            count = 0
            return isQuitting ? nil : sleep
        }
    }

    private let events = Mailbox<Echo.Event> {}

    private func start(sleep: Int = 60_000) throws -> Worker<Echo> {
        let events = events
        return try Worker(name: "test-echo", wake: WakeSemaphore()) { Echo(events, sleep: sleep) }
    }

    @Test func obeysAllMessagesInOrderBeforeItEnds() throws {
        let worker = try start()
        for number in 0..<1000 { worker.post(.number(number)) }
        worker.post(.quit)
        worker.join()
        let all = events.take()
        let numbers = all.compactMap { if case .number(let number) = $0 { number } else { nil } }
        #expect(numbers == Array(0..<1000))
        let counts = all.compactMap { if case .turn(let count) = $0 { count } else { nil } }
        #expect(counts.first == 0 && counts.reduce(0, +) == 1001)
    }

    /// Messages that a turn has no time for wait for the next one, in their order; one is always carried out.
    @Test func aBacklogLeavesOthersTheirTurn() {
        let mailbox = Mailbox<Int> {}
        let backlog = Backlog(mailbox)
        for number in 0..<5 { mailbox.post(number) }
        var done: [Int] = []
        for turn in 1...6 {
            backlog.work(for: 0) { done.append($0) }
            #expect(done == Array(0..<turn) && backlog.timeout == (turn < 6 ? 0 : -1))
            if turn == 2 { mailbox.post(5) }
        }
        for number in 6..<9 { mailbox.post(number) }
        backlog.work(for: 60_000) { done.append($0) }
        #expect(done == Array(0..<9) && backlog.timeout == -1)
    }

    @Test func aNudgeIsATurnWithoutMessages() throws {
        let worker = try start()
        worker.nudge()
        var turns = 0
        while turns < 2 { turns += events.take().count }
        worker.post(.quit)
        worker.join()
        #expect(turns == 2)
    }

    @Test func noSleepMeansTurnAfterTurn() throws {
        let worker = try start(sleep: 0)
        var turns = 0
        while turns < 100 { turns += events.take().count }
        worker.post(.quit)
        worker.join()
    }

    @Test func waitsForTheEndForALimitedTime() throws {
        let worker = try start()
        let start = Moment.now
        #expect(!worker.join(within: 0.1))
        #expect(Moment.now.seconds(since: start) >= 0.1)
        worker.post(.quit)
        #expect(worker.join(within: 10))
    }
}
