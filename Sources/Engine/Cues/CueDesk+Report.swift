// The status fields of cues, and the topic `cues`. Control loop only.
internal import Dictation
internal import JackClient
internal import Player
internal import System

extension CueDesk {
    func fields(of topic: Topic) -> Fields { topic == .cues ? fields : [:] }

    func status(for authority: Authority) -> Fields { fields }

    /// Fields of the cues as they are now. A bed is told by the last part of its path: a path of the user is not for surfaces.
    private var fields: Fields {
        var fields: Fields = [
            "count_in_seconds": .double(countInSeconds),
            "bed": .text(bed.map { String($0.source.name.split(separator: "/").last ?? "") } ?? "off"),
            "bed_level_db": .double(bed?.level ?? Decibel.floor),
            "speaking": .int(talk == nil ? 0 : 1), "speaking_percent": .double(speakingPercent),
        ]
        fields.append("output_source", .text(outputSource()))
        // After its last beat a count-in has no beats: its take begins in the next turn of the control loop.
        let left = beatsLeft
        fields.append("count_in_beats", .int(left == 0 ? 0 : Int64(counted?.beats.count ?? 0)))
        fields.append("count_in_beats_left", .int(left))
        return fields
    }

    /// Seconds until the take of a count-in begins; 0 without one.
    private var countInSeconds: Double {
        guard let end = counted?.end, let time = jack.time else { return 0 }
        return max(0, Double(end - time.now) / Double(time.client.rate))
    }

    /// Beats of a count-in that are not over yet; 0 without one.
    private var beatsLeft: Int64 {
        guard let counted, let now = jack.time?.now else { return 0 }
        return Int64(counted.beats.count { $0 > now })
    }

    /// Part of the speech that has been heard, in percent.
    private var speakingPercent: Double {
        guard let talk, let start = talk.start, let length = talk.length, length > 0, let time = jack.time else { return 0 }
        return min(100, max(0, Double(time.now - start) * 100 / Double(length)))
    }
}
