// Room: Storage. Writer thread only. What makes the file true while it is still being written.
import CSndFile
import Dictation

extension SegmentWriter {
    /// Writer thread. Hands every frame given so far to the kernel and makes the header say so: a program that opens the
    /// file now, or after a kill -9, finds it whole. FLAC leaves out its last block, which is up to 4097 frames that are
    /// not encoded yet. Costs two writes.
    public func flush() throws(StorageError) {
        if let failure { throw failure }
        guard let sound = unsafe sound else { throw .alreadyClosed(path: path) }
        switch format.container {
        case .wav:
            unsafe sf_command(sound, Int32(SFC_UPDATE_HEADER_NOW), nil, 0)
            file.drain()
            try check("write")
        case .flac:
            file.drain()
            try check("write")
            try patchStreamInfo(frames: encodedFramesOnDisk())
        }
    }

    /// Writer thread. `flush`, and waits until the disk has it: what was given before survives a power loss.
    public func sync() throws(StorageError) {
        try flush()
        try file.syncData()
        // Once, so that the name survives too.
        guard !isFolderSynced else { return }
        try Folder.sync(Folder.parent(of: path))
        isFolderSynced = true
    }

    /// FLAC: the frames in blocks that the kernel has whole. One write is one block.
    func encodedFramesOnDisk() throws(StorageError) -> Int64 {
        let blockSize = try readHeader(at: 8, count: 2)
        return min(framesWritten, Int64(file.wholeWrites - headerWrites) * blockSize)
    }

    /// FLAC: writes the number of frames into the stream header, where libFLAC does it only at the end. The number is the
    /// lower 36 bits of the 8 bytes at 18; the upper ones are rate, channels and bits.
    func patchStreamInfo(frames: Int64) throws(StorageError) {
        let mask: UInt64 = 0xF_FFFF_FFFF
        let old = try readHeader(at: 18, count: 8)
        var new = ((UInt64(bitPattern: old) & ~mask) | (UInt64(frames) & mask)).bigEndian
        do {
            try unsafe withUnsafeBytes(of: &new) { (bytes) throws(StorageError) in try unsafe file.patch(bytes, at: 18) }
        } catch {
            failure = error
            throw error
        }
    }

    /// A big-endian number in the header, as it is on disk.
    private func readHeader(at offset: Int64, count: Int) throws(StorageError) -> Int64 {
        var value: UInt64 = 0
        for byte in try file.read(at: offset, count: count) { value = value << 8 | UInt64(byte) }
        return Int64(bitPattern: value)
    }
}
