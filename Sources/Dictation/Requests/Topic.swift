// The topics of state messages, with their fields. Any thread; constants.
public import Messages

/// One kind of state message: `/dicta/state/NAME` with pairs of field name and value, always all fields and always in this
/// order: a surface may read them by name or by position.
public enum Topic: String, Sendable, CaseIterable {
    /// The raw value is the name of the topic; `summary` describes it.
    case transport, position, meters, loudness, wave, gains, rate, loop, markers, operations, library, xruns, disk, sources, lock,
        cues,
        timer, pedals, queue, schedule, hooks, words, prompts, questions
    /// Events as they happen, with fields of their own: `/dicta/event/NAME`. It has no state.
    case events

    /// True for a topic with texts of the user: it needs the privilege `read`.
    public var isText: Bool { self == .words }

    /// The topics that have a state.
    public static let states = allCases.filter { $0 != .events }

    /// The OSC address of the messages.
    public var address: String { self == .events ? Self.eventRoot : CommandTable.root + "state/" + rawValue }

    /// The start of every OSC address of an event.
    public static let eventRoot = CommandTable.root + "event/"

    /// One sentence for the man page.
    public var summary: Message {
        switch self {
        case .transport: "State of take, playback and JACK server."
        case .position:
            "Position of the playhead, length and size of the take, and the time until it reaches its longest length (-1 for none)."
        case .meters:
            "Levels in dB: peak, average and held peak of inputs and outputs; silence is -200. With"
                + " voice activation also its threshold, the level above 150 Hz, and 1 while the gate is open."
        case .loudness:
            "Loudness by EBU R128 of the running take, or of the inputs: momentary (0.4 s), short-term (3 s), and integrated over the"
                + " seconds that are measured, which begin with the take or the subscription; silence is -200. Source is none, take or"
                + " inputs."
        case .wave:
            "Waveform of the last second, in columns of a thirtieth of a second: of the running take, of what plays, or of the"
                + " inputs. Low, high and loud (RMS) are lists of whole numbers, in thousandths of full scale."
        case .gains: "Playback gains, and monitoring of the inputs."
        case .rate: "Rate and pitch of the playback."
        case .loop:
            "The loop points A and B (-1 when not set), a running cue or review, and the silences that are skipped: their count and"
                + " their length together (-1 while unknown)."
        case .markers: "Number of markers of the take or loaded recording, and the marker set last."
        case .operations:
            "The running background operation: its kind, its recording, and its progress; the state of the latest operation"
                + " (running, waiting, done, failed or cancelled), the count of unfinished ones, and the time left (-1 when unknown)."
        case .library: "A count of the library's changes, and the name of the recording changed last."
        case .xruns: "Counts of xruns, missed frames, lost frames and underruns."
        case .disk: "Free disk space, in bytes and in recording time (-1 while unknown)."
        case .sources:
            "State of the sources (connected, none, lost, silent, fallback), the ports that feed the inputs, and the number of"
                + " ports that can."
        case .lock: "The lock of the transport, and for how long its key is still to be held (0 when it is not held)."
        case .cues:
            "The sounds beside the playback: seconds left of a count-in, the bed and its level in dB, the speech and its progress,"
                + " the sound that has the outputs (none, player or timer), and the beats of the count-in, all of them and those"
                + " that are left (0 where no beats are counted)."
        case .timer:
            "The timer: idle, countdown, running, paused or completed; its times in seconds, with 0 for no interval and -1 for no further"
                + " gong; its preset."
        case .pedals:
            "The USB pedals in use, the held keys (each as a trigger), and what keeps a pedal from working, in words."
        case .queue:
            "The queue: the count of recordings, the number of the current one (0 for none), the name of the next one, shuffle,"
                + " repeat, and a count of the queue's changes."
        case .schedule:
            "The scheduled takes: the local time of the next one, its name, its number (0 for none), the whole seconds until then"
                + " (-1 for none), the count of takes that are to come, and a count of the list's changes."
        case .words:
            "The words of the loaded recording at the playhead: the number of the line (0 for none), its text, speaker, start and end (-1 for none);"
                + " the word; the next line and its start (-1 for none); the counts of lines and of words with a confidence below \(WordCertainty.doubtful);"
                + " a count of the text's changes."
        case .hooks:
            "The queue of hooks that must not be lost (hook-durable): the counts of jobs that wait, that run and that have failed, and"
                + " a count of the queue's changes."
        case .prompts: Self.promptSummary
        case .questions: Self.questionSummary
        case .events: "Events as they happen, each as /dicta/event/NAME with the fields that a hook gets."
        }
    }

