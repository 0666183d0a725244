// Keeping the open take safe: on the disk in time, with room to close it. Writer thread only; blocks on the disk.
internal import Dictation
internal import Storage
internal import System
internal import Threads

extension TakeWriter {
    /// Hands all frames to the kernel each time, so that kill -9 costs a third of a second, also while a disk answers late, and syncs
    /// them to the disk every 0.7 s. An encoder holds up to 0.15 s more, so a power failure costs less than a second. While the topic `wave`
    /// or `loudness` is watched, there are many turns a second, and most hand nothing over.
    mutating func makeSafe(_ take: Take) throws(StorageError) {
        for line in take.takeUntold() { try journal?.append(line) }
        try disk.settle(take.segment)
        if Moment.now.seconds(since: lastSync) >= 0.7, !disk.isBusy {
            lastSync = Moment.now
            try disk.begin(take.segment, journal)
            lastFlush = lastSync
        } else if isFlushDue {
            try take.segment.flush()
            lastFlush = Moment.now
        }
    }

    /// False in the turns that serve the topics `wave` and `loudness` only.
    var isFlushDue: Bool { !wave.isWatched && !loudness.isWatched || Moment.now.seconds(since: lastFlush) >= 0.3 }

    /// Brings all frames up to now to the disk; recording continues.
    mutating func syncNow() -> Result<Void, EngineError> {
        drain()
        closings.finish()
        guard let take else { return .success(()) }
        do throws(StorageError) {
            try disk.settle(take.segment, waits: true)
            try take.segment.sync()
            try journal?.sync()
            lastSync = Moment.now
            return .success(())
        } catch {
            // The next write will fail too; it ends the take and reports the reason.
            return .failure(.storage(error))
        }
    }

    /// Ends the take when free space falls below the reserve, while there is still room to close the file.
    mutating func guardDisk() {
        tellLoss()
        guard let take, take.state != .ended else { return }
        // The room for the open file, wherever its folder is: another disk can be in the place of one that is away. A disk that tells
        // nothing reports itself when it is full.
        guard let space = (try? take.segment.space()) ?? (try? DiskSpace.at(library.folder)) else { return }
        let available = space.available
        let needed = needed(by: take, of: available)
        guard available < needed else { return }
        // The reserve has room for the frames that a gate holds.
        passAll()
        troubles.append(
            needed > reserve
                ? .noRoomForCopy(path: take.request.path, bytes: take.segment.bytesOnDisk, available: available)
                : .noSpace(available: available, reserve: reserve))
        self.take?.end(.diskFull)
    }

    /// Bytes that must be free for the take to go on. A deleted file is written anew at the end of its take: that comes while the copy
    /// still finds room. If there is none already, the take goes on, since room may be made before its end.
    private func needed(by take: Take, of available: Int64) -> Int64 {
        guard case .takeDeleted? = take.loss else { return reserve }
        guard available > take.segment.bytesOnDisk else { return 0 }
        // Without a reserve too, the sound until the next look leaves the room for the copy.
        let coming = 2 * Int64(clamping: take.request.format.nominalBytesPerSecond)
        return max(reserve, coming).boundedSum(take.segment.bytesOnDisk)
    }

    /// Tells that the file of the take was deleted or moved, alone or with its folder, and that it is back. The take goes on: its
    /// frames still go into the open file. A disk that is away is told by others.
    private func tellLoss() {
        guard let take, take.state != .ended else { return }
        let loss = take.segment.findLoss()
        // Nil is also a look that failed: a file without any name is not back.
        guard loss != take.loss, loss != nil || take.segment.hasName else { return }
        do throws(StorageError) { try library.checkPlace() } catch .missing {} catch .notFolder {} catch { return }
        take.loss = loss
        outbox.post(.lost(id: take.request.id, loss))
    }
}
