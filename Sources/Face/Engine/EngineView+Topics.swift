// Reads the engine's messages. Any thread; no I/O.
internal import Dictation
internal import Messages

extension EngineView {
    /// Takes the state of a topic. An unknown topic is left alone.
    mutating func take(_ topic: String, _ fields: Fields, at now: Double) {
        switch topic {
        case "transport":
            transport = TransportView(fields)
            breaks.follow(transport, end: position.takeEnd, at: now)
        case "position": position = PositionView(fields)
        case "meters":
            inputs.take(fields, "in", at: now)
            outputs.take(fields, "out", at: now)
            voice = VoiceView(fields)
        case "gains": gains = GainView(fields)
        case "rate": sound = SoundView(fields)
        case "loop": loop = LoopView(fields)
        case "markers": markersOf = fields.text("recording")
        case "operations": operation = OperationView(fields)
        case "library":
            libraryRevision = fields.count("revision")
            libraryChanged = fields.text("changed")
            if libraryChanged == transport.playName { loadedRevision = libraryRevision }
        case "xruns":
            let before = losses.frames
            losses.take(fields, at: now)
            if losses.grewAt == now, losses.frames > before {
                breaks.lose(losses.frames.boundedSum(-before), rate: rate, end: position.takeEnd, transport)
            }
        case "disk": disk = DiskView(fields)
        case "queue": queue = QueueView(fields)
        case "words": words = WordsView(fields)
        case "schedule": schedule = ScheduleView(fields)
        case "pedals": pedalTrouble = fields.text("pedal_trouble")
        case "lock": lock = LockView(fields)
        case "sources": sources = SourceView(fields)
        case "cues": cues = CueView(fields, after: cues)
        case "timer": timer = TimerView(fields)
        case "prompts": prompt = PromptView(fields)
        case "questions": question = QuestionView(fields)
        case "wave":
            if let columns = WaveColumns(fields) { wave.take(columns) }
        default: break
        }
    }

    /// Takes the event `error`. One that is told again is new again.
    mutating func take(failure fields: Fields, at now: Double) {
        let words = fields.text("message")
        guard !words.isEmpty else { return }
        failures.removeAll { $0.words == words }
        failures = [ToldFailure(words: words, at: now)] + failures.prefix(4)
    }

    /// Takes the event of a scheduled take that is late or was missed.
    mutating func take(scheduled fields: Fields, isMissed: Bool, at now: Double) {
        let (name, why) = (fields.text("name"), fields.text("why"))
        let words =
            switch (name.isEmpty, isMissed) {
            case (true, false): tr("The scheduled take is late: \(why)")
            case (true, true): tr("The scheduled take was missed: \(why)")
            case (false, false): tr("The scheduled take of \(name) is late: \(why)")
            case (false, true): tr("The scheduled take of \(name) was missed: \(why)")
            }
        take(failure: ["message": .text(words)], at: now)
    }

    /// Takes the answer of `status`.
    mutating func take(status reply: Reply) {
        status = reply.fields
        inputs.take(counts: status, "in_clips")
        outputs.take(counts: status, "clips")
    }

    /// Takes the answer of `marks`.
    mutating func take(marks reply: Reply) {
        markersOf = reply.fields.text("recording")
        markers = reply.items.map(MarkerView.init)
    }

    /// Takes the answer of `source`.
    mutating func take(sources reply: Reply) {
        sourceNames = [:]
        for item in reply.items {
            let (port, name) = (item.text("port"), item.text("source"))
            sourceNames[port] = name.isEmpty ? port : name
        }
    }

    /// The ports that feed the inputs, by the names that people read; a full name where no other is known.
    var sourceWords: String {
        let ports = sources.ports.isEmpty ? status["sources"]?.texts ?? [] : sources.ports
        return ports.map { sourceNames[$0] ?? $0 }.map(PrintableText.line).joined(separator: ", ")
    }

    /// Forgets what an engine that is gone has told; its name and the library's state stay out of the picture.
    mutating func forget() { self = EngineView(link: link) }
}
