// The highest sample of what is heard of a recording. One owner at a time; blocks on the disk.
public import Dictation

extension Library {
    /// Highest absolute sample of each channel of the timeline; empty if no take was measured. A take of which only a part is
    /// heard is measured by its waveform; without one, the peak of the whole take stands for it. Reads no audio. Blocks.
    public func heardPeaks(of recording: Recording) -> [Float] {
        var peaks: [Float] = []
        let segments = recording.segmentsByFile
        let spansOfFile = Dictionary(grouping: recording.timeline.spans, by: \.segment)
        for file in recording.timeline.segments {
            guard let segment = segments[file], !segment.peaks.isEmpty, let spans = spansOfFile[file] else { continue }
            let isWhole = spans.contains { $0.first == 0 && $0.length >= recording.span(of: segment).length }
            let heard = isWhole ? segment.peaks : measured(spans, of: segment, rate: recording.rate) ?? segment.peaks
            for (channel, peak) in heard.enumerated() {
                if channel < peaks.count { peaks[channel] = max(peaks[channel], peak) } else { peaks.append(peak) }
            }
        }
        return peaks
    }

    /// Highest absolute samples of parts of a segment, by its waveform; nil without one. `rate` is that of the timeline. A
    /// waveform rounds up a little, and the take's own peak is exact: no part is louder.
    private func measured(_ spans: [Span], of segment: Segment, rate: Int) -> [Float]? {
        let ratio = rate == segment.rate ? 1 : Double(segment.rate) / Double(max(1, rate))
        var highest = SIMD2<Float>.zero
        do throws(StorageError) {
            guard let file = try openPeaks(of: segment) else { return nil }
            for span in spans {
                let first = Int64(nearest: Double(span.first) * ratio)
                let end = min(segment.frames, Int64(nearest: Double(span.end) * ratio))
                for (part, level) in Self.parts(first..<max(first, end), file.layout) {
                    try file.read(part, level: level) { _, column in
                        highest = pointwiseMax(highest, pointwiseMax(column.high, -column.low))
                    }
                }
            }
        } catch {
            return nil
        }
        return segment.peaks.indices.map { min(segment.peaks[$0], highest[min($0, 1)]) }
    }

    /// Splits a range: the columns inside it are read at the coarsest level, and its ends at the finest, so that an hour is
    /// measured in a moment and no frame beyond an end counts by more than the finest column.
    private static func parts(_ range: Range<Int64>, _ layout: PeakLayout) -> [(Range<Int64>, Int)] {
        let level = PeakLayout.levels - 1
        let size = Int64(layout.framesPerColumn(level))
        let first = (range.lowerBound + size - 1) / size * size
        let end = range.upperBound / size * size
        guard first < end else { return [(range, 0)] }
        return [(range.lowerBound..<first, 0), (first..<end, level), (end..<range.upperBound, 0)]
    }
}
