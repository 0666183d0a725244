// Status fields of the player. Control loop only.
internal import Dictation
internal import JackClient
internal import Realtime
internal import Storage
internal import Threads

extension PlayingDesk {
    /// Timeline frame heard now: the one that went to the outputs a playback latency ago.
    func heardPosition(_ time: GraphTime) -> Int64 {
        let telemetry = time.telemetry
        guard state == .playing, let loaded else { return telemetry.position }
        let course = unsafe PlayCourse(time.client.link.pointee.coursePage)
        let frame = telemetry.frame - Int64(time.client.playbackLatency)
        guard let heard = course.timeline(at: frame, telemetry, since: firstGeneration) else { return telemetry.position }
        return Int64(nearest: min(Double(loaded.frames), max(0, heard)).rounded(.down))
    }

    /// Timeline frame of the destination from which a command moves on: of the locate or nudge under way, otherwise the one heard
    /// now.
    func here(_ time: GraphTime) -> Int64 {
        let (base, shift) = (underWay ?? heardPosition(time), pendingShift(time))
        return shift == 0 ? base : min(max(0, base.boundedSum(shift)), destination?.frames ?? 0)
    }

    /// Status fields of the next scheduled play, pause or stop, which can still be cancelled.
    private func pending(_ time: GraphTime) -> Fields {
        guard let held = held(time).first else { return [:] }
        return [
            "play_pending": .text((held.state ?? state).rawValue),
            "play_pending_frame": .int(Int64(time.telemetry.jackFrame(of: held.frame))),
        ]
    }

    func status(for authority: Authority) -> Fields {
        let fields = report(jack.time)
        // Only the owner may name such a path.
        guard let loaded, authority == .owner, !library.library.owns(loaded.path) else { return fields }
        return fields + ["play_path": .text(loaded.path)]
    }

    func fields(of topic: Topic) -> Fields {
        switch topic {
        case .transport:
            [
                "play_state": .text(opening != nil && loaded == nil ? "loading" : state.rawValue),
                "play_name": .text(loaded?.name ?? ""),
            ]
        case .position: positionFields
        case .rate: soundFields
        case .loop: loopFields + scanFields + silenceFields + typingFields + shuttleFields
        case .operations: openingFields
        default: [:]
        }
    }

    private var positionFields: Fields {
        guard let loaded else { return [:] }
        let rate = Double(loaded.rate)
        let position = position(jack.time)
        let heard = state == .playing ? jack.time.map(heardPosition) ?? position : position
        return [
            "position_frames": .int(position), "position_seconds": .double(Double(position) / rate),
            "heard_frames": .int(heard), "heard_seconds": .double(Double(heard) / rate),
            "duration_frames": .int(loaded.frames), "duration_seconds": .double(loaded.seconds),
        ]
    }

    private var openingFields: Fields {
        guard let opening else { return [:] }
        return [
            "kind": .text(opening.progress == nil ? "open" : "decode"), "name": .text(opening.name),
            "percent": .double(((opening.progress ?? 0) * 100).rounded()),
        ]
    }

    /// All status fields of the player.
    func report(_ time: GraphTime?) -> Fields {
        var fields: Fields = ["play_state": .text(opening == nil || loaded != nil ? state.rawValue : "loading")]
        if let share = opening?.progress { fields.append("decode_percent", .double((share * 100).rounded())) }
        if let loaded {
            let position = position(time)
            let rate = Double(loaded.rate)
            fields =
                fields + [
                    "play_name": .text(loaded.name), "position_frames": .int(position),
                    "position_seconds": .double(Double(position) / rate),
                ]
            if let time {
                let heard = state == .playing ? heardPosition(time) : position
                fields = fields + ["heard_frames": .int(heard), "heard_seconds": .double(Double(heard) / rate)]
            }
            fields =
                fields + [
                    "duration_frames": .int(loaded.frames), "duration_seconds": .double(loaded.seconds),
                    "play_file_rate": .int(Int64(loaded.rate)),
                ]
            if let time { fields = fields + pending(time) }
            if awaitsServer { fields.append("play_waiting", .flag(true)) }
            if loaded.isGrowing { fields.append("chasing", .flag(true)) }
            if !loaded.recordingID.isUnset { fields.append("play_id", .text(loaded.recordingID.description)) }
        }
        let rate = loaded?.rate ?? time?.client.rate ?? SettingsTable.frameRate
        fields.append("backstep_seconds", .double(backstep.seconds(rate: rate)))
        fields = fields + soundFields + loopFields + scanFields + silenceFields + typingFields + shuttleFields
        if let error = lastError { fields.append("play_error", .text(error.description)) }
        return fields
    }

    /// Timeline frame heard at extended JACK frame `frame`, which must be near: playback is assumed to have run as it
    /// runs now.
    func markPosition(at frame: Int64, _ time: GraphTime) -> Int64 {
        let telemetry = time.telemetry
        guard let loaded else { return 0 }
        var place = telemetry.timeline
        if state == .playing {
            let heard = frame - Int64(time.client.playbackLatency)
            let course = unsafe PlayCourse(time.client.link.pointee.coursePage)
            place =
                course.timeline(at: heard, telemetry, since: firstGeneration)
                ?? place + Double(heard - telemetry.frame) * telemetry.step
        }
        return min(max(0, Int64(nearest: (place + 1e-6).rounded(.down))), max(0, loaded.frames - 1))
    }
}
