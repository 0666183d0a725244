// Room: Storage. Writer thread only. The end of a segment, after success and after failure.
import CSndFile
import Dictation

extension SegmentWriter {
    /// Writer thread. Makes the header final, syncs file and folder, closes, and returns the file's size in bytes.
    ///
    /// After a failed write it makes the header true for the frames that are whole on disk (`framesWritten` says how many)
    /// and throws only if that fails too. A failure that comes up here is thrown once the file is as whole as can be.
    public func close() throws(StorageError) -> Int64 {
        guard unsafe sound != nil else { throw .alreadyClosed(path: path) }
        let hadFailed = failure != nil
        var first: StorageError?
        func attempt(_ step: () throws(StorageError) -> Void) {
            do { try step() } catch { if first == nil { first = error } }
        }

        if !hadFailed { attempt(flush) }
        if failure != nil { attempt(rescue) }
        attempt(closeSound)
        // The last block of a compressing encoder is written by its close only.
        if !file.isFrozen, failure != nil { attempt(rescue) }
        attempt(file.syncAll)
        attempt { () throws(StorageError) in try Folder.sync(Folder.parent(of: path)) }
        attempt(file.close)
        if let first { throw first }
        return file.lengthOnDisk
    }

    /// Bytes of the file that the kernel has; after `close` its size.
    public var bytesOnDisk: Int64 { file.lengthOnDisk }

    /// Lets libsndfile write what it still has, and go.
    private func closeSound() throws(StorageError) {
        guard let sound = unsafe sound else { return }
        unsafe self.sound = nil
        let code = unsafe sf_close(sound)
        file.drain()
        // What failed before has been told and mended; a frozen file takes no more.
        guard !file.isFrozen else { return }
        try check("write")
        guard code == 0 else {
            let error = unsafe StorageError.refusedFormat(path: path, reason: String(cString: sf_error_number(code)))
            failure = error
            throw error
        }
    }

    /// Cuts the file after its last whole frame, makes the header say so, and freezes it. The header's blocks are on disk
    /// already, so a full disk does not stand in the way.
    private func rescue() throws(StorageError) {
        defer { file.isFrozen = true }
        file.forgiveFailure()
        switch format.container {
        case .wav:
            let frameBytes = Int64(format.bytesPerFrame)
            let whole = max(0, file.lengthOnDisk - headerBytes) / frameBytes
            framesWritten = min(framesWritten, whole)
            try file.truncate(to: headerBytes + framesWritten * frameBytes)
            if let sound = unsafe sound {
                unsafe sf_command(sound, Int32(SFC_UPDATE_HEADER_NOW), nil, 0)
                file.drain()
            }
            if let code = file.failure { throw StorageError(code: code, operation: "write", path: path) }
        case .flac:
            framesWritten = try encodedFramesOnDisk()
            try file.truncate(to: max(headerBytes, file.wholeEnd))
            try patchStreamInfo(frames: framesWritten)
        }
    }
}
