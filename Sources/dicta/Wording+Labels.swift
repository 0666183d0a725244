// Labels of the fields of replies, and the words for states. One thread; constants.
import Messages

extension Wording {
    /// The labels, by the keys of the fields. A pair of a left and a right field has one label, without the side.
    static let labels: [String: Message] = [
        // Recordings and their files.
        "name": "Name", "seconds": "Length", "created": "Created", "modified": "Modified", "state": "State",
        "problem": "Problem", "bytes": "Size", "tags": "Tags", "title": "Title", "artist": "Artist", "markers": "Markers",
        "note": "Note", "position_seconds": "Position", "rate": "Rate", "container": "Container", "bits": "Bits",
        "channels": "Channels", "segments": "Segments", "frames": "Frames", "path": "Path",
        "said_seconds": Message("Said").meaning("the place"), "said": Message("Said").meaning("the text"), "id": "ID",
        "favourite": "Favourite", "bitrate": "Bitrate", "undo_steps": "Undo steps", "delivered": "Delivered",
        "delivered_state": "Delivered file", "waveform": "Waveform", "transport_frame": "Transport frame",
        "start_frame": "Start frame",
        "preroll_frames": "Preroll frames", "preroll_seconds": "Preroll", "joints": "Joints", "gaps": "Gaps", "xruns": "Xruns",
        "in_clips": "Input clips", "dropouts": "Dropouts", "dropout_frames": "Dropout frames", "dropout_seconds": "Dropout",
        "analysis": "Analysis", "prompt": "Prompt", "sheet": "Sheet", "answers": "Answers", "preset": "Preset",
        "input_latency_frames": "Input latency frames", "input_latency_seconds": "Input latency", "end_reason": "End reason",
        "peak": "Take peak", "metadata_error": "Metadata error", "rendered": "Rendered", "source": "Source",
        "source_bytes": "Source size", "segment_path": "Segment path", "segment_id": "Segment ID", "paths": "Paths",
        "away_seconds": "Away", "missed_frames": "Missed frames", "missed_seconds": "Missed", "lost_frames": "Lost frames",
        "lost_seconds": "Lost", "position_frames": "Position frames",
        // Answers about the library.
        "library": "Library", "shown": "Shown", "total": "Total", "problems": "Problems", "groups": "Groups",
        "warning": "Warning", "operation": "Operation", "verb": "Verb", "percent": "Percent", "done": "Done",
        "failed": "Failed", "current": "Current", "skipped": "Skipped", "error": "Error", "imported": "Imported",
        "files": "Files", "checked": "Checked", "action": "Action", "words": "Words", "file": "File", "recording": "Recording",
        "moved": "Moved", "reason": "Reason", "original": "Original", "old_path": "Old path",
        "markers_left_out": "Markers left out", "words_left_out": "Words left out", "words_replaced": "Words replaced",
        "read_as": "Read as",
        "freed_bytes": "Freed", "flattened": "Flattened", "undone": "Undone", "notes": "Notes",
        "redone": "Redone", "duration_seconds": "Duration", "diary": "Diary", "output": "Output", "number": "Number",
        "tagged": "Tagged", "skipped_seconds": "Skipped", "silences": "Silences", "silence_seconds": "Silence",
        "silence_search": "Silence search", "from_seconds": Message("From").meaning("the start"),
        "to_seconds": Message("To").meaning("the end"), "columns": "Columns", "zoom": "Zoom", "drawn": "Drawn",
        "frame": "Frame", "left_low": "Left low", "left_high": "Left high", "left_rms": "Left rms", "right_low": "Right low",
        "right_high": "Right high", "right_rms": "Right rms", "mono_low": "Mono low", "mono_high": "Mono high",
        "mono_rms": "Mono rms", "chapters_path": "Chapters path", "words_path": "Words path", "pieces": "Pieces",
        "language": "Language", "recogniser": "Recogniser", "model": "Model", "changed": "Changed", "line": "Line",
        "text": "Text",
        // Loudness and other figures.
        "loudness_lufs": "Loudness", "true_peak_db": "True peak", "loudness_range_lu": "Loudness range",
        "max_momentary_lufs": "Highest momentary loudness", "max_short_term_lufs": "Highest short-term loudness",
        "source_loudness_lufs": "Source loudness", "source_true_peak_db": "Source true peak", "gain_db": "Gain",
        "limited": "Limited", "limited_db": "Limited", "made": Message("Made").meaning("the time of the analysis"),
        "stale": "Stale", "speech_percent": "Speech share", "speech_seconds": "Speech", "pauses": "Pauses",
        "longest_pause_seconds": "Longest pause", "median_pause_seconds": "Median pause", "noise_floor_db": "Noise floor",
        "clipped_stretches": "Clipped stretches", "clipped_seconds": "Clipped", "losses": "Losses",
        "words_a_minute": "Words a minute", "fillers": "Fillers",
        // Markers and counts.
        "marker": "Marker", "count": "Count",
        // The state of an engine.
        "engine": "Engine", "version": "Version", "pid": "Process", "client": "Client", "socket": "Socket",
        "started": "Started", "last_end": "Last end", "start_problems": "Start problems",
        "settings_problems": "Settings problems", "jack": "JACK", "jack_server": "JACK server", "jack_trouble": "Jack trouble",
        "jack_hint": "Jack hint", "period": "Period", "freewheel": "Freewheel", "realtime": "Realtime",
        "realtime_refused": "Realtime refused", "memory_lock_refused": "Memory lock refused",
        "callback_max_us": "Callback max us", "underruns": "Underruns", "late_monitor_frames": "Late monitor frames",
        "late_monitor_seconds": "Late monitor", "late_bed_frames": "Late bed frames", "late_bed_seconds": "Late bed",
        "bad_samples_in": "Bad samples in", "bad_samples_played": "Bad samples played", "bad_samples_out": "Bad samples out",
        "sources": "Sources", "sinks": "Sinks", "source_state": "Source state", "source_trouble": "Source trouble",
        "source_ports": "Source ports", "source_count": "Source count", "inputs_warning": "Inputs warning",
        "outputs_warning": "Outputs warning", "inputs_offer": "Inputs offer", "outputs_offer": "Outputs offer",
        "osc_urls": "OSC", "osc_subscribers": "OSC subscribers", "disk_free_bytes": "Disk free",
        "disk_seconds_left": "Disk lasts for", "disk_error": "Disk error", "locked": "Locked", "lock_seconds": "Lock",
        // Takes.
        "record_state": Message("Recording").meaning("what the engine does"), "record_name": "Record name",
        "record_error": "Record error", "record_pending": "Record pending", "record_pending_frame": "Record pending frame",
        "format": "Format", "paused_frames": "Paused frames", "paused_seconds": "Paused", "elapsed_seconds": "Elapsed",
        "held_seconds": "Held",
        "size_bytes": "Size", "take_clips": "Take clips", "take_place_seconds": "Take place", "take_peak": "Take peak",
        "remaining_seconds": "Remaining", "voice": "Voice", "voice_threshold_db": "Voice threshold",
        "voice_level_db": "Voice level", "voice_open": "Voice open", "voice_noisy": "Voice noisy", "last_error": "Last error",
        "split_pending_frame": "Split pending frame", "split_from": "Split from", "part_count": "Part count", "parts": "Parts",
        "part_paths": "Part paths", "ended": "Ended",
        // Playback.
        "play_state": "Playback", "play_name": Message("Plays").meaning("the recording that plays"), "play_path": "Play path",
        "play_id": "Played ID", "play_error": "Play error", "play_waiting": "Play waiting", "play_pending": "Play pending",
        "play_pending_frame": "Play pending frame", "play_file_rate": "Play file rate", "play_rate": "Play rate",
        "pitch_cents": "Pitch", "effective_rate": "Effective rate", "dpc_quality": "DPC quality",
        "effective_quality": "Effective quality", "formants": "Formants", "bypass": "Bypass", "chasing": "Chasing",
        "decode_percent": "Decoding", "heard_seconds": "Heard",
        "backstep_seconds": "Backstep", "looping": "Looping", "loop_a_seconds": "Loop A", "loop_b_seconds": "Loop B",
        "scan": "Scan", "skip_silence": "Skip silence", "typing": "Typing", "shuttle": "Shuttle", "queue_count": "Queue count",
        "queue_number": "Queue number", "queue_next": "Queue next", "queue_shuffle": "Queue shuffle",
        "queue_repeat": "Queue repeat", "queue_revision": "Queue revision",
        // Levels and monitoring.
        "in_peak": "Input peak", "in_rms": "Input RMS", "in_held": "Input held", "out_peak": "Output peak",
        "out_rms": "Output RMS", "out_held": "Output held", "clips": "Output clips",
        "master": Message("Master").meaning("the gain"), "left_db": Message("Left").meaning("the side"),
        "right_db": Message("Right").meaning("the side"), "monitor": "Monitor", "monitor_pitch_cents": "Monitor pitch",
        "monitor_level_db": "Monitor level", "monitor_latency_seconds": "Monitor latency", "loudness_source": "Loudness source",
        "loudness_name": "Loudness name", "momentary_lufs": "Momentary", "short_term_lufs": "Short term",
        "integrated_lufs": "Integrated", "loudness_seconds": "Loudness", "wave_source": "Wave source", "wave_name": "Wave name",
        "wave_rate": "Wave rate", "wave_column_frames": "Wave column frames", "wave_first_frame": "Wave first frame",
        "wave_count": "Wave count", "low": "Low", "high": "High", "loud": "Loud",
        // JACK's transport.
        "transport": "Transport", "transport_state": "Transport state", "transport_roll": "Transport roll",
        "transport_tail_seconds": "Transport tail",
        // Cues and the timer.
        "bed": Message("Bed").meaning("a sound under the playback"), "bed_level_db": "Bed level", "speaking": "Speaking",
        "speaking_percent": "Speaking percent", "output_source": "Output source", "count_in_seconds": "Count in",
        "count_in_beats": "Count in beats", "count_in_beats_left": "Count in beats left", "timer_state": "Timer state",
        "timer_remaining_seconds": "Timer remaining", "timer_elapsed_seconds": "Timer elapsed",
        "timer_length_seconds": "Timer length", "timer_interval_seconds": "Timer interval", "timer_gong_seconds": "Timer gong",
        "timer_preset": "Timer preset", "does": Message("Does").meaning("the effect"),
        "runs": Message("Runs").meaning("a count"), "completed": "Completed", "ran_seconds": "Ran", "week_seconds": "Week",
        "streak_days": "Streak days", "length_seconds": "Length", "summary": "Summary",
        // The schedule.
        "at": Message("At").meaning("the time"), "for": Message("For").meaning("the length"),
        "every": Message("Every").meaning("the repetition"), "why": "Why", "unit": "Unit", "command": "Command",
        "schedule_next": "Schedule next", "schedule_name": "Schedule name", "schedule_number": "Schedule number",
        "schedule_seconds": "Schedule", "schedule_count": "Schedule count", "schedule_revision": "Schedule revision",
        "schedule_unread": "Schedule unread",
        // Hooks and events.
        "event": "Event", "program": "Program", "running": "Running", "waiting": "Waiting", "dropped": "Dropped",
        "status": "Status", "took_seconds": "Took", "hook": "Hook", "job": "Job", "tries": "Tries", "queued": "Queued",
        "kind": "Kind", "next": Message("Next").meaning("the next try"), "message": "Message",
        "what": Message("What").meaning("the part that failed"), "hook_jobs_waiting": "Hook jobs waiting",
        "hook_jobs_running": "Hook jobs running", "hook_jobs_failed": "Hook jobs failed",
        "hook_jobs_revision": "Hook jobs revision", "operation_id": "Operation id", "operation_state": "Operation state",
        "operation_error": "Operation error", "operations_running": "Operations running",
        "operation_seconds_left": "Operation seconds left", "revision": "Revision",
        // Pedals and MIDI.
        "trigger": "Trigger", "mode": Message("Mode").meaning("of a trigger"),
        "second": Message("Second").meaning("the second command"), "received": "Received",
        "last": Message("Last").meaning("the newest message"), "learning": "Learning", "devices": "Devices", "pedal": "Pedal",
        "pedals": "Pedals", "pedals_held": "Pedals held", "pedal_trouble": "Pedal trouble", "mmc": "Mmc",
        // Sources of the inputs.
        "used": Message("Used").meaning("in use now"), "port": "Port", "left": Message("Left").meaning("the side"),
        "right": Message("Right").meaning("the side"), "physical": "Physical",
        // Prompts and questions.
        "category": "Category", "depth": "Depth", "weight": "Weight", "uses": "Uses", "last_shown": "Last shown",
        "last_used": "Last used", "prompt_id": "Prompt id", "prompt_text": "Prompt text", "prompt_category": "Prompt category",
        "prompt_depth": "Prompt depth", "prompt_source": "Prompt source", "prompt_favourite": "Prompt favourite",
        "prompt_in_take": "Prompt in take", "prompt_card": "Prompt card", "prompt_revision": "Prompt revision",
        "day_part": "Day part", "week_part": "Week part", "questions": "Questions", "question_id": "Question id",
        "answered": "Answered", "required": "Required", "required_left": "Required left",
        "first": Message("First").meaning("the first question"), "question_state": "Question state",
        "question_sheet": "Question sheet", "question_text": "Question text", "question_hint": "Question hint",
        "question_number": "Question number", "question_count": "Question count", "question_answered": "Question answered",
        "question_required_left": "Question required left", "question_percent": "Question percent",
        "question_recording": "Question recording", "question_revision": "Question revision",
        // The words at the playhead.
        "words_line": "Words line", "words_text": "Words text", "words_speaker": "Words speaker", "words_word": "Words word",
        "words_from_seconds": "Words from", "words_until_seconds": "Words until", "words_next": "Words next",
        "words_next_seconds": "Words next", "words_lines": "Words lines", "words_doubtful": "Words doubtful",
        "words_revision": "Words revision",
        // Settings and presets.
        "key": Message("Key").meaning("of a setting"), "value": "Value", "from": Message("From").meaning("the origin"),
        "before": Message("Before").meaning("the value before"), "takes_effect": "Takes effect", "engine_file": "Engine file",
        "rec_preset": "Rec preset", "sets": Message("Sets").meaning("the options of a preset"),
        // The table of commands.
        "address": "Address", "usage": "Usage", "group": "Group",
        "lists": Message("Lists").meaning("the command answers with a list"), "needs": Message("Needs").meaning("the rights"),
        "aliases": "Aliases", "while": Message("While").meaning("the state that a command needs"), "argument": "Argument",
        "type": "Type", "lowest": "Lowest", "highest": "Highest", "default": "Default", "choices": "Choices",
        "repeats": "Repeats",
        // Subscriptions.
        "topics": "Topics", "topic": "Topic", "lease_seconds": "Lease", "to": Message("To").meaning("the receiver"),
    ]

