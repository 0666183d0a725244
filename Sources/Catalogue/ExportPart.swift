// One file of an export to several. Any thread; a value.
import Dictation
import Storage

/// A file that an export makes of a recording: a part of its timeline, one channel, or both.
struct ExportPart: Hashable {
    /// Frames of the timeline; nil for what the options name.
    var range: Range<Int64>?
    /// Number among the stretches; nil without `--segments`.
    var track: AudioTags.Track?
    /// The channel; nil for the whole sound.
    var voice: ExportVoice?

    /// The files of a recording, in order: each stretch of the section, and of each the channels.
    static func all(of recording: Recording, _ section: Range<Int64>?, _ options: ExportOptions) -> [ExportPart] {
        guard options.isBySegment else { return options.voices.map { ExportPart(range: section, voice: $0) } }
        let whole = section ?? 0..<recording.timeline.length
        let ranges = recording.timeline.stretches.map { $0.range.clamped(to: whole) }.filter { !$0.isEmpty }
        return ranges.enumerated().flatMap { index, range in
            options.voices.map {
                ExportPart(range: range, track: AudioTags.Track(index + 1, of: ranges.count), voice: $0)
            }
        }
    }
}
