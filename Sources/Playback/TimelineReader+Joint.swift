// Finds timelines whose end meets their start. One owner at a time; blocks on the disk.
internal import Storage

extension TimelineReader {
    /// True if the first frame can follow the last one without a click: the joint bends no more than the sound on both sides of
    /// it does. So it is in a file that was made as a loop, and in noise. Blocks.
    public func endMeetsStart() throws(PlaybackError) -> Bool {
        let count = min(Int(length / 2), max(4, info.rate / 250))
        guard count >= 4 else { return false }
        var around = [SIMD2<Float>](repeating: .zero, count: 2 * count)
        unsafe try around.withUnsafeMutableBufferPointer { (frames) throws(PlaybackError) in
            unsafe try read(from: length - Int64(count), into: UnsafeMutableBufferPointer(rebasing: frames[..<count]))
            unsafe try read(from: 0, into: UnsafeMutableBufferPointer(rebasing: frames[count...]))
        }
        let steps = zip(around.dropFirst(), around).map { $0 - $1 }
        let bends = zip(steps.dropFirst(), steps).map { $0 - $1 }
        // The step into frame `count` crosses the joint, and so do the bends before and after that step.
        return [(steps, count - 1...count - 1), (bends, count - 2...count - 1)].allSatisfy { values, joint in
            let crossing = TimelineReader.largest(values[joint])
            let near = TimelineReader.largest(values[..<joint.lowerBound] + values[(joint.upperBound + 1)...])
            return crossing <= 2 * near + TimelineReader.rounding
        }
    }

    /// Differences of samples of 16 bits that are due to their rounding: -78 dB, which is no click.
    private static let rounding: Float = 4 / 32_768

    /// The largest magnitude of both channels.
    private static func largest(_ values: ArraySlice<SIMD2<Float>>) -> Float {
        values.reduce(0) { max($0, abs($1.x), abs($1.y)) }
    }
}