    /// Fields with a word for a state, which people read in their language.
    static let ofStates: Set<String> = [
        "action", "analysis", "day_part", "delivered_state", "end_reason", "jack", "kind", "loudness_source", "operation_state",
        "play_pending", "play_state", "prompt_source", "question_state", "record_pending", "record_state", "redone", "scan",
        "source_state",
        "state", "status", "takes_effect", "timer_state", "transport_roll", "transport_state", "undone", "waveform",
        "wave_source", "week_part",
    ]

    /// The words for states, by the values of the fields.
    static let states: [String: Message] = [
        // Takes, playback, the JACK server and its transport.
        "idle": "idle", "recording": Message("recording").meaning("a state"), "paused": "paused", "closing": "closing",
        "counting": "counting", "armed": "armed", "waiting": "waiting", "stopped": "stopped", "playing": "playing",
        "loading": "loading", "running": "running", "stalled": "stalled", "rolling": "rolling",
        // Recordings and their companions.
        "draft": "draft", "completed": "completed", "left open": "left open", "ready": "ready",
        "none": Message("none").meaning("a state"), "stale": "stale", "damaged": "damaged", "current": "current",
        // Operations, repairs and hooks.
        "queued": "queued", "done": "done", "failed": "failed", "cancelled": "cancelled", "finished": "finished",
        "taken back": "taken back", "made whole": "made whole", "described": "described", "quarantined": "quarantined",
        "cleared": "cleared", "dropped": "dropped", "not run": "not run", "overdue": "overdue",
        // Sources, the timer, question sheets and the schedule.
        "connected": "connected", "lost": "lost", "silent": "silent", "fallback": "fallback", "countdown": "countdown",
        "asking": "asking", "listening": "listening", "answering": "answering", "coming": "coming", "late": "late",
        "missed": "missed",
        // Ends of takes.
        "ended": "length reached", "split": Message("split").meaning("the end of a take"),
        "diskFull": "disk full", "writeError": "write error", "serverGone": "server gone",
        "quit": "engine quit", "interrupted": "interrupted",
        // Origins of sound, loudness and prompts; what a hook is, and what the transport does.
        "take": Message("take").meaning("an origin"), "inputs": Message("inputs").meaning("an origin"),
        "loaded": Message("loaded").meaning("an origin"), "dynamic": "by the time", "inspire": "asked for",
        "timer": Message("timer").meaning("an origin"), "program": Message("program").meaning("a hook"),
        "request": Message("request").meaning("a hook"), "records": Message("records").meaning("a rolling transport"),
        "plays": Message("plays").meaning("a rolling transport"), "off": Message("off").meaning("cue and review"),
        "cue": Message("cue").meaning("fast forward"), "review": Message("review").meaning("fast rewind"),
        // Parts of day and week.
        "morning": "morning", "afternoon": "afternoon", "evening": "evening", "night": "night",
        "start": Message("start").meaning("a part of the week"), "middle": Message("middle").meaning("a part of the week"),
        "end": Message("end").meaning("a part of the week"), "weekend": Message("weekend").meaning("a part of the week"),
        // Edits.
        "cut": Message("cut").meaning("an edit"), "insert": Message("insert").meaning("an edit"),
        "overwrite": Message("overwrite").meaning("an edit"), "append": Message("append").meaning("an edit"),
        "move": Message("move").meaning("an edit"), "words": Message("words").meaning("an edit"),
        "flatten": Message("flatten").meaning("an edit"), "shorten": Message("shorten").meaning("an edit"),
        // Changes of settings.
        "immediately": "immediately", "with the next take": "with the next take",
        "when the engine starts next": "when the engine starts next",
    ]

    /// The origins of settings and presets, by the values of the field `from`.
    static let origins: [String: Message] = [
        "default": Message("default").meaning("the origin"), "environment": Message("environment").meaning("the origin"),
        "project": Message("project").meaning("the origin"), "engine": Message("engine").meaning("the origin"),
        "file": Message("file").meaning("the origin"), "option": Message("option").meaning("the origin"),
        "settings": Message("settings").meaning("the origin"), "built in": Message("built in").meaning("the origin"),
    ]
}
