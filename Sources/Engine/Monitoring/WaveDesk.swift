// The topic `wave`: columns of the running take, of what plays, or of the inputs. Control loop only.
internal import Dictation
internal import JackClient
internal import Recorder
internal import Storage
internal import System

/// Shows the columns that the writer measures, and during playback those of the loaded recording around the playhead, which the
/// library reads from its waveform.
final class WaveDesk: Desk {
    private let jack: JackDesk
    private let recording: RecordingDesk
    private let playing: PlayingDesk
    private let library: LibraryDesk
    /// True if somebody is subscribed to the topic. Set once by the engine: subscriptions are made later.
    var isWanted: () -> Bool = { false }
    private var isWatched = false
    /// Columns of the loaded recording that have been read; nil if none have.
    private var read: LoadedWave?
    /// The columns that the library is reading; nil if it is not asked.
    private var asked: (id: UInt64, wave: LoadedWave)?
    /// The columns that were shown last, with their fields: most looks come before the next column.
    private var shown: (wave: WaveColumns, fields: Fields)?

    init(_ jack: JackDesk, _ recording: RecordingDesk, _ playing: PlayingDesk, _ library: LibraryDesk) {
        self.jack = jack
        self.recording = recording
        self.playing = playing
        self.library = library
    }

    func turn(_ now: Moment) {
        let isWanted = isWanted()
        if isWanted != isWatched {
            isWatched = isWanted
            recording.setWatched(isWanted)
            if !isWanted { (read, shown) = (nil, nil) }
        }
        guard isWanted, asked == nil, let wave = loadedWave, !wave.isCovered(by: read) else { return }
        asked = (library.draw(wave.source, wave.frames, frames: wave.columnFrames), wave)
    }

    func hear(_ news: News) {
        guard let asked, case .library(let event) = news else { return }
        switch event {
        case .drawn(asked.id, let first, let columns): read = asked.wave.with(columns, from: first)
        // Without a waveform none is shown; playing tells of a file that cannot be read.
        case .refused(asked.id, _): read = asked.wave.with([], from: 0)
        default: return
        }
        self.asked = nil
    }

    func fields(of topic: Topic) -> Fields {
        guard topic == .wave else { return [:] }
        let wave = wave
        if let shown, shown.wave == wave { return shown.fields }
        let fields = wave.fields
        shown = (wave, fields)
        return fields
    }

    /// The columns to show.
    private var wave: WaveColumns {
        guard jack.client != nil else { return WaveColumns(source: .none) }
        guard let wave = loadedWave else { return recording.wave.columns }
        return wave.columns(of: read)
    }

    /// The loaded recording around its playhead; nil while a take runs or nothing plays.
    private var loadedWave: LoadedWave? {
        guard recording.current == nil, playing.state == .playing, let loaded = playing.loaded, !loaded.isGrowing
        else { return nil }
        return LoadedWave(loaded, at: playing.position(jack.time), isOwn: library.library.owns(loaded.path))
    }
}
