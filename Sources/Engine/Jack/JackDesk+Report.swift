// Fields about the JACK client and its graph. Control loop only.
internal import Control
internal import Dictation
internal import JackClient
internal import Messages
internal import Realtime
internal import Synchronization
internal import System

extension JackDesk {
    /// `waiting` without a client, `stalled` while no periods come, `running` otherwise.
    var state: String { client == nil ? "waiting" : isStalled ? "stalled" : "running" }

    /// Why the process callback has no realtime priority, with a remedy; nil if it has it, and before its first period.
    var realtimeRefused: Message? {
        guard let client, client.isRealtime == false, time?.isFreewheeling == false else { return nil }
        return client.isServerRealtime
            ? "the system gave the process thread no realtime priority: raise 'rtprio' for the audio group in "
                + "/etc/security/limits.d, or expect gaps under load"
            : "the JACK server does not run in realtime mode (jackd -R): expect gaps under load"
    }

    func status(for authority: Authority) -> Fields {
        var fields: Fields = [:]
        fields.append("jack_server", .text(JackInstallation.isPipeWire ? "PipeWire" : "jackd '\(JackInstallation.serverName)'"))
        if let trouble { fields.append("jack_trouble", .text(trouble)) }
        guard let time else {
            // Beside the words about a server that has gone too, which say nothing of a remedy. A refusal has its own.
            if hasTried, refusal == nil {
                fields.append("jack_hint", .text(commandTrouble ?? JackChoice.hint { ThisProcess.variable($0) }.text))
            }
            return fields
        }
        let client = time.client
        let link = unsafe client.link
        fields =
            fields + [
                "client": .text(client.name), "rate": .int(Int64(client.rate)),
                "period": .int(Int64(client.bufferSize)),
                "jack_frame": .int(Int64(time.telemetry.jackFrame)),
                "freewheel": .flag(time.isFreewheeling), "realtime": .flag(client.isRealtime == true),
            ] + JackCounters(client).fields + [
                "late_monitor_frames": .int(unsafe link.pointee.lateMonitorFrames.load(ordering: .relaxed)),
                "late_bed_frames": .int(unsafe link.pointee.lateBedFrames.load(ordering: .relaxed)),
                "bad_samples_in": .int(unsafe link.pointee.badInputs.load(ordering: .relaxed)),
                "bad_samples_played": .int(unsafe link.pointee.badFileSamples.load(ordering: .relaxed)),
                "bad_samples_out": .int(unsafe link.pointee.badOutputs.load(ordering: .relaxed)),
                "sources": .list(client.sources), "sinks": .list(client.partners(of: .output)),
            ]
        if let realtimeRefused { fields.append("realtime_refused", .text(realtimeRefused.text)) }
        if let lockRefused { fields.append("memory_lock_refused", .text(lockRefused)) }
        for (name, share) in [("p50", 0.5), ("p99", 0.99), ("p999", 0.999)] {
            fields.append("callback_\(name)_us", .double(unsafe link.pointee.times.percentile(share) / 1000))
        }
        fields.append("callback_max_us", .double(unsafe link.pointee.times.maximum / 1000))
        return fields
    }

    func fields(of topic: Topic) -> Fields {
        switch topic {
        case .transport: ["jack": .text(state), "freewheel": .flag(time?.isFreewheeling ?? false)]
        case .xruns: client.map { JackCounters($0).fields } ?? [:]
        default: [:]
        }
    }
}
