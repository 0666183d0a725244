// Levels, clips and bad samples of the inputs and outputs. Control loop only.
internal import Dictation
internal import JackClient
internal import Realtime
internal import Recorder
internal import Synchronization
internal import System
internal import Threads

/// Reports the levels that the process callback has measured.
final class MeterDesk: Desk {
    private let board: Switchboard
    private let jack: JackDesk
    private let recording: RecordingDesk
    /// Clips at the last reset.
    private var clipsBefore = Clips()
    /// Clips of the inputs that an event has told, and the time of the last event.
    private var clipsTold: (count: Int64, at: Moment?) = (0, nil)
    /// Bad samples that the log has mentioned.
    private var told = BadSamples()
    /// Time of the last log line about bad samples.
    private var toldAt: Moment?

    init(_ board: Switchboard, _ jack: JackDesk, _ recording: RecordingDesk) {
        self.board = board
        self.jack = jack
        self.recording = recording
    }

    func turn(_ now: Moment) {
        guard let client = jack.client else { return }
        watchBadSamples(client, now)
        watchClips(now)
    }

    func hear(_ news: News) {
        // A new client counts from zero.
        guard case .attached = news else { return }
        clipsBefore = Clips()
        clipsTold = (0, nil)
        told = BadSamples()
    }

    func status(for authority: Authority) -> Fields { levels + clips }

    func fields(of topic: Topic) -> Fields { topic == .meters ? levels : [:] }

    /// Levels of all channels; the flag `reset` makes the held peaks begin anew. Throws without a JACK server.
    func read(_ request: Request) throws(EngineError) -> Fields {
        guard let client = jack.client else { throw EngineError.noServer }
        let values = levels + clips
        if request.flag(.reset) { try client.send(RealtimeCommand(.resetPeaks)) }
        return values
    }

    /// Levels of inputs and outputs in dB; empty without a client.
    private var levels: Fields {
        guard let client = jack.client else { return [:] }
        let reading = unsafe MeterReading(client.link.pointee.meterPage)
        var fields: Fields = [:]
        for (place, values) in [("in", reading.input), ("out", reading.output)] {
            for (side, channel) in [("left", 0), ("right", 1)] {
                fields.append("\(place)_peak_\(side)_db", .double(Decibel.level(values.peak[channel])))
                fields.append("\(place)_rms_\(side)_db", .double(Decibel.level(values.rms[channel])))
                fields.append("\(place)_held_\(side)_db", .double(Decibel.level(values.held[channel])))
            }
        }
        fields.append("meter_count", .int(Int64(reading.count)))
        return fields
    }

    // MARK: Clips

    /// Numbers of clipped samples, by place.
    private struct Clips {
        var inLeft: Int64 = 0
        var inRight: Int64 = 0
        var outLeft: Int64 = 0
        var outRight: Int64 = 0
    }

    /// Samples at full scale at the inputs, and past it at the outputs, since the last reset; empty without a client.
    var clips: Fields {
        guard let now = clipsNow else { return [:] }
        return [
            "in_clips_left": .int(now.inLeft - clipsBefore.inLeft), "in_clips_right": .int(now.inRight - clipsBefore.inRight),
            "clips_left": .int(now.outLeft - clipsBefore.outLeft), "clips_right": .int(now.outRight - clipsBefore.outRight),
        ]
    }

    /// Counts clips from now on.
    func resetClips() { if let clipsNow { clipsBefore = clipsNow } }

    /// Clips that the current client has counted; nil without a client.
    private var clipsNow: Clips? {
        guard let link = unsafe jack.client?.link else { return nil }
        return Clips(
            inLeft: unsafe link.pointee.inputClipsLeft.load(ordering: .relaxed),
            inRight: unsafe link.pointee.inputClipsRight.load(ordering: .relaxed),
            outLeft: unsafe link.pointee.clipsLeft.load(ordering: .relaxed),
            outRight: unsafe link.pointee.clipsRight.load(ordering: .relaxed))
    }

    /// Sends the event `clip` when an input has clipped during a take, at most once in two seconds.
    private func watchClips(_ now: Moment) {
        guard let clips = clipsNow else { return }
        let count = clips.inLeft + clips.inRight
        guard recording.state == .recording, let take = recording.current else {
            clipsTold.count = count
            return
        }
        guard count > clipsTold.count, clipsTold.at.map({ now.seconds(since: $0) > 2 }) ?? true else { return }
        clipsTold = (count, now)
        board.tell(
            .clip,
            [
                "name": .text(take.name), "in_clips_left": .int(clips.inLeft - clipsBefore.inLeft),
                "in_clips_right": .int(clips.inRight - clipsBefore.inRight),
            ])
    }

    // MARK: Bad samples

    /// Numbers of samples that are not numbers (NaN, infinite), by origin.
    private struct BadSamples: Equatable {
        /// Samples at the inputs.
        var inputs: Int64 = 0
        /// Samples in files that are played.
        var played: Int64 = 0
        /// Samples at the outputs.
        var outputs: Int64 = 0
    }

    /// Logs new bad samples, once a minute at most: a broken program in the graph can send one with each frame.
    private func watchBadSamples(_ client: JackClient, _ now: Moment) {
        let link = unsafe client.link
        let count = BadSamples(
            inputs: unsafe link.pointee.badInputs.load(ordering: .relaxed),
            played: unsafe link.pointee.badFileSamples.load(ordering: .relaxed),
            outputs: unsafe link.pointee.badOutputs.load(ordering: .relaxed))
        guard count != told, toldAt.map({ now.seconds(since: $0) >= 60 }) ?? true else { return }
        var places: [String] = []
        for (name, count) in [
            ("at the inputs", count.inputs - told.inputs), ("in played files", count.played - told.played),
            ("at the outputs", count.outputs - told.outputs),
        ] where count > 0 { places.append("\(count) \(name)") }
        told = count
        toldAt = now
        EngineLog.say(
            .warning, .jack,
            "samples that are not numbers (NaN, infinite) are heard as silence: \(plain: places.joined(separator: ", ")); find the program or the file that sends them"
        )
    }
}
