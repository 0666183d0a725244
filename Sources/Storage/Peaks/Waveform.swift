// One thread (the library worker); each step blocks on the disk for a moment only.
public import Dictation

/// The waveform of a stretch of a recording: drawn from peak files, which are made first where they are missing.
public final class Waveform: PieceJob {
    private let library: Library
    public let recording: Recording
    /// Timeline frames.
    public let range: Range<Int64>
    /// Frames a column.
    public let zoom: Int
    public private(set) var columns: [PeakColumn] = []
    /// Segments whose waveform had to be drawn.
    public private(set) var drawn = 0

    private let needed: [Segment]
    private var current = 0
    /// How often all was there and could not be read.
    private var attempts = 0
    private var scan: PeakScan?
    private let cache: DecodeCache
    private var decoding: DecodeJob?

    /// Blocks. `zoom` is the number of frames a column. What only ffmpeg reads is decoded into the cache.
    public init(
        _ library: Library, _ recording: Recording, _ range: Range<Int64>, zoom: Int, cache: DecodeCache = DecodeCache()
    ) throws(StorageError) {
        self.library = library
        self.cache = cache
        self.recording = recording
        self.range = range.clamped(to: 0..<recording.timeline.length)
        self.zoom = zoom
        needed = recording.timeline.part(self.range).segments.compactMap(recording.segment)
    }

    public var fraction: Double {
        needed.isEmpty ? 1 : min(1, (Double(current) + (scan?.fraction ?? 0)) / Double(needed.count))
    }

    public func step() throws(StorageError) -> Bool {
        guard current < needed.count else {
            do throws(StorageError) {
                try collect()
            } catch .badPeaks(let path, _) {
                // Damaged where only reading could tell: once more from the audio.
                Folder.removeQuietly(path)
                attempts += 1
                guard attempts <= 2 else { throw .badPeaks(path: path, reason: "it is damaged time and again") }
                current = 0
                return false
            }
            return true
        }
        if let scan {
            guard try scan.step() else { return false }
            self.scan = nil
            drawn += 1
            current += 1
        } else if isReady(needed[current]) {
            current += 1
        } else if let decoding {
            guard try decoding.step() else { return false }
            let segment = needed[current]
            scan = try PeakScan(library, segment, decoded: decoding.path(of: segment.file))
            self.decoding = nil
        } else if try library.needsDecoding(needed[current]) {
            decoding = try DecodeJob(library, [needed[current]], cache)
        } else {
            scan = try PeakScan(library, needed[current].file)
        }
        return false
    }

    private func isReady(_ segment: Segment) -> Bool { library.peakState(of: segment) == .ready }

    private func collect() throws(StorageError) {
        columns = Array(repeating: PeakColumn(), count: PeakLayout.columns(Int64(range.count), zoom))
        var start = range.lowerBound
        for span in recording.timeline.part(range).spans {
            guard let segment = recording.segment(span.segment) else { throw .missing(path: library.path(of: span.segment)) }
            guard let file = try library.openPeaks(of: segment) else {
                throw .badPeaks(path: library.peakPath(of: span.segment), reason: "it is not that of the audio")
            }
            let shift = span.first - (start - range.lowerBound)
            // A file of another rate has its columns between ours.
            let ratio = segment.rate == recording.rate ? 1 : Double(recording.rate) / Double(max(1, segment.rate))
            let level = level(file.layout, shift, isAligned: ratio == 1)
            let first = Int64(nearest: (Double(span.first) / ratio).rounded(.down))
            let end = min(segment.frames, Int64(nearest: (Double(span.end) / ratio).rounded(.up)))
            try file.read(first..<max(first, end), level: level) { first, column in
                // By the frames they have in common, where a column of the file lies in two of ours.
                let next = first + Int64(file.layout.framesPerColumn(level))
                let low = max(Int64(nearest: Double(first) * ratio), span.first) - shift
                let high = min(Int64(nearest: Double(next) * ratio), span.end) - shift
                guard low < high else { return }
                for index in Int(low / Int64(zoom))...Int((high - 1) / Int64(zoom)) {
                    let common = min(high, Int64(index + 1) * Int64(zoom)) - max(low, Int64(index) * Int64(zoom))
                    var part = column
                    part.frames = Int(common)
                    part.squares *= column.frames > 0 ? Float(common) / Float(column.frames) : 0
                    columns[index].add(part)
                }
            }
            start += span.length
        }
    }

    /// The coarsest that fits into our columns, or is eight times finer than they are.
    private func level(_ layout: PeakLayout, _ shift: Int64, isAligned: Bool) -> Int {
        (0..<PeakLayout.levels).last { level in
            let size = layout.framesPerColumn(level)
            return 8 * size <= zoom || isAligned && zoom % size == 0 && shift % Int64(size) == 0
        } ?? 0
    }
}
