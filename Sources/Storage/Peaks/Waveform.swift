// The waveform of a stretch of a recording. One owner at a time; each step blocks briefly.
public import Dictation
internal import Messages

/// Collects the waveform of a stretch of a recording from peak files, and makes those that are missing.
public final class Waveform: PieceJob {
    private let library: Library
    /// The recording.
    public let recording: Recording
    /// The stretch, in timeline frames.
    public let range: Range<Int64>
    /// Frames per column.
    public let zoom: Int
    /// The columns; complete after the last step.
    public private(set) var columns: [PeakColumn] = []
    /// Count of segments whose peak file had to be made.
    public private(set) var drawn = 0

    private let needed: [Segment]
    /// The running take of the recording; nil without one.
    private let open: OpenTake?
    private var current = 0
    /// Count of tries that found all peak files in place but could not read one.
    private var attempts = 0
    private var scan: PeakScan?
    private let cache: DecodeCache
    private var decoding: DecodeJob?

    /// Prepares the job. `zoom` is in frames per column. Files that only ffmpeg can read are decoded into `cache`. The waveform
    /// of a take that is still written is that of `open`. Blocks.
    public init(
        _ library: Library, _ recording: Recording, _ range: Range<Int64>, zoom: Int, cache: DecodeCache = DecodeCache(),
        open: OpenTake? = nil
    ) throws(StorageError) {
        self.open = open
        self.library = library
        self.cache = cache
        self.recording = recording
        self.range = range.clamped(to: 0..<recording.timeline.length)
        self.zoom = zoom
        needed = recording.segments(of: recording.timeline.part(self.range))
    }

    /// Progress from 0 to 1.
    public var fraction: Double {
        needed.isEmpty ? 1 : min(1, (Double(current) + (scan?.fraction ?? 0)) / Double(needed.count))
    }

    /// Does the next short piece of work and returns true once `columns` is complete. Throws `badPeaks` if a peak file is
    /// damaged again after it was made anew, and `damaged` if it is the audio that is not whole.
    public func step() throws(StorageError) -> Bool {
        guard current < needed.count else {
            do throws(StorageError) {
                try collect()
            } catch .badPeaks(let path, _) {
                // Only reading shows this damage; make the peak file again from the audio.
                library.removePeakFile(path)
                attempts += 1
                // No waveform fits a file of another length than its description has.
                for segment in needed where attempts > 2 && !isOpen(segment) {
                    try library.refuseDamaged(segment, of: recording.name)
                }
                guard attempts <= 2 else { throw .badPeaks(path: path, reason: tr("it is damaged again after it was made anew")) }
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

    private func isReady(_ segment: Segment) -> Bool { isOpen(segment) || library.peakState(of: segment) == .ready }

    private func isOpen(_ segment: Segment) -> Bool { open?.entry.segment.file == segment.file }

    private func peaks(of segment: Segment) throws(StorageError) -> PeakFile? {
        guard let open, isOpen(segment) else { return try library.openPeaks(of: segment) }
        return PeakFile(open.peaks, path: library.peakPath(of: segment.file))
    }

    private func collect() throws(StorageError) {
        columns = Array(repeating: PeakColumn(), count: PeakLayout.columns(Int64(range.count), zoom))
        var start = range.lowerBound
        let segments = recording.segmentsByFile
        for span in recording.timeline.part(range).spans {
            guard let segment = segments[span.segment] else { throw .missing(path: library.path(of: span.segment)) }
            guard let file = try peaks(of: segment) else {
                throw .badPeaks(path: library.peakPath(of: span.segment), reason: tr("it belongs to other audio"))
            }
            let shift = span.first - (start - range.lowerBound)
            // In a file of another rate columns begin between the wanted ones.
            let ratio = segment.rate == recording.rate ? 1 : Double(recording.rate) / Double(max(1, segment.rate))
            let level = level(file.layout, shift, isAligned: ratio == 1)
            let first = Int64(nearest: (Double(span.first) / ratio).rounded(.down))
            let end = min(segment.frames, Int64(nearest: (Double(span.end) / ratio).rounded(.up)))
            try file.read(first..<max(first, end), level: level) { first, column in
                // A column that overlaps two wanted ones is divided between them, by the frames in common.
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

    /// Returns the coarsest level that fits the wanted columns exactly, or is at least eight times finer.
    private func level(_ layout: PeakLayout, _ shift: Int64, isAligned: Bool) -> Int {
        (0..<PeakLayout.levels).last { level in
            let size = layout.framesPerColumn(level)
            return 8 * size <= zoom || isAligned && zoom % size == 0 && shift % Int64(size) == 0
        } ?? 0
    }
}
