// Tags and chapters as text for ffmpeg. Pure functions; any thread.
import Dictation

/// Writes an ffmetadata file.
enum ChapterText {
    /// Returns the text of the file; `frames` and the marker positions are at `rate`. With `asComments` chapters become the
    /// comments that players know, for Ogg and FLAC, which have no chapters.
    static func text(_ tags: AudioTags, rate: Int, frames: Int64, asComments: Bool) -> String {
        var lines = [";FFMETADATA1"]
        let texts = [
            ("title", tags.title), ("artist", tags.artist), ("date", tags.date), ("creation_time", tags.recorded),
            ("comment", tags.comment),
            ("LYRICS", tags.lyrics), ("track", tags.track.map { "\($0.number)/\($0.count)" } ?? ""),
        ]
        for (key, value) in texts where !value.isEmpty {
            lines.append("\(key)=\(escaped(value))")
        }
        var markers = tags.markers.sorted { $0.frame < $1.frame }
        if asComments {
            for (index, marker) in markers.enumerated() {
                let number = padded(index + 1, 3)
                lines.append("CHAPTER\(number)=\(clock(Double(marker.frame) / Double(rate)))")
                lines.append("CHAPTER\(number)NAME=\(escaped(marker.name))")
            }
            return lines.joined(separator: "\n") + "\n"
        }
        // The first chapter must begin at 0, or players move it there.
        if let first = markers.first, first.frame > 0 { markers.insert(Marker(frame: 0, name: tags.title), at: 0) }
        for (index, marker) in markers.enumerated() {
            let end = index + 1 < markers.count ? markers[index + 1].frame : frames
            lines += [
                "[CHAPTER]", "TIMEBASE=1/\(rate)", "START=\(marker.frame)", "END=\(max(marker.frame, end))",
                "title=\(escaped(marker.name))",
            ]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func escaped(_ text: String) -> String {
        // A line break of two characters is one for Swift, and would end the text for ffmpeg.
        let scalars = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").unicodeScalars
        return scalars.reduce(into: "") { result, scalar in
            if "=;#\\\n".unicodeScalars.contains(scalar) { result.append("\\") }
            result.unicodeScalars.append(scalar)
        }
    }

    /// Formats a time as 00:01:02.345.
    private static func clock(_ seconds: Double) -> String {
        let whole = Int(Int64(nearest: seconds * 1000))
        return [whole / 3_600_000, whole / 60_000 % 60, whole / 1000 % 60].map { padded($0, 2) }.joined(separator: ":")
            + "." + padded(whole % 1000, 3)
    }

    private static func padded(_ number: Int, _ digits: Int) -> String {
        String(repeating: "0", count: max(0, digits - "\(number)".count)) + "\(number)"
    }
}
