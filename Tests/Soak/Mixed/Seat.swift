// One engine of the mixed run with the person at it. Main thread only.
import Dictation
import JackTestSupport
import System
import TestSupport

/// An engine, the person who uses it, and all that is counted of both.
final class Seat {
    let person: Person
    let engine: EngineProcess
    let server: MixedServer
    let log: RunLog
    /// Folder of the library, on a disk.
    let library: String
    /// Chance of this seat.
    var dice: Dice
    /// Factor of all pauses: 1 in real time, less in a short run.
    let pace: Double
    /// Counts since the start of the run.
    var counts: EngineFigures
    /// The recordings that are kept, oldest first, without the one of the rests.
    var recordings: [String] = []
    /// The take that runs; nil for none.
    var take: String?
    /// Time of its start, in milliseconds of the monotonic clock.
    var takeStart = 0
    /// Commands that may have resumed it.
    var resumes = 0
    /// Number of the frame that was sent when the last of them was done.
    private(set) var resumedAt = 0
    /// JACK frame at which the signal was connected to the engine.
    private(set) var connectedAt = 0
    /// Files that were checked already, or will not be.
    var seen: Set<String> = []
    /// The recording that is played all the time; nil before it is there.
    var listening: String?
    /// Files that were exported and not removed.
    var exported: [String] = []
    /// True once each act was done once.
    private(set) var hasDoneAll = false
    private var plan: [PlannedStep] = []
    private var nextAct = 0
    private var number = 0
    /// Twice as many as there are clients at the server: six engines, four of the run, three of jackd itself.
    private static let mostSemaphores = 26
    /// Time of the next step.
    private(set) var due = Moment.now
    private var counters = Counters()

    init(_ person: Person, _ server: MixedServer, _ log: RunLog, seed: UInt64, pace: Double, start: SeatStart) throws(SoakError) {
        (self.person, self.server, self.log, self.pace) = (person, server, log, pace)
        dice = Dice(seed: seed)
        library = start.library
        do {
            engine = try EngineProcess(
                person.options + ["--osc-tcp", "0"], library: start.library, environment: start.environment,
                programs: start.programs,
                settings: person.settings)
        } catch { throw .engine(person.name, error) }
        counts = EngineFigures(
            run: log.run, kind: .minute, seconds: 0, engine: person.name, process: 0, memory: 0, descriptors: 0, threads: 0)
        try connect()
    }

    /// Connects the signal to the engine.
    func connect() throws(SoakError) {
        guard server.connect(engine, person.feed) else { throw .machine("the \(person.name) could not be connected") }
        connectedAt = Int(server.probe(person.feed).frameTime) + 4096
        // A new server begins with frame 0.
        resumedAt = 0
    }

    /// A number from 0 to below a bound.
    func roll(_ bound: Int) -> Int { dice.next(below: bound) }

    /// A new name.
    func newName(_ word: String) -> String {
        number += 1
        return "\(word) \(number)"
    }

    /// A recording that is kept; nil while there is none.
    var anyRecording: String? { recordings.isEmpty ? nil : recordings[roll(recordings.count)] }

    /// Sends a command. A refusal is counted and thrown.
    @discardableResult
    func ask(_ verb: String, _ words: [String] = []) throws(EngineProcess.Trouble) -> Reply {
        counts.commands += 1
        guard ["resume", "toggle"].contains(verb) else { return try engine.reply(verb, words, timeout: 120) }
        resumes += 1
        let reply = try engine.reply(verb, words, timeout: 120)
        resumedAt = server.probe(person.feed).count
        return reply
    }

    /// Does the next step if it is due. A refused command ends what the person was about to do: people look, and do something else.
    func step() {
        if plan.isEmpty {
            hasDoneAll = hasDoneAll || nextAct >= person.acts.count
            let act = person.acts[hasDoneAll ? roll(person.acts.count) : nextAct]
            nextAct += 1
            plan = act(self)
            wait()
            return
        }
        let step = plan.removeFirst()
        do throws(EngineProcess.Trouble) { try step.work(self) } catch { fail(error) }
        wait()
    }

    private func wait() {
        let range = plan.first?.pause ?? 0.5...3
        let seconds = Double.random(in: range, using: &dice)
        due = Moment.now.later(seconds: max(0.05, seconds * (plan.first?.hasOwnTime == true ? 1 : pace)))
    }

    /// Notes an error of a command, and forgets the plan.
    func fail(_ error: EngineProcess.Trouble) {
        plan = []
        if case .refused(let failure) = error {
            counts.refused += 1
            log.note("\(person.name): refused (\(failure.code)): \(failure.words)")
        } else {
            log.find("\(person.name): \(error)")
        }
        // Nothing is left running by mistake.
        if take != nil { finishTake() }
    }

    /// Forgets the plan.
    func drop() { plan = [] }

    /// Adds the counters of the engine, and gives the figures of this moment.
    func figures(_ kind: EngineFigures.Kind, seconds: Int) -> EngineFigures {
        readCounters()
        let process = ProcessFigures(engine)
        (counts.kind, counts.seconds, counts.process) = (kind, seconds, process.process)
        (counts.memory, counts.descriptors, counts.threads) = (process.memory, process.descriptors.count, process.threads)
        if kind == .rest {
            log.note("\(person.name) at rest: \(process.semaphores) semaphores, \(process.descriptors.joined(separator: " "))")
            if process.semaphores > Self.mostSemaphores {
                log.find("\(person.name): \(process.semaphores) semaphores of JACK are open")
            }
        }
        return counts
    }

    /// Adds the counters of the engine, which begin anew with each server and each process.
    func readCounters() {
        guard let status = try? engine.ask("status", timeout: 120) else { return }
        let sums = counters.sums(status)
        (counts.xruns, counts.missed, counts.lost, counts.underruns) = (sums[0], sums[1], sums[2], sums[3])
    }
}
