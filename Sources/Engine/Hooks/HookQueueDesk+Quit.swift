// The queue of hooks at the end of the engine. Control loop only.
internal import Dictation
internal import Storage
internal import System
internal import Threads

extension HookQueueDesk {
    /// Nothing begins from here on, and a request that the end of the engine interrupts is not a failed try.
    func beginQuit() { isQuitting = true }

    /// Writes the queue and starts what the end of the last take has added, as far as it needs no other desk. Blocks on the
    /// disk. Call before the hook thread ends.
    func runLast() {
        keeper.post(.quit)
        keeper.join()
        takeWritten()
        takeEnds()
        let begun = queue.begin(now: now, library: library.library.folder, most: most, needsNobody)
        guard isUnsaved else { return }
        switch HookKeeper.write(queue.bytes, engine) {
        case .success:
            isUnsaved = false
            for job in begun { start(job.id) }
        case .failure(let error): EngineLog.say(.error, .hooks, "the queue of hooks is not kept: \(error)")
        }
    }

    /// Writes the queue for the next start: jobs without an end are tried again. Blocks on the disk. Call when the hook thread
    /// has ended.
    func endQuit() {
        takeEnds()
        for job in queue.jobs where job.state == .running { queue.release(job.id, next: 0, because: HookJob.interrupted) }
        guard isUnsaved, case .failure(let error) = HookKeeper.write(queue.bytes, engine) else { return }
        EngineLog.say(.error, .hooks, "the queue of hooks is not kept: \(error)")
    }
}
