// Sample replies for the tests of text. Any thread; constants.
import Control
import Dictation

/// Replies like those of the engine.
enum Samples {
    static func reply(to request: Request) -> Reply {
        switch request.verb {
        case .engine(.status): Reply(status)
        case .monitoring(.meters): Reply(meters)
        case .library(.ls): Reply(["count": .int(2)], items: recordings)
        case .library(.info): Reply(recordings[0])
        case .recording(.rec): Reply(["name": .text("x"), "path": .text("/r/x.wav"), "start_frame": .int(4)])
        case .recording(.stop):
            Reply([
                "path": .text("/r/x.wav"), "end_reason": .text("stopped"), "frames": .int(480),
                "peak_left_db": .double(-.infinity),
            ])
        case .playing(.play): Reply(["name": .text("x"), "position_frames": .int(0)])
        default: Reply()
        }
    }

    private static let status: Fields = [
        "engine": .text("dicta"), "version": .text("0.2.0"), "jack": .text("running"), "rate": .int(48000), "period": .int(256),
        "xruns": .int(0), "missed_frames": .int(0), "freewheel": .flag(false), "realtime": .flag(true),
        "library": .text("/home/u/Recordings"), "record_state": .text("recording"), "play_state": .text("stopped"),
        "name": .text("interview"), "elapsed_frames": .int(194_208_000), "elapsed_seconds": .double(4046),
        "size_bytes": .int(1_553_664_000), "peak_left_db": .double(-3.14), "peak_right_db": .double(-.infinity),
        "play_name": .text("memo"), "position_frames": .int(72_000), "position_seconds": .double(1.5),
        "heard_frames": .int(71_488), "heard_seconds": .double(1.48933), "play_rate": .double(0.75), "pitch_cents": .double(-150),
        "dpc_quality": .text("finer"), "effective_quality": .text("finer"),
        "formants": .text("keep"), "bypass": .flag(false), "effective_rate": .double(0.75),
        "scan": .text("off"), "looping": .flag(true), "loop_a_frames": .int(48_000), "loop_a_seconds": .double(1),
        "loop_b_frames": .int(96_000), "loop_b_seconds": .double(2), "backstep_seconds": .double(0.5),
        "channels": .text("swap"), "clips_left": .int(0), "clips_right": .int(3), "monitor": .text("pitch"),
        "monitor_pitch_cents": .double(300), "monitor_level_db": .double(-6), "monitor_latency_frames": .int(2048),
        "decode_percent": .int(42),
        "disk_free_bytes": .int(50_000_000_000), "disk_seconds_left": .double(130_208), "of_the_future": .double(1.5),
    ]

    private static let meters: Fields = [
        "in_peak_left_db": .double(-0.04), "in_peak_right_db": .double(-12.35), "in_rms_left_db": .double(-20),
        "in_rms_right_db": .double(-99.96),
    ]

    private static let recordings: [Fields] = [
        [
            "name": .text("interview"), "seconds": .double(4046.9), "rate": .int(48000), "channels": .int(2),
            "bits": .text("float"), "bytes": .int(1_553_664_000), "path": .text("/home/u/Recordings/interview.wav"),
        ],
        [
            "name": .text("evil \u{1b}[2J name"), "seconds": .double(0.5), "rate": .int(44100), "channels": .int(1),
            "bytes": .int(512),
        ],
    ]
}
