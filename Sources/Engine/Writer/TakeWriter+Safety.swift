// Safety of the open take: on the disk in time, and room to close it. The writer's worker alone.
internal import Dictation
internal import Storage
internal import Synchronization

extension TakeWriter {
    /// Hands all to the kernel every time (so that kill -9 costs a third of a second) and to the disk so often that
    /// with what an encoder still holds (up to 0.15 s) less than a second is lost with the machine's power.
    mutating func makeSafe(_ take: Take) throws(StorageError) {
        if Moment.now.seconds(since: lastSync) >= 0.7 {
            try take.segment.sync()
            try journal?.sync()
            lastSync = Moment.now
        } else {
            try take.segment.flush()
        }
    }

    /// Brings the frames until now to the disk; the take goes on.
    mutating func syncNow() -> Result<Void, EngineError> {
        drain()
        guard let take else { return .success(()) }
        do throws(StorageError) {
            try take.segment.sync()
            try journal?.sync()
            lastSync = Moment.now
            return .success(())
        } catch {
            // The next write fails too; it ends the take and says why.
            return .failure(.storage(error))
        }
    }

    /// Below the reserve the take ends, while there is still room to close it.
    mutating func guardDisk() {
        let available: Int64
        do throws(StorageError) {
            available = try DiskSpace.at(library.folder).available
        } catch {
            // The folder got another name: the open file goes on, and a full disk will say so itself. Or it is gone, and the
            // file with it: every second more would be lost too.
            guard let take, take.state != .ended, !take.segment.hasName else { return }
            troubles.append(.storage(.missing(path: take.request.path)))
            take.end(.writeError)
            return
        }
        guard available < reserve, let take, take.state != .ended else { return }
        troubles.append(.noSpace(available: available, reserve: reserve))
        take.end(.diskFull)
    }

    func publish(_ take: Take) {
        progress.frames.store(take.framesWritten, ordering: .relaxed)
        progress.readableFrames.store(take.segment.framesReadable, ordering: .relaxed)
        progress.pausedFrames.store(take.pausedFrames, ordering: .relaxed)
        progress.dropouts.store(take.dropouts?.count ?? 0, ordering: .relaxed)
        progress.bytes.store(take.segment.bytesOnDisk, ordering: .relaxed)
        progress.peaks.store(
            UInt64(take.peak[0].bitPattern) | UInt64(take.peak[1].bitPattern) << 32, ordering: .relaxed)
    }
}
