// All that the screen knows of the engine. Any thread; a value.
internal import Dictation

/// The engine as its messages told it. Another program may have sent them: a field of another type reads as none.
struct EngineView: Sendable, Equatable {
    /// The connection.
    var link = LinkState.connecting
    /// State of take, playback and server.
    var transport = TransportView()
    /// Places of the playhead, and the length of the take.
    var position = PositionView()
    /// Levels of the inputs.
    var inputs = LevelView()
    /// Levels of the outputs.
    var outputs = LevelView()
    /// Gains of the outputs.
    var gains = GainView()
    /// Rate and pitch of the playback.
    var sound = SoundView()
    /// The voice gate of the take.
    var voice = VoiceView()
    /// The loop, and a running cue or review.
    var loop = LoopView()
    /// The recording whose markers these are.
    var markersOf = ""
    /// The markers of the take or of the loaded recording.
    var markers: [MarkerView] = []
    /// The running operation of the library.
    var operation = OperationView()
    /// A count of the library's changes.
    var libraryRevision: Int64 = 0
    /// The recording that was changed last.
    var libraryChanged = ""
    /// Changes of the loaded recording that the library has told.
    var loadedRevision: Int64 = 0
    /// Pauses and losses of the running take.
    var breaks = TakeBreaks()
    /// Losses.
    var losses = LossView()
    /// The disk.
    var disk = DiskView()
    /// The lock.
    var lock = LockView()
    /// The queue.
    var queue = QueueView()
    /// The words at the playhead.
    var words = WordsView()
    /// The scheduled takes.
    var schedule = ScheduleView()
    /// The trouble that keeps USB pedals from working; empty for none.
    var pedalTrouble = ""
    /// The ports that feed the inputs.
    var sources = SourceView()
    /// The names that people read, by the full names of the ports that can feed the inputs.
    var sourceNames: [String: String] = [:]
    /// The sounds beside the playback.
    var cues = CueView()
    /// The timer.
    var timer = TimerView()
    /// The prompt that stands.
    var prompt = PromptView()
    /// The question sheet that is being asked.
    var question = QuestionView()
    /// The newest columns of the waveform, joined.
    var wave = WaveTape()
    /// The answer of `status`.
    var status: Fields = [:]
    /// The last failures that no request waits for, the newest first.
    var failures: [ToldFailure] = []

    /// A failure that only an event has told, with the time at which it came.
    struct ToldFailure: Sendable, Equatable {
        let words: String
        let at: Double
    }

    /// True while the engine answers.
    var isConnected: Bool {
        if case .connected = link { return true }
        return false
    }

    /// True while the engine has a JACK server that runs.
    var isRunning: Bool { isConnected && transport.jack == "running" }

    /// The sample rate of the server; 48000 while it is unknown.
    var rate: Double { Self.plausible(status.number("rate")) ?? Double(SettingsTable.frameRate) }

    /// The sample rate of the loaded recording.
    var loadedRate: Double { Self.plausible(status.number("play_file_rate")) ?? rate }

    /// A sample rate, if it can be one.
    private static func plausible(_ rate: Double) -> Double? { rate >= 1000 && rate <= 10_000_000 ? rate : nil }

    /// The last failure of the playback, until something is loaded again; empty for none.
    var playError: String { status.text("play_error") }

    /// True if a recording is loaded.
    var isLoaded: Bool { !transport.playName.isEmpty }

    /// True while the meters should show the outputs: something plays and nothing is recorded.
    var hearsOutputs: Bool { transport.record == .idle && transport.play == .playing }

    /// The name by which the engine finds the loaded recording: its path if it lies outside the library.
    var loadedReference: String {
        let path = status.text("play_path")
        return path.isEmpty || status.text("play_name") != transport.playName ? transport.playName : path
    }

    /// The name by which the engine finds what the deck shows.
    var reference: String { transport.hasTake ? transport.recordName : loadedReference }

    /// Name of what the deck shows: the running take, else the loaded recording; empty for none.
    var name: String { transport.hasTake ? transport.recordName : transport.playName }
}
