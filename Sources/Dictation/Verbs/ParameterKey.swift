// The names of parameters and settings as a type. Any thread; a value.

/// The name of a parameter or setting. Both share one list: every setting is a parameter of `set`.
///
/// Texts become keys in the parsers only: command lines, OSC messages, settings files and the argument of `set`.
public enum ParameterKey: String, CaseIterable, Hashable, Sendable {
    // Parameters of commands and programs.
    case a, add, again, all, anywhere, arguments, artist, `as`, at, b, background, bed, bitrate, bits, by, cancel, cents, change,
        changed,
        channels
    case clear, columns, countdown, deep, deliver, device, discard, `do`, doubtful, draft, drop, engine, every, factor, find,
        `for`, force
    case forget
    case formants, format, from, help, hold, `in`, instead, interval, json, keep, key, keys, labels, language, lead,
        lease, left, length, level
    case limit, line, loudness, man, marker, master, mode, more, name, note, number, off, offset, path, pattern, pitch, place,
        point,
        program
    case quality, queue, rate, recursive, reference, remote, remove, `repeat`, reset, restore, retry, reverse, right, roll
    case samplerate, second
    case settings, shell, speakers, vocabulary
    case shuffle, socket, sort, state, tag, tail, tempo, text, threshold, title, to, topics, trigger, plain, preset, until, url
    case value, verb, version, voice, wait, wake, what, words, yes, zoom
    // Prompts and question sheets.
    case category, depth, id, inspire, new, prompt, question, sheet
    case promptId = "prompt-id"
    case before, favourites, field, gain, gongs, group, segment, segments
    case atFrame = "at-frame"
    case atWord = "at-word"
    case autoPause = "auto-pause"
    case countIn = "count-in"
    case countInSound = "count-in-sound"
    case chapterFile = "chapter-file"
    case checkJack = "check-jack"
    case checkSettings = "check-settings"
    case jackSession = "jack-session"
    case noStart = "no-start"
    case notify
    case resetClips = "reset-clips"
    case splitAtMarkers = "split-at-markers"
    case splitEvery = "split-every"
    case splitSize = "split-size"
    case skipSilence = "skip-silence"
    case silenceLeft = "silence-left"
    case truePeak = "true-peak"
    case voiceSplit = "voice-split"
    case wordsAs = "words-as"

