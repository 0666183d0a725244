// States of cues and timer for a screen. One test; no I/O.
import Dictation

extension ScreenRig {
    /// The topic `cues`.
    static func cues(
        countIn: Double = 0, beats: (left: Int64, all: Int64) = (0, 0), bed: String = "off", spoken: Double? = nil
    ) -> Fields {
        [
            "count_in_seconds": .double(countIn), "bed": .text(bed), "bed_level_db": .double(bed == "off" ? -200 : -16.5),
            "speaking": .int(spoken == nil ? 0 : 1), "speaking_percent": .double(spoken ?? 0), "output_source": .text("none"),
            "count_in_beats": .int(beats.all), "count_in_beats_left": .int(beats.left),
        ]
    }

    /// The topic `timer`, with the seconds that are left of a run; more than its length are those of the countdown.
    static func timer(_ state: String, left: Double = 0, of length: Double = 1200, every interval: Double = 300) -> Fields {
        let elapsed = length - left
        let next = interval > 0 ? min(length, (elapsed / interval + 1).rounded(.down) * interval) - elapsed : left
        return [
            "timer_state": .text(state), "timer_remaining_seconds": .double(left), "timer_elapsed_seconds": .double(elapsed),
            "timer_length_seconds": .double(length), "timer_interval_seconds": .double(interval),
            "timer_gong_seconds": .double(left == 0 ? -1 : elapsed < 0 ? -elapsed : next), "timer_preset": .text(""),
        ]
    }
}
