// Room: Deck. Reader thread only.
public import Storage

/// An audio file as stereo frames from any place, with silence before and after.
///
/// It may be a take that is still being written: then only what its writer has handed on is read.
public final class Tape {
    public let info: SegmentInfo
    /// Frames there are.
    public private(set) var length: Int64
    /// More is to come.
    public private(set) var isGrowing: Bool

    private let path: String
    private var reader: SegmentReader
    /// Where the file stands.
    private var next: Int64 = 0

    /// Reader thread. Blocks on the disk.
    public init(path: String) throws(DeckError) {
        self.path = path
        do throws(StorageError) { reader = try SegmentReader(path: path) } catch { throw .storage(error) }
        info = reader.info
        length = reader.info.frames
        isGrowing = false
    }

    /// Reader thread. A take that is still being written, of which `frames` can be read.
    public convenience init(path: String, growing frames: Int64) throws(DeckError) {
        try self.init(path: path)
        length = min(length, frames)
        isGrowing = true
    }

    /// Reader thread. So many frames can be read now; opens the file anew, since its length is read there only once.
    public func grow(to frames: Int64, isComplete: Bool) throws(DeckError) {
        do throws(StorageError) { reader = try SegmentReader(path: path) } catch { throw .storage(error) }
        next = 0
        length = isComplete ? reader.info.frames : min(reader.info.frames, max(frames, length))
        isGrowing = !isComplete
    }

    /// Fills `frames` with those before tape frame `end`, for a crossfade that ends there. Before its first frame the tape is
    /// continued by its reflection in that frame: silence would make a step of it.
    func read(before end: Int64, into frames: UnsafeMutableBufferPointer<SIMD2<Float>>) throws(DeckError) {
        let first = end - Int64(frames.count)
        guard first < 0 else {
            unsafe try read(from: first, into: frames)
            return
        }
        let missing = min(Int(-first), frames.count)
        let beginning = UnsafeMutableBufferPointer<SIMD2<Float>>.allocate(capacity: missing + 1)
        defer { unsafe beginning.deallocate() }
        unsafe try read(from: 0, into: beginning)
        for index in 0..<missing { unsafe frames[index] = 2 * beginning[0] - beginning[missing - index] }
        unsafe try read(from: 0, into: UnsafeMutableBufferPointer(rebasing: frames[missing...]))
    }

    /// Fills `frames` from tape frame `first` on; what the tape does not have is silence. A seek where it is not in sequence.
    func read(from first: Int64, into frames: UnsafeMutableBufferPointer<SIMD2<Float>>) throws(DeckError) {
        let start = min(Int64(frames.count), max(0, -first))
        let end = max(start, min(Int64(frames.count), length - first))
        unsafe UnsafeMutableBufferPointer(rebasing: frames[..<Int(start)]).update(repeating: .zero)
        unsafe UnsafeMutableBufferPointer(rebasing: frames[Int(end)...]).update(repeating: .zero)
        guard end > start else { return }
        do throws(StorageError) {
            if next != first + start { try reader.seek(to: first + start) }
            // Where it stands is not known until the read has come back.
            next = -1
            let wanted = unsafe UnsafeMutableBufferPointer(rebasing: frames[Int(start)..<Int(end)])
            let got = unsafe try reader.read(into: wanted)
            // Shorter than it said: a file that was cut off meanwhile.
            unsafe UnsafeMutableBufferPointer(rebasing: wanted[got...]).update(repeating: .zero)
            next = first + start + Int64(got)
        } catch {
            throw .storage(error)
        }
    }
}
