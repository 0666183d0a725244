// Room: Storage. Writer thread only. FLAC's stream header while the file is still being written.

extension LibraryEncoder {
    /// Frames in blocks that the kernel has whole. libFLAC hands over each block in one write.
    func framesOnDisk() throws(StorageError) -> Int64 {
        let blockSize = try header(at: 8, count: 2)
        return min(framesGiven, Int64(file.wholeWrites - headerWrites) * Int64(blockSize))
    }

    /// Writes the number of frames into the stream header, where libFLAC does it only at the end. The number is the lower
    /// 36 bits of the 8 bytes at 18; the upper ones are rate, channels and bits.
    func patchStreamInfo(frames: Int64) throws(StorageError) {
        let mask: UInt64 = 0xF_FFFF_FFFF
        let old = try header(at: 18, count: 8)
        let new = (old & ~mask) | (UInt64(frames) & mask)
        try file.patch((0..<8).map { UInt8(truncatingIfNeeded: new >> (56 - 8 * $0)) }, at: 18)
    }

    /// A big-endian number in the header, as it is on disk.
    private func header(at offset: Int64, count: Int) throws(StorageError) -> UInt64 {
        try file.read(at: offset, count: count).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
