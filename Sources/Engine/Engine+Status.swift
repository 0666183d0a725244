// Room: Engine. Control loop only: what the engine says of itself.
internal import Control
internal import Dictation
internal import JackClient
internal import Realtime
internal import Storage
internal import Synchronization

extension Engine {
    /// Lines of the settings can have in them what is the owner's alone.
    func status(for authority: Authority) -> Fields {
        var fields: Fields = [
            "engine": .text(options.name), "version": .text(Version.text),
            "jack": .text(jackState), "osc_urls": .text(server.urls.joined(separator: " ")),
        ]
        if !subscriptions.isEmpty { fields.append("osc_subscribers", .int(Int64(subscriptions.count))) }
        if !settings.problems.isEmpty {
            let words = settings.problems.map(\.description).joined(separator: "; ")
            let count = "\(settings.problems.count) that the owner sees in 'dicta settings'"
            fields.append("settings_problems", .text(authority == .owner ? words : count))
        }
        if !troubles.isEmpty { fields.append("start_problems", .text(troubles.joined(separator: "; "))) }
        if let jackTrouble { fields.append("jack_trouble", .text(jackTrouble)) }
        if let time { fields = fields + graphStatus(time) }
        if let time { fields = fields + recorder.pending(time) }
        fields = fields + recordStatus + player.report(time) + mixer.fields + monitor.fields + transportReport + diskStatus
        if let time { fields = fields + meters(time) + clips(time) }
        return fields
    }

    private func graphStatus(_ time: GraphTime) -> Fields {
        let client = time.client
        let times = unsafe client.link
        var fields: Fields = [
            "client": .text(client.name), "rate": .int(Int64(client.rate)), "period": .int(Int64(client.bufferSize)),
            "jack_frame": .int(Int64(time.telemetry.jackFrame)),
            "freewheel": .flag(time.isFreewheeling), "realtime": .flag(client.isRealtime),
            "xruns": .int(Int64(client.xruns)),
            "missed_frames": .int(unsafe times.pointee.missedFrames.load(ordering: .relaxed)),
            "lost_frames": .int(unsafe times.pointee.lostFrames.load(ordering: .relaxed)),
            "underruns": .int(unsafe times.pointee.underruns.load(ordering: .relaxed)),
            "late_monitor_frames": .int(unsafe times.pointee.lateMonitorFrames.load(ordering: .relaxed)),
            "bad_samples_in": .int(unsafe times.pointee.badInputs.load(ordering: .relaxed)),
            "bad_samples_played": .int(unsafe times.pointee.badFileSamples.load(ordering: .relaxed)),
            "bad_samples_out": .int(unsafe times.pointee.badOutputs.load(ordering: .relaxed)),
            "sources": .text(client.sources.joined(separator: ", ")),
        ]
        if let realtimeRefused { fields.append("realtime_refused", .text(realtimeRefused)) }
        if let lockRefused { fields.append("memory_lock_refused", .text(lockRefused)) }
        for (name, share) in [("p50", 0.5), ("p99", 0.99), ("p999", 0.999)] {
            fields.append("callback_\(name)_us", .double(unsafe times.pointee.times.percentile(share) / 1000))
        }
        fields.append("callback_max_us", .double(unsafe times.pointee.times.maximum / 1000))
        return fields
    }

    var recordStatus: Fields {
        var fields: Fields = ["record_state": .text(recorder.state.rawValue)]
        if let take = recorder.current {
            let progress = recorder.progress
            let frames = progress.frames.load(ordering: .relaxed) + framesBefore(take)
            let earlier = take.earlier ?? TakePart()
            let paused = progress.pausedFrames.load(ordering: .relaxed) + earlier.pausedFrames(rate: take.format.rate)
            let bytes = progress.bytes.load(ordering: .relaxed) + earlier.bytes
            let peaks = progress.peaks.load(ordering: .relaxed)
            let left = max(earlier.peaks.left, Float(bitPattern: UInt32(truncatingIfNeeded: peaks)))
            let right = max(earlier.peaks.right, Float(bitPattern: UInt32(truncatingIfNeeded: peaks >> 32)))
            fields =
                fields + [
                    "name": .text(take.name), "path": .text(take.path), "format": .text(take.format.container.rawValue),
                    "bits": .text(take.format.encoding.word), "elapsed_frames": .int(frames),
                    "elapsed_seconds": .double(Double(frames) / Double(take.format.rate)),
                    "paused_frames": .int(paused), "size_bytes": .int(bytes),
                    "start_frame": .int(Int64(UInt32(truncatingIfNeeded: take.startFrame))),
                    "take_peak_left_db": .double(Decibel.level(left)), "take_peak_right_db": .double(Decibel.level(right)),
                ]
            if take.watchesDropouts {
                let count = progress.dropouts.load(ordering: .relaxed) + earlier.dropouts
                fields.append("dropouts", .int(Int64(count)))
            }
        }
        if let trouble = recorder.last?.troubles.first { fields.append("last_error", .text(trouble.description)) }
        return fields
    }

    /// Of the same take, before its server went away. A take that waits has its last part in there.
    func framesBefore(_ take: TakeRequest) -> Int64 {
        Int64(((take.earlier?.seconds ?? 0) * Double(take.format.rate)).rounded())
    }

    var diskStatus: Fields {
        var fields: Fields = ["library": .text(library.folder)]
        do throws(StorageError) {
            let space = try DiskSpace.at(library.folder)
            fields.append("disk_free_bytes", .int(space.available))
            if let rate = client?.rate {
                let left = space.secondsLeft(bytesPerSecond: bytesPerSecond(rate), reserve: options.reserve)
                fields.append("disk_seconds_left", .double(left.rounded()))
            }
        } catch {
            fields.append("disk_error", .text(error.description))
        }
        return fields
    }

    /// On the disk: of the take that runs, else of the next one.
    private func bytesPerSecond(_ rate: Int) -> Double {
        guard let take = recorder.current else { return Double(RecordFormat.next(settings.current, rate: rate).bytesPerSecond) }
        let progress = recorder.progress
        return take.format.bytesPerSecond(
            of: progress.frames.load(ordering: .relaxed), in: progress.bytes.load(ordering: .relaxed))
    }

    /// Samples past full scale at the outputs since they were last reset.
    func clips(_ time: GraphTime) -> Fields {
        let link = unsafe time.client.link
        return [
            "clips_left": .int(unsafe link.pointee.clipsLeft.load(ordering: .relaxed) - clipsBefore.left),
            "clips_right": .int(unsafe link.pointee.clipsRight.load(ordering: .relaxed) - clipsBefore.right),
        ]
    }

    func meters(_ time: GraphTime) -> Fields {
        let reading = unsafe MeterReading(time.client.link.pointee.meterPage)
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
}
