// Room: Engine. Control loop only: what each topic says. All fields of `Topic.fields`, in that order, whatever the state.
internal import Control
internal import Dictation
internal import JackClient
internal import Realtime
internal import Synchronization

extension Engine {
    func fields(of topic: Topic) -> Fields {
        let known: Fields =
            switch topic {
            case .transport: transportFields
            case .position: positionFields
            case .meters: time.map(meters) ?? [:]
            case .gains: mixer.fields + monitor.fields
            case .rate: player.soundFields
            case .loop: player.loopFields + player.scanFields
            case .markers: markerFields
            case .operations: operationFields
            case .library: ["revision": .int(libraryNews.revision), "changed": .text(libraryNews.changed)]
            case .xruns: time.map(graphCounters) ?? [:]
            case .disk: recentDiskStatus
            }
        return Fields(topic.fields.map { Field($0, known[$0] ?? Engine.unknown($0)) })
    }

    /// What a field says while there is nothing to say.
    private static func unknown(_ field: String) -> Value {
        switch field {
        case "name", "kind", "recording": .text("")
        case "loop_a_frames", "loop_b_frames": .int(-1)
        case _ where field.hasSuffix("_db"): .double(Decibel.floor)
        case _ where field.hasSuffix("seconds") || field == "percent": .double(0)
        default: .int(0)
        }
    }

    private var transportFields: Fields {
        let isLoading = player.opening != nil && player.loaded == nil
        return [
            "record_state": .text(recorder.state.rawValue),
            "play_state": .text(isLoading ? "loading" : player.state.rawValue),
            "record_name": .text(recorder.current?.name ?? ""), "play_name": .text(player.loaded?.name ?? ""),
            "jack": .text(jackState), "freewheel": .flag(time?.isFreewheeling ?? false),
            "record_error": .text(recorder.last?.troubles.first?.description ?? ""),
        ]
    }

    private var positionFields: Fields {
        var fields: Fields = [:]
        if let loaded = player.loaded {
            let rate = Double(loaded.rate)
            let position = player.position(time)
            let heard = time.map(player.heardPosition) ?? position
            fields = [
                "position_frames": .int(position), "position_seconds": .double(Double(position) / rate),
                "heard_frames": .int(heard), "heard_seconds": .double(Double(heard) / rate),
                "duration_frames": .int(loaded.frames), "duration_seconds": .double(loaded.seconds),
            ]
        }
        if let take = recorder.current {
            let frames = recorder.progress.frames.load(ordering: .relaxed) + framesBefore(take)
            fields.append("elapsed_frames", .int(frames))
            fields.append("elapsed_seconds", .double(Double(frames) / Double(take.format.rate)))
        }
        return fields
    }

    /// Once a second is enough for anybody: it is a system call that may wait for a server far away.
    var recentDiskStatus: Fields {
        if let seen = diskSeen, Moment.now.seconds(since: seen.moment) < 0.9 { return seen.fields }
        let fields = diskStatus
        diskSeen = (Moment.now, fields)
        return fields
    }

    private var operationFields: Fields {
        guard let opening = player.opening else {
            guard let working else { return [:] }
            return ["kind": .text(working.verb), "name": .text(working.name), "percent": .double(Double(working.percent))]
        }
        return [
            "kind": .text(opening.progress == nil ? "open" : "decode"), "name": .text(opening.name),
            "percent": .double(((opening.progress ?? 0) * 100).rounded()),
        ]
    }

    private func graphCounters(_ time: GraphTime) -> Fields {
        let link = unsafe time.client.link
        return [
            "xruns": .int(Int64(time.client.xruns)),
            "missed_frames": .int(unsafe link.pointee.missedFrames.load(ordering: .relaxed)),
            "lost_frames": .int(unsafe link.pointee.lostFrames.load(ordering: .relaxed)),
            "underruns": .int(unsafe link.pointee.underruns.load(ordering: .relaxed)),
        ]
    }
}
