// The verb `peaks`: the requested part of a waveform. Any thread; a value.
import Dictation
import Storage

/// The requested part and resolution of a waveform, and its form in the reply.
struct PeakQuery: Hashable {
    /// The section to show.
    let section: TimelineSection
    /// Frames a column; nil to fit `columns`.
    let zoom: Int?
    /// Number of columns if `zoom` is nil.
    let columns: Int

    /// Most columns in one reply.
    private static let mostColumns = 20_000

    /// Reads the query from a request.
    init(_ request: Request) {
        section = TimelineSection(request)
        zoom = request.int(.zoom).map(Int.init)
        columns = Int(request.int(.columns) ?? 80)
    }

    /// Begins to read the waveform of the frames `range`; `open` is the recording's running take. Blocks on the disk. Throws
    /// `StorageError`.
    func job(
        _ library: Library, _ recording: Recording, _ range: Range<Int64>, reserve: Int64, open: OpenTake?
    ) throws(StorageError) -> Waveform {
        let (first, end) = (range.lowerBound, range.upperBound)
        let wanted = max(1, zoom ?? Int((end - first + Int64(columns) - 1) / Int64(columns)))
        // A larger reply could not be sent.
        let least = Int((end - first + Int64(Self.mostColumns) - 1) / Int64(Self.mostColumns))
        return try Waveform(
            library, recording, first..<end, zoom: max(wanted, least), cache: DecodeCache(reserve: reserve), open: open)
    }

    /// The fields of the reply.
    func fields(_ waveform: Waveform) -> Fields {
        [
            "name": .text(waveform.recording.name), "columns": .int(Int64(waveform.columns.count)),
            "zoom": .int(Int64(waveform.zoom)), "from_frames": .int(waveform.range.lowerBound),
            "to_frames": .int(waveform.range.upperBound), "rate": .int(Int64(waveform.recording.rate)),
            "drawn": .int(Int64(waveform.drawn)),
        ]
    }

    /// One item for each column: lowest, highest and RMS value of each channel, full scale 1.
    func items(_ waveform: Waveform) -> [Fields] {
        let isMono = waveform.recording.segments.allSatisfy { $0.channels == 1 }
        let sides: [String] = isMono ? ["mono"] : ["left", "right"]
        let rate = Double(max(1, waveform.recording.rate))
        return waveform.columns.enumerated().map { index, column in
            let frame = waveform.range.lowerBound + Int64(index) * Int64(waveform.zoom)
            var fields: Fields = [
                "frame": .int(frame), "position_seconds": .double(Self.rounded(Double(frame) / rate)),
            ]
            let rms = column.rms
            for channel in sides.indices {
                let side = sides[channel]
                fields.append("\(side)_low", .double(Self.rounded(Double(column.low[channel]))))
                fields.append("\(side)_high", .double(Self.rounded(Double(column.high[channel]))))
                fields.append("\(side)_rms", .double(Self.rounded(Double(rms[channel]))))
            }
            return fields
        }
    }

    /// Rounded to 5 decimals: a waveform stores one byte a value, so more digits would mean nothing.
    private static func rounded(_ value: Double) -> Double { value.isFinite ? (value * 1e5).rounded() / 1e5 : 0 }
}
