// Chapters for the feeds of podcasts. No state; any thread.
import Dictation
import JSON
import Storage

/// The file of chapters that a feed names in `<podcast:chapters>`: JSON of the podcast namespace.
enum PodcastChapters {
    /// Ending of the file.
    static let ending = "chapters.json"
    private static let version = "1.2.0"

    /// The text of the file, for markers at their frames of a sound with this rate.
    static func printed(_ markers: [Marker], rate: Int) -> [UInt8] {
        let chapters = markers.sorted { $0.frame < $1.frame }.map { marker in
            let milliseconds = (Double(marker.frame) * 1000 / Double(max(1, rate))).rounded()
            var members: [JSONTree.Member] = [.init("startTime", .number(String(milliseconds / 1000)))]
            if !marker.name.isEmpty { members.append(.init("title", .text(marker.name))) }
            return JSONTree.object(members)
        }
        return JSONTree.object([.init("version", .text(version)), .init("chapters", .list(chapters))]).printed
            + [UInt8(ascii: "\n")]
    }
}