    /// The fields, in the order of the messages.
    public var fields: [String] {
        switch self {
        case .transport: ["record_state", "play_state", "record_name", "play_name", "jack", "freewheel", "record_error"]
        case .position:
            [
                "position_frames", "position_seconds", "heard_frames", "heard_seconds", "duration_frames", "duration_seconds",
                "elapsed_frames", "elapsed_seconds", "size_bytes", "take_place_frames", "take_place_seconds",
                "take_peak_left_db", "take_peak_right_db", "remaining_seconds",
            ]
        case .meters:
            ["in", "out"].flatMap { place in
                ["left", "right"].flatMap { side in ["peak", "rms", "held"].map { "\(place)_\($0)_\(side)_db" } }
            } + ["voice_threshold_db", "voice_level_db", "voice_open"]
        case .loudness:
            ["loudness_source", "loudness_name", "momentary_lufs", "short_term_lufs", "integrated_lufs", "loudness_seconds"]
        case .wave: WaveColumns.keys
        case .gains:
            [
                "master", "left_db", "right_db", "channels", "monitor", "monitor_pitch_cents", "monitor_level_db",
                "monitor_latency_frames", "monitor_latency_seconds",
            ]
        case .rate: ["play_rate", "pitch_cents", "effective_rate", "dpc_quality", "effective_quality", "formants", "bypass"]
        case .loop:
            [
                "looping", "loop_a_frames", "loop_b_frames", "scan", "loop_a_seconds", "loop_b_seconds", "skip_silence",
                "silences", "silence_seconds", "typing", "shuttle",
            ]
        case .markers: ["count", "name", "frames", "recording", "position_seconds"]
        case .operations:
            [
                "kind", "name", "percent", "operation_id", "operation_state", "operations_running", "operation_seconds_left",
                "operation_error",
            ]
        case .library: ["revision", "changed"]
        case .xruns: ["xruns", "missed_frames", "lost_frames", "underruns"]
        case .disk: ["disk_free_bytes", "disk_seconds_left"]
        case .sources: ["source_state", "source_ports", "source_count"]
        case .lock: ["locked", "lock_seconds"]
        case .cues:
            [
                "count_in_seconds", "bed", "bed_level_db", "speaking", "speaking_percent", "output_source", "count_in_beats",
                "count_in_beats_left",
            ]
        case .timer:
            [
                "timer_state", "timer_remaining_seconds", "timer_elapsed_seconds", "timer_length_seconds",
                "timer_interval_seconds",
                "timer_gong_seconds", "timer_preset",
            ]
        case .queue: ["queue_count", "queue_number", "queue_next", "queue_shuffle", "queue_repeat", "queue_revision"]
        case .schedule:
            [
                "schedule_next", "schedule_name", "schedule_number", "schedule_seconds", "schedule_count", "schedule_revision",
            ]
        case .words:
            [
                "words_line", "words_text", "words_speaker", "words_from_seconds", "words_until_seconds", "words_word",
                "words_next", "words_next_seconds", "words_lines", "words_doubtful", "words_revision",
            ]
        case .hooks: ["hook_jobs_waiting", "hook_jobs_running", "hook_jobs_failed", "hook_jobs_revision"]
        case .pedals: ["pedals", "pedals_held", "pedal_trouble"]
        case .prompts:
            [
                "prompt_id", "prompt_text", "prompt_category", "prompt_depth", "prompt_source", "prompt_favourite",
                "prompt_in_take", "prompt_card", "prompt_revision",
            ]
        case .questions:
            [
                "question_state", "question_sheet", "question_id", "question_text", "question_hint", "question_number",
                "question_count", "question_answered", "question_required_left", "question_percent", "question_recording",
                "question_revision",
            ]
        case .events: []
        }
    }

    private static let promptSummary: Message =
        "The prompt that stands: its id, text, category and depth; its source (dynamic, inspire or timer; empty without a prompt);"
        + " 1 for a favourite, 1 while a take is about it, 1 where the screen shows it above the record key; a count of changes."

    private static let questionSummary: Message =
        "The question sheet that is being asked: its state (idle, asking, listening or answering), the sheet, the question with its"
        + " hint and number, the count of questions, of answered ones and of required ones that are left, the answered share in"
        + " percent, the recording, and a count of changes."
}
