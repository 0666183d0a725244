// The player's side of JACK's transport. Control loop only.
internal import Control
internal import Dictation
internal import JackClient
internal import Realtime
internal import Threads

extension PlayingDesk {
    /// Timeline frame of the playhead, or of the locate on its way.
    func headed(_ time: GraphTime) -> Int64 { locates.heading ?? position(time) }

    /// Handles playback that the JACK thread started with the transport, at extended JACK frame `frame`.
    func rolled(_ frame: Int64, _ time: GraphTime) {
        takeState(.playing)
        leaveEnd()
        let answers = rollAnswers
        rollAnswers = []
        for answer in answers { answer(.success(["at_frame": .int(Int64(time.telemetry.jackFrame(of: frame)))])) }
        tellReader()
    }

    /// Handles playback that the JACK thread paused with the transport.
    func halted(_ time: GraphTime) {
        guard state == .playing else { return }
        takeState(.paused)
        rememberPosition(time)
    }

    /// Makes the reader thread take a turn.
    func tellReader() { reader.nudge() }

    /// Starts playback through the transport, which waits until the sound is ready. False when the player starts by itself.
    func rollLed(at frame: Int64, _ time: GraphTime, _ answer: @escaping Answer) throws(EngineError) -> Bool {
        guard isLed, frame == RealtimeCommand.atOnce, scan == nil else { return false }
        try lead(.roll(from: headed(time)))
        rollAnswers.append(answer)
        reader.nudge()
        return true
    }

    /// Stops a led transport after a scheduled command has taken effect, and moves it to timeline frame `place`. An error goes
    /// to the status.
    func stopTransport(at place: Int64? = nil) {
        do throws(EngineError) {
            try tellTransport(.stop)
            if let place { try tellTransport(.locate(to: place)) }
        } catch {
            lastError = error
        }
    }

    /// Has a led transport do the same as the player; does nothing when the transport is not led. Throws when JACK refuses.
    func tellTransport(_ request: TransportRequest) throws(EngineError) {
        if isLed { try lead(request) }
    }

    /// Makes JACK's transport roll, stop or move.
    private func lead(_ request: TransportRequest) throws(EngineError) {
        // These calls do not wait for a server, and a take is stopped together with the transport while one stands still.
        guard let time = jack.time else { throw EngineError.noServer }
        do throws(JackError) {
            switch request {
            case .roll(let position):
                try time.client.locateTransport(to: place(of: position, time))
                time.client.startTransport()
            case .stop: time.client.stopTransport()
            case .locate(let position): try time.client.locateTransport(to: place(of: position, time))
            }
        } catch {
            throw EngineError.jack(error)
        }
    }

    /// Transport frame for a timeline frame of the destination.
    private func place(of position: Int64, _ time: GraphTime) -> UInt32 {
        UInt32(clamping: Int64(nearest: Double(position) / ratio(of: destination, time)))
    }

    /// Timeline frames of a recording per transport frame; 1 for none.
    func ratio(of recording: Loaded?, _ time: GraphTime) -> Double {
        recording.map { Double($0.rate) / Double(time.client.rate) } ?? 1
    }
}

/// An action of JACK's transport that the player requests when it leads; positions are timeline frames.
enum TransportRequest {
    /// Roll from this position.
    case roll(from: Int64)
    /// Stop where the transport is.
    case stop
    /// Move to this position.
    case locate(to: Int64)
}
