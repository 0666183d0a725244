// Places of a track that a recorder has written. Main thread only.
import CSndFile

/// Finds the stretches of a track in an audio file whose second channel has the places of its frames.
enum PlacedFile {
    /// The stretches in the order of the file, in frames of the track, without the first and the last `margin` frames of the
    /// file. Throws if the file is no audio file of two channels.
    static func stretches(_ path: String, margin: Int) throws(BenchError) -> [Range<Int64>] {
        var info = SF_INFO()
        guard let file = unsafe sf_open(path, Int32(SFM_READ), &info) else { throw .unfit("\(path) is no audio file") }
        // The file is only read, so a failed close loses nothing.
        defer { _ = unsafe sf_close(file) }
        guard info.channels == 2 else { throw .unfit("\(path) has \(info.channels) channels and not 2") }
        var block = [Float](repeating: 0, count: 2 * 65_536)
        let inner = Int64(margin)..<max(Int64(margin), info.frames - Int64(margin))
        var found: [Range<Int64>] = []
        var start: Int64 = 0
        while true {
            let count = Int(unsafe sf_readf_float(file, &block, Int64(block.count / 2)))
            guard count > 0 else { return found }
            defer { start += Int64(count) }
            for index in 0..<count where inner.contains(start + Int64(index)) {
                guard let code = PlaceCode.decode(block[2 * index + 1]) else { continue }
                let place = Int64(code)
                if let last = found.last, last.upperBound == place {
                    found[found.count - 1] = last.lowerBound..<place + 1
                } else {
                    found.append(place..<place + 1)
                }
            }
        }
    }
}