    // Settings.
    case backstep, connections, glyphs, library, midi, mmc, monitor
    case mpris, palette, pedal, preroll, resample, reserve, transport
    case tones
    case cueLevel = "cue-level"
    case connectIn = "connect-in"
    case connectOut = "connect-out"
    case dpcFormants = "dpc-formants"
    case draftTitle = "draft-title"
    case dpcQuality = "dpc-quality"
    case hookDurable = "hook-durable"
    case hookJobs = "hook-jobs"
    case hookLimit = "hook-limit"
    case hookQueueJobs = "hook-queue-jobs"
    case hookQueueTries = "hook-queue-tries"
    case inputLatency = "input-latency"
    case jack
    case window
    case jackCommand = "jack-command"
    case jackPatience = "jack-patience"
    case keepPerRecording = "keep-per-recording"
    case libraryAccess = "library-access"
    case link
    case linkMay = "link-may"
    case loadTake = "load-take"
    case logLevel = "log-level"
    case midiConnect = "midi-connect"
    case mmcDevice = "mmc-device"
    case monitorLevel = "monitor-level"
    case monitorPitch = "monitor-pitch"
    case mprisTakes = "mpris-takes"
    case oscAllow = "osc-allow"
    case oscMay = "osc-may"
    case oscTcp = "osc-tcp"
    case oscUdp = "osc-udp"
    case pedalGrab = "pedal-grab"
    case placeFormat = "place-format"
    case playResume = "play-resume"
    case recogniser
    case recogniserLanguage = "recogniser-language"
    case recogniserModel = "recogniser-model"
    case recogniserVocabulary = "recogniser-vocabulary"
    case recAutoPause = "rec-auto-pause"
    case recBitrate = "rec-bitrate"
    case recBits = "rec-bits"
    case recChannels = "rec-channels"
    case recCountIn = "rec-count-in"
    case recClipMarkers = "rec-clip-markers"
    case recDeliver = "rec-deliver"
    case recDropouts = "rec-dropouts"
    case recFormat = "rec-format"
    case recLimit = "rec-limit"
    case recLoudness = "rec-loudness"
    case recNotification = "rec-notification"
    case recPreroll = "rec-preroll"
    case recPreset = "rec-preset"
    case recResume = "rec-resume"
    case recTempo = "rec-tempo"
    case recSplitAtMarkers = "rec-split-at-markers"
    case recSplitEvery = "rec-split-every"
    case recSplitSize = "rec-split-size"
    case recWarning = "rec-warning"
    case sourceFallback = "source-fallback"
    case sourceSilence = "source-silence"
    case speechCommand = "speech-command"
    case speechLanguage = "speech-language"
    case speechPitch = "speech-pitch"
    case speechRate = "speech-rate"
    case timerBed = "timer-bed"
    case timerCountdown = "timer-countdown"
    case typingBackstep = "typing-backstep"
    case typingPause = "typing-pause"
    case timerFinishSound = "timer-finish-sound"
    case timerInterval = "timer-interval"
    case timerIntervalSound = "timer-interval-sound"
    case timerPreset = "timer-preset"
    case timerStartSound = "timer-start-sound"
    case transportRoll = "transport-roll"
    case transcribeAfter = "transcribe-after"
    case transportTail = "transport-tail"
    case voiceHold = "voice-hold"
    case voiceLead = "voice-lead"
    case voiceNoisy = "voice-noisy"
    case voiceOff = "voice-off"
    case voiceThreshold = "voice-threshold"
    case diaryFiles = "diary-files"
    case listSort = "list-sort"

    case askSilence = "ask-silence"
    case askSpeak = "ask-speak"
    case promptCard = "prompt-card"
    case promptLanguage = "prompt-language"
    case promptName = "prompt-name"
    case promptSpeak = "prompt-speak"
    case timerAffirmations = "timer-affirmations"

    // Settings that hold the program of an event; see `HookEvent`.
    case onRecordStarted = "on-record-started"
    case onRecordPaused = "on-record-paused"
    case onRecordResumed = "on-record-resumed"
    case onRecordWaiting = "on-record-waiting"
    case onRecordWarning = "on-record-warning"
    case onRecordStopped = "on-record-stopped"
    case onPlayStarted = "on-play-started"
    case onPlayStopped = "on-play-stopped"
    case onMarker = "on-marker"
    case onLoop = "on-loop"
    case onCompleted = "on-completed"
    case onOperationEnded = "on-operation-ended"
    case onError = "on-error"
    case onDiskLow = "on-disk-low"
    case onClip = "on-clip"
    case onXrun = "on-xrun"
    case onLibraryChanged = "on-library-changed"
    case onJackGone = "on-jack-gone"
    case onJackBack = "on-jack-back"
    case onSourceLost = "on-source-lost"
    case onSourceBack = "on-source-back"
    case onTimerStarted = "on-timer-started"
    case onTimerPaused = "on-timer-paused"
    case onTimerResumed = "on-timer-resumed"
    case onTimerInterval = "on-timer-interval"
    case onTimerCompleted = "on-timer-completed"
    case onTimerStopped = "on-timer-stopped"
    case onVoiceNoisy = "on-voice-noisy"
    case onPedalGone = "on-pedal-gone"
    case onPedalBack = "on-pedal-back"
    case onScheduleLate = "on-schedule-late"
    case onScheduleMissed = "on-schedule-missed"
    case onHookFailed = "on-hook-failed"
    case onPromptShown = "on-prompt-shown"
    case onPromptUsed = "on-prompt-used"
    case onPromptFavourite = "on-prompt-favourite"
    case onAnswerKept = "on-answer-kept"
    case onSheetEnded = "on-sheet-ended"
}

extension ParameterKey: CustomStringConvertible {
    /// The name as it is typed, without hyphens.
    public var description: String { rawValue }
}
