// Control loop only: the playing side where JACK's transport has a say.
internal import Control
internal import Dictation
internal import JackClient
internal import Realtime

extension PlayingDesk {
    /// Where the playhead is, or will be once the locate on its way has arrived.
    func headed(_ time: GraphTime) -> Int64 { heading ?? position(time) }

    /// The JACK thread took it along with a roll.
    func rolled(_ frame: Int64, _ time: GraphTime) {
        takeState(.playing)
        leaveEnd()
        let answers = rollAnswers
        rollAnswers = []
        for answer in answers { answer(.success(["at_frame": .int(Int64(time.telemetry.jackFrame(of: frame)))])) }
        tellReader()
    }

    /// The JACK thread paused it with the transport.
    func halted(_ time: GraphTime) {
        guard state == .playing else { return }
        takeState(.paused)
        rememberPosition(time)
    }

    func tellReader() { reader.nudge() }

    /// Rolls by way of the transport, which waits until the sound is there. False where the player rolls by itself.
    func rollLed(at frame: Int64, _ time: GraphTime, _ answer: @escaping Answer) throws(EngineError) -> Bool {
        guard isLed, frame == RealtimeCommand.atOnce, scan == nil else { return false }
        try lead(.roll(from: headed(time)))
        rollAnswers.append(answer)
        reader.nudge()
        return true
    }

    /// The same, once what was for a frame to come has taken effect.
    func stopTransport(at place: Int64? = nil) {
        do throws(EngineError) {
            try tellTransport(.stop)
            if let place { try tellTransport(.locate(to: place)) }
        } catch {
            lastError = error
        }
    }

    /// The transport does what was done here; one that is not led is left alone.
    func tellTransport(_ order: TransportRequest) throws(EngineError) {
        if isLed { try lead(order) }
    }

    /// Has JACK's transport roll, stop or move.
    private func lead(_ order: TransportRequest) throws(EngineError) {
        let time = try jack.graph()
        do throws(JackError) {
            switch order {
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

    private func place(of position: Int64, _ time: GraphTime) -> UInt32 {
        UInt32(clamping: Int64(nearest: Double(position) / ratio(time)))
    }

    /// Frames of what is loaded for a frame of the transport.
    func ratio(_ time: GraphTime) -> Double {
        loaded.map { Double($0.rate) / Double(time.client.rate) } ?? 1
    }
}
